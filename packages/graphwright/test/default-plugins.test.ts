import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@graphwright-internal/testing';
import type { Plugin } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultPlugins } from '../src/index.ts';

const schema = z.object({ properties: z.record(z.string(), z.looseObject({ default: z.unknown().optional() })).default({}) });
const facts = { model: { name: 'any', limits: { window: 100_000, maxOutput: 1000 } } };

const optionsOf = (plugin: Plugin): [string, unknown][] =>
  Object.entries(schema.parse(plugin.optionsJsonSchema()).properties).map(([option, property]) => [option, property.default]);
const named = defaultPlugins.map((plugin): [string, Plugin] => [`${plugin.kind.name} ${plugin.id}`, plugin]);

/** What resolving without any option gives, or nothing where a plugin needs some (the name of a model). */
function resolved(plugin: Plugin): ReturnType<Plugin['resolve']> | undefined {
  try {
    return plugin.resolve({}, facts);
  } catch {
    return undefined;
  }
}

/** A default as the tables write it. */
const shown = (value: unknown): string => JSON.stringify(value).replaceAll('"', '').replaceAll(',', ', ');

/** Rows of the tables in a README, or in its section on a plugin, their cells without the marks of code. */
function rowsOf(readme: string, section?: string): string[][] {
  const text = readFileSync(join(repositoryRoot(), readme), 'utf8');
  const part = section === undefined ? text : text.split('\n## ').find((one) => one.startsWith(`\`${section}\`\n`));
  const lines = (part ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines.map((line) => line.replace(/ \|$/u, '').split(' | ').map((cell) => cell.replace(/^\| /u, '').trim()));
}

describe('the options of every default plugin', () => {
  it.each(named)('%s: come from the schema or are derived, and from nowhere else', (_, plugin) => {
    const resolution = resolved(plugin);
    // What cannot be without a name (of a model, of an encoding) has no resolution without options.
    expect(resolution === undefined).toBe(['gpt-tokenizer', 'openai', 'anthropic', 'http'].includes(plugin.id));
    const defaults = Object.fromEntries(optionsOf(plugin).filter(([, value]) => value !== undefined));
    for (const [option, origin] of Object.entries(resolution?.origins ?? {})) {
      expect(origin).toBe(option in defaults ? 'default' : 'derived');
    }
  });

  it.each(named.filter(([, plugin]) => resolved(plugin) !== undefined))('%s: given as they are by default, they change nothing', (_, plugin) => {
    const defaults = Object.fromEntries(optionsOf(plugin).filter(([, value]) => value !== undefined));
    expect(JSON.parse(JSON.stringify(plugin.resolve(defaults, facts).options))).toEqual(JSON.parse(JSON.stringify(resolved(plugin)?.options)));
  });

  it.each(named)('%s: refuses one that it does not have', (_, plugin) => {
    expect(() => plugin.resolve({ noSuchOption: 1 }, facts)).toThrow(expect.objectContaining({ code: 'option-unknown' }));
  });
});

describe('documents', () => {
  it.each(['local', 'local-compatible'])('the tables of %s list all its options with the defaults of its schema', (id) => {
    const plugin = defaultPlugins.find((one) => one.id === id);
    const options = plugin === undefined ? [] : optionsOf(plugin);
    const documented = new Map<string, string>();
    for (const [names = '', defaults = ''] of rowsOf('packages/strategies/local/README.md', id)) {
      const each = names.includes('…') ? ['entitySection', 'relationshipSection', 'claimSection', 'reportSection', 'sourceSection'] : [...names.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
      const values = defaults.split(/, (?!000)/u);
      for (const [place, name] of each.entries()) documented.set(name, (values.length === each.length ? (values[place] ?? '') : defaults).replaceAll('`', '').replace(/(?<=\d),(?=\d{3})/gu, ''));
    }
    const plain = options.filter(([, value]) => value !== undefined && typeof value !== 'object');
    expect(plain.map(([option]) => [option, documented.get(option)])).toEqual(plain.map(([option, value]) => [option, shown(value)]));
    expect(options.filter(([option]) => !documented.has(option))).toEqual([]);
  });

  it('the tables of the retrieval package name every option with the default of its schema', () => {
    const rows = rowsOf('packages/retrieval/README.md');
    for (const id of ['names', 'dense', 'fuse', 'neighbourhood']) {
      const plugin = defaultPlugins.find((one) => one.id === id);
      const text = rows.find(([first]) => first === `\`${id}\``)?.at(-1)?.replaceAll('`', '') ?? '';
      for (const [option, value] of plugin === undefined ? [] : optionsOf(plugin)) {
        expect(text).toContain(value === undefined ? `${option} (` : `${option} ${shown(value)}`);
      }
    }
  });
});
