import { defineKind, type Kind, type Tables } from '@graphwright/contract';

/** The tables whose rows the renderers of the house can print. */
export type RowTable = 'entities' | 'relationships' | 'text_units' | 'community_reports' | 'covariates';

/** What of a report is printed: the full text, the summary alone, or one row a finding. */
export type ReportContent = 'full' | 'summary' | 'findings';

/** One row, as a renderer sees it. */
export interface Row<T extends RowTable> {
  /** The id by which the row can be cited. */
  readonly label: string;
  /**
   * The main text as it is to be printed (a description, a report, a finding, the text of a source): chosen, shortened and
   * without citation marks where the section wants that. Undefined where the record has none.
   */
  readonly text: string | undefined;
  /** A column that the form names in `columns`. */
  get<C extends keyof Tables[T]>(column: C): Tables[T][C];
}

/** How the rows of one table read. */
export interface RowForm<T extends RowTable> {
  /** Columns that `row` and `print` read, beside the label and the main text. */
  readonly columns: readonly (keyof Tables[T])[];
  /** Which column is the label; the other one stands in where the record has none. */
  readonly label: 'humanReadableId' | 'ordinal';
  /** Whether two rows of a section must not share a label: the second then takes another one. */
  readonly uniqueLabels: boolean;
  /** What stands above the rows, with its line end, for a section of this name. */
  heading(name: string): string;
  /** A row with its line end: what is measured, and printed unless there is `print`. Depends on the row alone. */
  row(row: Row<T>): string;
  /** A row as it is printed, where that is not as it is measured. */
  print?(row: Row<T>): string;
  /** What stands there when no row is in; nothing when left out. */
  readonly empty?: (name: string) => string;
}

/** The port of renderers: how rows read in a prompt. */
export interface Renderer {
  readonly specVersion: 'v1';
  /** Its id and every option that changes a byte: counts of its rows are kept under this name. */
  readonly rendering: string;
  /** The form of a table's rows; `content` says what of a report is printed (`full` when left out). */
  form<T extends RowTable>(table: T, content?: ReportContent): RowForm<T>;
}

/** The kind of renderers. */
export const rendererKind: Kind<Renderer> = defineKind<Renderer>('renderer', 'v1', ['form']);

/** One form a table. */
export type RowForms = { readonly [T in RowTable]: RowForm<T> };
