import { describe, expect, it } from 'vitest';
import { nameWords, normaliseName } from './index.ts';

describe('names', () => {
  it('meet whatever their case, width and white space', () => {
    expect(new Set(['XX 项目', 'ＸＸ项目', 'xx\u3000项目', ' xX\t项目\n'].map(normaliseName))).toEqual(new Set(['xx项目']));
    expect(normaliseName('Alex  Mercer')).toBe('alexmercer');
  });

  it('have words, each once, in order, without what parts them', () => {
    expect(nameWords('Mercer, Alex (Agent); ALEX')).toEqual(['mercer', 'alex', 'agent']);
    expect(nameWords("AGENTS' ENTRY: F-16 №5")).toEqual(['agents', 'entry', 'f', '16', 'no5']);
    expect(nameWords('杜尔塞基地 一号')).toEqual(['杜尔塞基地', '一号']);
    expect(nameWords('— !?')).toEqual([]);
  });
});
