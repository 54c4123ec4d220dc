import { TABLE_NAMES, type OpenedIndex, type Tokenizer, type Warning } from '@graphwright/contract';
import { measureGraph, type GraphMeasures } from './graph.ts';
import { measureReports, type LevelMeasures } from './reports.ts';
import { quantilesOf, type Quantiles } from './quantiles.ts';
import { walk } from './walk.ts';

/** What `graphwright info` tells of an index; its JSON is this object. */
export interface IndexInfo {
  readonly source: { readonly format: string; readonly version: string; readonly folder: string };
  readonly fingerprint: string;
  /** Tables that are there: rows, and tokens of their texts. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly tokens: number | undefined }[];
  readonly levels: readonly LevelMeasures[];
  readonly vectors: readonly { readonly space: string; readonly table: string; readonly dimensions?: number; readonly count?: number; readonly store: string }[];
  /** Tokens of text units. */
  readonly unitSizes: Quantiles | undefined;
  readonly graph: GraphMeasures | undefined;
  /** What tokens were counted in. */
  readonly tokenizer: { readonly encoding: string; readonly exact: boolean };
  /** The share, in tokens, for which `levels` says how many reports fit. */
  readonly share: number;
  readonly warnings: readonly Warning[];
}

/** Measures an index. Reads every table once; the cost grows with the index. */
export async function measureIndex(index: OpenedIndex, tokenizer: Tokenizer, share: number, signal: AbortSignal): Promise<IndexInfo> {
  const { knowledge } = index;
  const unitTokens = new Map<string, number>();
  const tokens = new Map<string, number>();
  const count = (table: string, text: string | undefined): number => {
    const size = text === undefined ? 0 : tokenizer.count(text);
    tokens.set(table, (tokens.get(table) ?? 0) + size);
    return size;
  };
  await walk(knowledge, 'text_units', ['text'], (batch, row) => unitTokens.set(batch.ids[row] ?? '', count('text_units', batch.get(row, 'text'))), signal);
  await walk(knowledge, 'entities', ['description'], (batch, row) => void count('entities', batch.get(row, 'description')), signal);
  await walk(knowledge, 'covariates', ['description'], (batch, row) => void count('covariates', batch.get(row, 'description')), signal);
  await walk(knowledge, 'documents', ['text'], (batch, row) => void count('documents', batch.get(row, 'text')), signal);
  const graph = await measureGraph(knowledge, (text) => void count('relationships', text), signal);
  const levels = await measureReports(knowledge, unitTokens, (text) => count('community_reports', text), share, signal);
  return {
    source: index.source,
    fingerprint: knowledge.fingerprint,
    tables: TABLE_NAMES.flatMap((name) => {
      const rows = knowledge.facts.counts[name];
      return rows === undefined ? [] : [{ name, rows, tokens: tokens.get(name) }];
    }),
    levels,
    vectors: [
      ...index.vectors.map(({ space, table, dimensions, count: size }) => ({ space, table, dimensions, count: size, store: 'files' })),
      ...index.vectorLocations.map(({ space, table, format }) => ({ space, table, store: format })),
    ],
    unitSizes: quantilesOf([...unitTokens.values()]),
    graph,
    tokenizer: { encoding: tokenizer.encoding, exact: tokenizer.exact },
    share,
    warnings: index.warnings,
  };
}
