import { problemLines } from '../print/problems.ts';
import { counted, shown } from '../print/numbers.ts';
import type { Style } from '../terminal/style.ts';
import { plainLine } from '../terminal/plain.ts';
import { padded, widthOf } from '../terminal/width.ts';
import type { GraphMeasures } from './graph.ts';
import type { IndexInfo } from './measure.ts';
import type { Quantiles } from './quantiles.ts';

/** The measures of an index as lines for a person. */
export function infoLines(info: IndexInfo, style: Style): string[] {
  const { source, tokenizer } = info;
  return [
    style.bold(`${source.format} ${source.version}`) + `  ${plainLine(source.folder)}`,
    style.dim(`fingerprint ${plainLine(info.fingerprint)}; tokens in ${tokenizer.encoding}${tokenizer.exact ? '' : ', estimated'}`),
    ...part('Tables', style, [
      ['table', 'rows', 'tokens'],
      ...info.tables.map(({ name, rows, tokens }) => [name, shown(rows), tokens === undefined ? '' : shown(tokens)]),
    ]),
    ...part(`Levels (reports that fit into ${shown(info.share)} tokens by rank; length against the text units they rest on)`, style, [
      ['level', 'communities', 'reports', 'fit', 'median tokens', 'of source'],
      ...info.levels.map(({ level, communities, reports, fitting, reportSizes, ratio }) => [
        String(level),
        shown(communities),
        shown(reports),
        shown(fitting),
        reportSizes === undefined ? '' : shown(reportSizes.median),
        ratio === undefined ? '' : `${shown(ratio * 100)} %`,
      ]),
    ]),
    ...part('Vectors', style, [
      ['space', 'vectors', 'dimensions', 'store'],
      ...info.vectors.map(({ space, count, dimensions, store }) => [
        plainLine(space),
        count === undefined ? '' : shown(count),
        dimensions === undefined ? '' : String(dimensions),
        store,
      ]),
    ]),
    ...lines('Sizes', style, [quantileLine('text units, tokens', info.unitSizes), quantileLine('degrees', info.graph?.degrees)]),
    ...(info.graph === undefined ? [] : lines('Graph', style, graphLines(info.graph))),
    ...lines('Found at opening', style, problemLines({ warnings: info.warnings.map(copied), failures: [] }, style)),
  ];
}

function graphLines({ hubs, isolated, variety }: GraphMeasures): (string | undefined)[] {
  const { relationships, descriptions, undescribed, commonest, pairs, bothWays, weights, dangling, entityTypes } = variety;
  return [
    hubs.length === 0 ? undefined : `hubs: ${hubs.map(({ title, degree }) => `${plainLine(title)} (${shown(degree)})`).join(', ')}`,
    `${counted(isolated, 'entity', 'entities')} without a relationship, ${counted(entityTypes, 'type')} of entities`,
    `${counted(relationships, 'relationship')}: ${counted(descriptions, 'different description')}, ${shown(undescribed)} without, ${counted(weights, 'different weight')}`,
    `${counted(pairs, 'pair')} of ends, ${shown(bothWays)} joined both ways, ${shown(dangling)} with an end that names no entity`,
    commonest === undefined ? undefined : `commonest description (${counted(commonest.count, 'time')}): ${plainLine(commonest.description).slice(0, 80)}`,
  ];
}

function quantileLine(name: string, quantiles: Quantiles | undefined): string | undefined {
  if (quantiles === undefined) return undefined;
  const { least, tenth, median, ninetieth, most, mean } = quantiles;
  return `${name}: least ${shown(least)}, 10 % ${shown(tenth)}, median ${shown(median)}, 90 % ${shown(ninetieth)}, most ${shown(most)}; mean ${shown(mean)}`;
}

function copied(warning: IndexInfo['warnings'][number]): Parameters<typeof problemLines>[0]['warnings'][number] {
  const { examples, ...rest } = warning;
  return { ...rest, ...(examples === undefined ? {} : { examples: [...examples] }) };
}

/** A titled table; nothing when it has no row but its head. */
function part(title: string, style: Style, rows: readonly (readonly string[])[]): string[] {
  if (rows.length < 2) return [];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  const printed = rows.map((row) => `  ${row.map((cell, column) => padded(cell, widths[column] ?? 0, column === 0 ? 'right' : 'left')).join('  ')}`.trimEnd());
  return ['', style.bold(title), style.dim(printed[0] ?? ''), ...printed.slice(1)];
}

function lines(title: string, style: Style, some: readonly (string | undefined)[]): string[] {
  const there = some.filter((line) => line !== undefined);
  return there.length === 0 ? [] : ['', style.bold(title), ...there.map((line) => `  ${line}`)];
}
