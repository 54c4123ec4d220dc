import type { Embedder, KnowledgeBase, TableName, Warning } from '@graphwright/contract';
import type { SurveyRow, SurveyRows } from './rows.ts';
import type { ScannedSpace } from './scan-vectors.ts';

/** A table as the checks see it; one that is not in the index has no rows. */
export interface SurveyTable<R extends SurveyRow> {
  readonly isThere: boolean;
  /** In stored order. */
  readonly rows: readonly R[];
  /** The first row of each id. */
  readonly byId: ReadonlyMap<string, R>;
}

/** The tables as the checks see them. */
export type SurveyTables = { readonly [T in TableName]: SurveyTable<SurveyRows[T]> };

/** Everything that the checks look at: made by one walk a table and one a vector space, small enough to stay in memory. */
export interface Survey {
  readonly tables: SurveyTables;
  readonly spaces: readonly ScannedSpace[];
  /** Spaces whose vectors lie in a database that was not opened. */
  readonly unopened: readonly { readonly space: string; readonly table: TableName; readonly format: string }[];
  /** What was found amiss at opening. */
  readonly warnings: readonly Warning[];
  /** For the few texts that are embedded again; no check walks a table. */
  readonly knowledge: KnowledgeBase;
  readonly embedder: Embedder | undefined;
  /** Tokens of a context. */
  readonly window: number;
  readonly signal: AbortSignal | undefined;
}
