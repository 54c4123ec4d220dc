import { DENSITIES, graphrag, jaccard, measure, rater } from './dynamic/tree-143.ts';

const OFF = { stopWhenEnough: false, forecast: false };
const share = (value: number): string => value.toFixed(3);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;

const heading = ['density', 'run', 'selection tokens', "of GraphRAG's", 'calls', 'kept', 'Jaccard', 'total tokens', 'of GraphRAG plain', 'of own plain'];
process.stdout.write(row(heading) + row(heading.map(() => '---')));
for (const density of DENSITIES) {
  const theirs = graphrag(density);
  const plain = await measure(density, rater(density, 'alike'), { use: 'select-level' });
  process.stdout.write(row([density, 'GraphRAG', theirs.selection, share(1), '', theirs.kept.size, share(1), theirs.total, share(theirs.total / theirs.plain), '']));
  process.stdout.write(row([density, 'plain', 0, share(0), 0, plain.kept.size, '', plain.total, share(plain.total / theirs.plain), share(1)]));
  const runs = [
    ['summaries as reports, stop off', 'alike', OFF, false],
    ['misleading summaries, stop off', 'misled', OFF, false],
    ['summaries as reports, judge never satisfied', 'alike', {}, false],
    ['misleading summaries, judge never satisfied', 'misled', {}, false],
    ['summaries as reports, judge satisfied at once', 'alike', {}, true],
  ] as const;
  for (const [name, kind, options, enough] of runs) {
    const ours = await measure(density, rater(density, kind, enough), { use: 'select-dynamic', ...options });
    const cells = [density, name, ours.selection, share(ours.selection / theirs.selection), ours.calls, ours.kept.size, share(jaccard(ours.kept, theirs.kept))];
    process.stdout.write(row([...cells, ours.total, share(ours.total / theirs.plain), share(ours.total / plain.total)]));
  }
}
