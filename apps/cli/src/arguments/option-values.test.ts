import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionValues, withDefaultPlugins } from './option-values.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graphwright-options-'));
  await writeFile(join(folder, 'aliases.json'), '{ "PPR": "personalized pagerank" }');
  await writeFile(join(folder, 'broken.json'), '{ "PPR"');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const valuesOf = (pairs: readonly string[]): Promise<unknown> => optionValues(pairs, folder);

describe('optionValues', () => {
  it('reads values as JSON where they are, else as text', async () => {
    expect(await valuesOf(['a=1', 'b=true', 'c=text', 'd=["x"]', 'e=', 'f=a=b', 'g="2"'])).toEqual({ a: 1, b: true, c: 'text', d: ['x'], e: '', f: 'a=b', g: '2' });
  });

  it('lets dots lead into parts, parts beside parts', async () => {
    expect(await valuesOf(['policy.floor=2', 'policy.caps.sources=100', 'a=2'])).toEqual({ policy: { floor: 2, caps: { sources: 100 } }, a: 2 });
  });

  it.each([[['policy.floor=2', 'policy=fixed-shares']], [['policy=fixed-shares', 'policy.floor=2']]])('joins a plugin and its options in any order: %j', async (pairs) => {
    expect(await valuesOf(pairs)).toEqual({ policy: { use: 'fixed-shares', floor: 2 } });
  });

  it.each(['nothing', '=1', 'a..b=1', '__proto__.x=1', '.a=1'])('refuses "%s"', async (pair) => {
    await expect(valuesOf([pair])).rejects.toMatchObject({ code: 'usage-invalid' });
  });

  it.each([[['a=1', 'a=2']], [['a.b=1', 'a.b=1']], [['policy=x', 'policy=y']], [['policy.floor=2', 'policy=x', 'policy=y']], [['policy.floor=2', 'policy={"use":"x"}']]])('refuses what is given twice: %j', async (pairs) => {
    await expect(valuesOf(pairs)).rejects.toThrow(/given already/u);
  });

  it('refuses a path through a plain value', async () => {
    await expect(valuesOf(['a=1', 'a.b=2'])).rejects.toMatchObject({ code: 'usage-invalid' });
  });

  it('reads a value from a JSON file', async () => {
    expect(await valuesOf(['entrance=names', 'entrance.aliases=@aliases.json', 'text="@aliases.json"'])).toEqual({
      entrance: { use: 'names', aliases: { PPR: 'personalized pagerank' } },
      text: '@aliases.json',
    });
  });

  it.each([
    ['a=@', { code: 'usage-invalid' }],
    ['a=@missing.json', { code: 'usage-invalid' }],
    ['a=@broken.json', { code: 'usage-invalid' }],
  ])('refuses "%s"', async (pair, error) => {
    await expect(valuesOf([pair])).rejects.toMatchObject(error);
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
