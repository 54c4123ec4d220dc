import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, isGraphwrightError, isPlugin, isRef, kinds, ref, type PackingPolicy, type Ref } from './index.ts';

const policy: PackingPolicy = { specVersion: 'v1', pack: () => Promise.resolve([]) };

const plugin = definePlugin(kinds.packingPolicy, {
  id: 'halves',
  version: '1.2.3',
  description: 'Two halves.',
  options: z.object({
    share: z.number().min(0).max(1).default(0.5),
    width: z.int(),
    inner: ref(kinds.packingPolicy).prefault('priority'),
  }),
  derive: (known, facts) => ({ width: (known.share ?? 0) * (facts.model?.limits.window ?? 0) }),
  create(options) {
    expectTypeOf(options.inner).toEqualTypeOf<Ref<PackingPolicy>>();
    return policy;
  },
});
const facts = { model: { name: 'm', limits: { window: 100, maxOutput: 10 } } };

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return isGraphwrightError(error) ? error.code : undefined;
  }
  return undefined;
}

describe('definePlugin', () => {
  it('settles options and says where each comes from', () => {
    const resolution = plugin.resolve({ share: 0.25, inner: undefined }, facts);
    expect(resolution.options).toMatchObject({ share: 0.25, width: 25 });
    expect(resolution.origins).toEqual({ share: 'given', width: 'derived', inner: 'default' });
    expect(JSON.parse(JSON.stringify(resolution.options))).toEqual({ share: 0.25, width: 25, inner: { use: 'priority' } });
    expect(resolution.create()).toBe(policy);
  });

  it('lets derive see the defaults', () => {
    expect(plugin.resolve({}, facts).options).toMatchObject({ share: 0.5, width: 50 });
  });

  it('finds the plugins that options name, with their options', () => {
    const resolution = plugin.resolve({ inner: { use: 'priority@^1', floor: 3 } }, facts);
    expect(resolution.refs.map(({ use, options }) => ({ use, options }))).toEqual([{ use: 'priority@^1', options: { floor: 3 } }]);
    const again = plugin.resolve(resolution.options, facts);
    expect(again.refs[0]?.options).toEqual({ floor: 3 });
    expect(isRef(again.options['inner'])).toBe(true);
  });

  it('names the nearest option for an unknown one', () => {
    expect(() => plugin.resolve({ shares: 1 }, facts)).toThrow(/no option "shares".*Did you mean "share"\?/u);
    expect(codeOf(() => plugin.resolve({ shares: 1 }, facts))).toBe('option-unknown');
    expect(codeOf(() => plugin.resolve({ share: 2 }, facts))).toBe('option-invalid');
  });

  it('says of a plugin without options that it has none', () => {
    const bare = definePlugin(kinds.packingPolicy, { id: 'bare', version: '1.0.0', description: 'Without options.', create: () => policy });
    expect(() => bare.resolve({ floor: 2 }, facts)).toThrow(/bare@1\.0\.0 has no option "floor"\..*bare@1\.0\.0 has no options\.$/u);
  });

  it('refuses a port that is none, and an id out of form', () => {
    const broken = definePlugin<unknown, z.ZodObject>(kinds.packingPolicy, {
      id: 'broken',
      version: '1.0.0',
      description: 'Not a policy.',
      create: () => ({ specVersion: 'v2', pack: policy.pack }),
    });
    expect(codeOf(() => broken.resolve({}, {}).create())).toBe('plugin-invalid');
    expect(codeOf(() => definePlugin(kinds.packingPolicy, { id: 'No Good', version: '1', description: '', create: () => policy }))).toBe(
      'plugin-invalid',
    );
    expect(isPlugin(plugin)).toBe(true);
    expect(isPlugin({ id: 'x' })).toBe(false);
  });

  it('describes its options as JSON Schema in the form in which they are given', () => {
    expect(plugin.optionsJsonSchema()).toMatchObject({ properties: { share: { default: 0.5 }, inner: { default: 'priority' } } });
  });
});
