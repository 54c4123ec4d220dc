import { parseArgs } from 'node:util';
import { measure, type Measured } from './context/measure.ts';
import { openWorld } from './context/world.ts';

// What a local context costs at indexes of several sizes, which `make_index.py` makes: `context --index DIR [--index DIR]`.

const { values } = parseArgs({
  options: {
    index: { type: 'string', multiple: true, default: [] },
    strategy: { type: 'string', multiple: true, default: ['local', 'local-compatible'] },
    rounds: { type: 'string', default: '12' },
    json: { type: 'boolean', default: false },
  },
  // What a package manager puts between its own arguments and ours.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
});
if (values.index.length === 0) throw new Error('Name at least one index: --index DIR.');

const measured: Measured[] = [];
for (const folder of values.index) {
  const world = await openWorld(folder);
  const known = new Set(world.engine.plugins.filter(({ kind }) => kind.name === 'strategy').map(({ id }) => id));
  for (const strategy of values.strategy.filter((id) => known.has(id))) measured.push(await measure(world, strategy, Number(values.rounds)));
  await world.close();
}
const rows = measured.map((one) => ({ ...one, ratio: one.context / (measured.find(({ strategy }) => strategy === one.strategy)?.context ?? one.context) }));
process.stdout.write(values.json ? `${JSON.stringify(rows, undefined, 1)}\n` : table(rows));

function table(lines: readonly (Measured & { readonly ratio: number })[]): string {
  const heads = ['index', 'entities', 'strategy', 'context ms', 'ratio', 'search ms', 'rows'];
  const cells = lines.map(({ index, entities, strategy, context, ratio, search, rows: inside }) => [
    index,
    String(entities),
    strategy,
    context.toFixed(3),
    ratio.toFixed(2),
    search.toFixed(3),
    inside.toFixed(1),
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)));
  return [heads, ...cells].map((line) => `${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`).join('');
}
