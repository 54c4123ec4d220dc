import { describe, expect, it } from 'vitest';
import { createTokenCounter } from './index.ts';

describe('createTokenCounter', () => {
  it('counts a row once per rendering and keeps the count by id', () => {
    const counted: string[] = [];
    const counter = createTokenCounter({
      specVersion: 'v1',
      encoding: 'letters',
      exact: true,
      count: (text) => {
        counted.push(text);
        return text.length;
      },
    });
    const rows = counter.memo('compact/entities');
    expect(rows.get('a')).toBeUndefined();
    expect(rows.measure('a', 'four')).toBe(4);
    expect(rows.measure('a', 'four')).toBe(4);
    expect(counter.memo('compact/entities').get('a')).toBe(4);
    expect(counter.memo('graphrag/entities').get('a')).toBeUndefined();
    expect(counter.memo('graphrag/entities').measure('a', 'seventh')).toBe(7);
    expect(counted).toEqual(['four', 'seventh']);
    expect(counter.count('one more')).toBe(8);
    expect(counter.tokenizer.encoding).toBe('letters');
  });

  it('keeps a count of zero', () => {
    let calls = 0;
    const count = (): number => {
      calls += 1;
      return 0;
    };
    const memo = createTokenCounter({ specVersion: 'v1', encoding: 'none', exact: true, count }).memo('r');
    expect([memo.measure('', ''), memo.measure('', ''), memo.get('')]).toEqual([0, 0, 0]);
    expect(calls).toBe(1);
  });
});
