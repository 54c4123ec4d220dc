import { definePlugin, kinds, ref, refTo, type PackingPolicy, type Plugin } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Registry } from './registry.ts';
import { resolveTree } from './tree.ts';

const policy: PackingPolicy = { specVersion: 'v1', pack: () => Promise.resolve([]) };
const plugin = (id: string, version = '1.0.0', options: z.ZodObject = z.object({})): Plugin =>
  definePlugin(kinds.packingPolicy, { id, version, description: 'A policy.', options, create: () => policy });
const registry = (...plugins: Plugin[]): Registry => new Registry(plugins);
const versions = registry(plugin('priority', '1.2.0'), plugin('priority', '2.1.0'), plugin('priority', '1.10.0'), plugin('priority', '3.0.0-beta.1'));

describe('a registry', () => {
  it.each([
    ['priority', '2.1.0'],
    ['priority@^1', '1.10.0'],
    ['priority@1.2', '1.2.0'],
    ['priority@~1.2', '1.2.0'],
    ['priority@>=1 <2', '1.10.0'],
    ['priority@*', '2.1.0'],
    ['priority@3.0.0-beta.1', '3.0.0-beta.1'],
  ])('finds %s', (use, version) => {
    expect(versions.find(kinds.packingPolicy, use).version).toBe(version);
  });

  it('takes what is not released only where there is nothing else', () => {
    expect(registry(plugin('new', '1.0.0-alpha.2'), plugin('new', '1.0.0-alpha.10')).find(kinds.packingPolicy, 'new').version).toBe('1.0.0-alpha.10');
  });

  it.each([
    ['priorty', 'plugin-unknown', /Did you mean "priority"\?/u],
    ['priority@^4', 'plugin-unknown', /fits \^4.*3\.0\.0-beta\.1, 2\.1\.0, 1\.10\.0, 1\.2\.0/u],
    ['priority@new', 'usage-invalid', /no range of versions/u],
  ])('refuses %s', (use, code, message) => {
    const find = (): unknown => versions.find(kinds.packingPolicy, use);
    expect(find).toThrow(expect.objectContaining({ code }));
    expect(find).toThrow(message);
  });

  it('keeps kinds apart', () => {
    expect(() => versions.find(kinds.strategy, 'priority')).toThrow(expect.objectContaining({ code: 'plugin-unknown' }));
  });

  it('refuses two of one version, and takes one that is given twice', () => {
    const one = plugin('a');
    expect(registry(one, one).all).toEqual([one]);
    expect(() => registry(one, plugin('a'))).toThrow(expect.objectContaining({ code: 'plugin-ambiguous', where: { plugin: 'a@1.0.0' } }));
  });

  it('refuses a plugin for another version of the port, naming both', () => {
    const later = { ...plugin('later'), kind: { name: 'packing-policy', specVersion: 'v2' } };
    expect(() => registry(later).find(kinds.packingPolicy, 'later')).toThrow(
      expect.objectContaining({ code: 'specification-unsupported', expected: 'specVersion v1', found: 'specVersion v2' }),
    );
  });
});

describe('resolveTree', () => {
  it('checks the options of what options name', () => {
    const outer = plugin('outer', '1.0.0', z.object({ inner: ref(kinds.packingPolicy) }));
    const inner = plugin('inner', '1.0.0', z.object({ share: z.number().max(1) }));
    const tree = (options: object): unknown => resolveTree(refTo(kinds.packingPolicy, 'outer', { inner: { use: 'inner', ...options } }), registry(outer, inner), {}).options;
    expect(tree({ share: 0.5 })).toEqual({ inner: { use: 'inner@1.0.0', share: 0.5 } });
    expect(() => tree({ share: 2 })).toThrow(expect.objectContaining({ code: 'option-invalid', where: { plugin: 'inner@1.0.0', option: 'share' } }));
    expect(() => tree({ shares: 1 })).toThrow(expect.objectContaining({ code: 'option-unknown' }));
  });

  it.each([
    ['itself', [plugin('a', '1.0.0', z.object({ next: ref(kinds.packingPolicy).prefault('a') }))]],
    ['itself through another', [plugin('a', '1.0.0', z.object({ next: ref(kinds.packingPolicy).prefault('b') })), plugin('b', '1.0.0', z.object({ next: ref(kinds.packingPolicy).prefault('a') }))]],
  ])('finds a plugin that names %s', (_what, plugins) => {
    expect(() => resolveTree(refTo(kinds.packingPolicy, 'a'), registry(...plugins), {})).toThrow(expect.objectContaining({ code: 'plugin-cycle' }));
  });
});
