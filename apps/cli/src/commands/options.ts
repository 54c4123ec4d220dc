import { GraphwrightError, suggestion, type Plugin } from '@graphwright/contract';
import { loadPlugins } from '../arguments/plugins.ts';
import { isRecord, type JsonRecord } from '../arguments/records.ts';
import { knownPlugins } from '../run/plugins.ts';
import { EXIT, type Surroundings } from '../surroundings.ts';
import { plainJson, plainLine } from '../terminal/plain.ts';
import { styleOf, type Style } from '../terminal/style.ts';
import { padded, widthOf } from '../terminal/width.ts';

/** The flags of `graphwright options`. */
export interface OptionsFlags {
  readonly plugin: readonly string[];
  readonly json: boolean;
}

/**
 * `graphwright options`: lists all plugins, or the options of one.
 *
 * @throws GraphwrightError `plugin-unknown`, naming the nearest known.
 */
export async function options(id: string | undefined, flags: OptionsFlags, surroundings: Surroundings): Promise<number> {
  const { stdout, workingFolder } = surroundings;
  const plugins = knownPlugins(await loadPlugins(flags.plugin, workingFolder));
  const style = styleOf(stdout, surroundings);
  const chosen = id === undefined ? plugins : plugins.filter((plugin) => plugin.id === id);
  if (id !== undefined && chosen.length === 0) {
    throw new GraphwrightError({ code: 'plugin-unknown', message: `There is no plugin "${id}".`, where: { plugin: id }, next: suggestion(id, new Set(plugins.map((plugin) => plugin.id))) });
  }
  if (flags.json) {
    stdout.write(`${plainJson(chosen.map((plugin) => ({ ...named(plugin), options: plugin.optionsJsonSchema() })))}\n`);
    return EXIT.done;
  }
  const lines = id === undefined ? listed(plugins, style) : chosen.flatMap((plugin) => [...described(plugin, style), '']).slice(0, -1);
  stdout.write(`${lines.join('\n')}\n`);
  return EXIT.done;
}

function named({ kind, id, version, description }: Plugin): { kind: string; id: string; version: string; description: string } {
  return { kind: kind.name, id, version, description };
}

function listed(plugins: readonly Plugin[], style: Style): string[] {
  const kinds = [...new Set(plugins.map(({ kind }) => kind.name))];
  const width = Math.max(0, ...plugins.map(({ id, version }) => widthOf(`${id}@${version}`)));
  return kinds.flatMap((kind) => [
    style.bold(kind),
    ...plugins.filter((plugin) => plugin.kind.name === kind).map(({ id, version, description }) => `  ${padded(`${id}@${version}`, width)}  ${plainLine(description)}`),
  ]);
}

function described(plugin: Plugin, style: Style): string[] {
  const schema = plugin.optionsJsonSchema();
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  const rows = properties.map(([name, property]) => {
    const record = isRecord(property) ? property : {};
    const standard = 'default' in record ? `default ${JSON.stringify(record['default'])}` : 'no default, or derived';
    return { name, facts: `${typeOf(record)}, ${standard}`, text: typeof record['description'] === 'string' ? plainLine(record['description']) : '' };
  });
  return [
    `${style.bold(`${plugin.id}@${plugin.version}`)}  ${style.dim(plugin.kind.name)}`,
    plainLine(plugin.description),
    ...(rows.length === 0 ? ['  no options'] : rows.flatMap(({ name, facts, text }) => [`  ${name}  ${style.dim(facts)}`, ...(text === '' ? [] : [`      ${text}`])])),
  ];
}

/** The type of an option in words, from its JSON Schema. */
function typeOf(schema: JsonRecord): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value: unknown) => JSON.stringify(value)).join(' or ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) {
    const names = variants.map((variant: unknown) => (isRecord(variant) ? typeOf(variant) : ''));
    const isPlugin = variants.some((variant: unknown) => isRecord(variant) && isRecord(variant['properties']) && 'use' in variant['properties']);
    return isPlugin ? 'plugin' : [...new Set(names)].join(' or ');
  }
  if (schema['type'] === 'array') return `list of ${isRecord(schema['items']) ? typeOf(schema['items']) : 'anything'}`;
  const bounds = [
    ['≥', schema['minimum']],
    ['>', schema['exclusiveMinimum']],
    ['≤', schema['maximum']],
    ['<', schema['exclusiveMaximum']],
  ].flatMap(([sign, bound]) => (typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? [`${String(sign)} ${bound}`] : []));
  return [typeof schema['type'] === 'string' ? schema['type'] : 'anything', ...bounds].join(' ');
}
