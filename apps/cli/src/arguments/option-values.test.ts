import { describe, expect, it } from 'vitest';
import { optionValues, withDefaultPlugins } from './option-values.ts';

describe('optionValues', () => {
  it('reads values as JSON where they are, else as text', () => {
    expect(optionValues(['a=1', 'b=true', 'c=text', 'd=["x"]', 'e=', 'f=a=b', 'g="2"'])).toEqual({ a: 1, b: true, c: 'text', d: ['x'], e: '', f: 'a=b', g: '2' });
  });

  it('lets dots lead into parts, and a later pair win', () => {
    expect(optionValues(['policy.floor=2', 'policy.caps.sources=100', 'a=1', 'a=2'])).toEqual({ policy: { floor: 2, caps: { sources: 100 } }, a: 2 });
  });

  it.each([[['policy.floor=2', 'policy=fixed-shares']], [['policy=fixed-shares', 'policy.floor=2']]])('joins a plugin and its options in any order: %j', (pairs) => {
    expect(optionValues(pairs)).toEqual({ policy: { use: 'fixed-shares', floor: 2 } });
  });

  it.each(['nothing', '=1', 'a..b=1', '__proto__.x=1', '.a=1'])('refuses "%s"', (pair) => {
    expect(() => optionValues([pair])).toThrow(expect.objectContaining({ code: 'usage-invalid' }));
  });

  it('refuses a path through a plain value', () => {
    expect(() => optionValues(['a=1', 'a.b=2'])).toThrow(expect.objectContaining({ code: 'usage-invalid' }));
  });
});

describe('withDefaultPlugins', () => {
  const schema = { properties: { policy: { default: 'priority' }, entrance: { default: { use: 'fuse', k: 60 } }, plain: { default: 'x' } } };

  it('names the default plugin where only its options are given', () => {
    expect(withDefaultPlugins({ policy: { floor: 2 }, entrance: { k: 1 } }, schema)).toEqual({ policy: { use: 'priority', floor: 2 }, entrance: { use: 'fuse', k: 1 } });
  });

  it('leaves everything else as it is', () => {
    const options = { policy: { use: 'fixed-shares' }, plain: 'y', unknown: { a: 1 } };
    expect(withDefaultPlugins(options, schema)).toEqual(options);
  });
});
