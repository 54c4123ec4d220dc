import { describe, expect, it } from 'vitest';
import { fitted, padded, widthOf } from './width.ts';

describe('width', () => {
  it('counts wide characters twice and joined ones once', () => {
    expect(widthOf('abc')).toBe(3);
    expect(widthOf('图检索')).toBe(6);
    expect(widthOf('e\u0301')).toBe(1);
  });

  it('cuts and pads by columns', () => {
    expect(fitted('abcdef', 6)).toBe('abcdef');
    expect(fitted('abcdefg', 6)).toBe('abcde…');
    expect(fitted('图检索', 4)).toBe('图…');
    expect(padded('图', 4)).toBe('图  ');
    expect(padded('7', 3, 'left')).toBe('  7');
  });
});
