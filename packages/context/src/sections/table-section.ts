import { GraphwrightError, rowFinder, type Found, type KnowledgeBase, type Section, type SectionEntry, type Tables, type TokenCounter } from '@graphwright/contract';
import { compactRenderer } from '../compact/renderer.ts';
import type { Renderer, ReportContent, Row, RowForm, RowTable } from '../renderer.ts';
import { rowsSection, type RowRecord, type RowText } from '../rows/rows-section.ts';
import { shorten } from '../text/shorten.ts';
import { labelled } from './labels.ts';

/** What the section of a table is made of. */
export interface TableSectionRequest {
  readonly knowledge: KnowledgeBase;
  /** Candidates of the section's table, best first; what the index does not have is dropped as `unavailable`. */
  readonly found: Found;
  /** The rows of the candidates, one for one, where whoever asks knows their labels already; looked up in the index when left out. */
  readonly rows?: readonly RowRecord[] | undefined;
  readonly tokens: TokenCounter;
  /** Its name in windows, ledger and citations; the usual one of the table when left out. */
  readonly name?: string | undefined;
  /** The name that its heading shows; `name` when left out. */
  readonly title?: string | undefined;
  /** How its rows read; compact when left out. */
  readonly renderer?: Renderer | undefined;
  /** Tokens beyond which the main text of a row is shortened, ≥ 1; the ledger then says by how much. Never when left out. */
  readonly maxTokens?: number | undefined;
  /** The order in which the rows that are in are printed; as offered when left out. */
  readonly arrange?: ((included: readonly SectionEntry[]) => readonly SectionEntry[]) | undefined;
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Gets a column of a row. */
type Get<T extends RowTable> = <C extends keyof Tables[T]>(column: C) => Tables[T][C];

/** What sets the section of one table apart. */
export interface TableSectionForm<T extends RowTable> {
  readonly table: T;
  readonly name: string;
  readonly content?: ReportContent;
  /** Columns that `texts` reads. */
  readonly textColumns: readonly (keyof Tables[T])[];
  /** The main texts of a record: one, or one a line where `divisible`; at least one. */
  texts(get: Get<T>): readonly (string | undefined)[];
  /** What `texts` depends on beside the record; kept out of the name of the counts when empty. */
  readonly variant?: string;
  readonly divisible?: boolean;
  /** What is in of a record whose texts are in unshortened; the whole when left out. */
  part?(id: string, lines: number, of: number): string;
}

/**
 * Makes a section of rows of one table: labels in one request, texts in blocks when they are needed.
 *
 * @throws GraphwrightError as `knowledge.rows` does; `folder-changed` from a fill or a rendering when a record has vanished.
 */
export async function tableSection<T extends RowTable>(section: TableSectionForm<T>, request: TableSectionRequest): Promise<Section> {
  const { tokens, maxTokens, renderer = compactRenderer(), name = section.name } = request;
  const form = renderer.form(section.table, section.content);
  const { rows, unavailable } = request.rows === undefined ? await label(section.table, form, request) : { rows: request.rows, unavailable: [] };
  const wholes = tokens.memo(`text/${section.table}${section.variant ?? ''}`);
  return rowsSection({
    name,
    rows,
    dropped: [...request.found.dropped, ...unavailable],
    caps: request.found.caps,
    tokens,
    rendering: `${renderer.rendering}/${section.table}${section.variant ?? ''}${maxTokens === undefined ? '' : `/${maxTokens}`}`,
    heading: form.heading(request.title ?? name),
    ...(form.empty === undefined ? {} : { empty: form.empty(request.title ?? name) }),
    divisible: section.divisible === true,
    texts: (records) => read(section, form, records, request, (id, text) => fitted(id, text)),
    part: ({ candidate }, lines, of) => partOf(section.part?.(candidate.id, lines, of), candidate.id, lines),
    ...(request.arrange === undefined ? {} : { arrange: request.arrange }),
    floor: request.floor,
    cap: request.cap,
  });

  function fitted(key: string, text: string): string {
    return maxTokens === undefined ? text : shorten(text, maxTokens, wholes.measure(key, text), tokens);
  }

  function partOf(what: string | undefined, id: string, lines: number): string | undefined {
    if (maxTokens === undefined) return what;
    const cuts: string[] = [];
    for (let line = 0; line < lines; line++) {
      const whole = wholes.get(lineKey(id, line)) ?? 0;
      if (whole > maxTokens) cuts.push(`text cut at ${maxTokens} of ${whole} tokens`);
    }
    const cut = cuts.length > 1 ? `${cuts.length} texts cut at ${maxTokens} tokens` : cuts[0];
    return what !== undefined && cut !== undefined ? `${what}, ${cut}` : (what ?? cut);
  }
}

async function label<T extends RowTable>(table: T, form: RowForm<T>, { knowledge, found, signal }: TableSectionRequest): Promise<ReturnType<typeof labelled>> {
  const values = found.candidates.map((candidate) => candidate.id);
  if (values.length === 0) return { rows: [], unavailable: [] };
  const numbers: readonly ('humanReadableId' | 'ordinal')[] = ['humanReadableId', 'ordinal'];
  const batch = await knowledge.rows({ table, values, columns: numbers, ...(signal === undefined ? {} : { signal }) });
  const find = rowFinder(batch.ids, values);
  return labelled(
    found.candidates,
    (position) => {
      const row = find(position);
      return row === undefined ? undefined : { humanReadableId: batch.get(row, 'humanReadableId'), ordinal: () => batch.get(row, 'ordinal') };
    },
    form,
  );
}

async function read<T extends RowTable>(
  section: TableSectionForm<T>,
  form: RowForm<T>,
  records: readonly RowRecord[],
  { knowledge, signal }: TableSectionRequest,
  fitted: (key: string, text: string) => string,
): Promise<(position: number) => RowText> {
  const values = records.map(({ candidate }) => candidate.id);
  const columns = [...new Set([...form.columns, ...section.textColumns])];
  const batch = await knowledge.rows({ table: section.table, values, columns, ...(signal === undefined ? {} : { signal }) });
  const find = rowFinder(batch.ids, values);
  return (position) => {
    const row = find(position);
    const record = records[position];
    if (row === undefined || record === undefined) throw vanished(section.table, values[position] ?? '');
    const get: Get<T> = (column) => batch.get(row, column);
    const shown = section.texts(get).map((text, line): Row<T> => ({
      label: record.label ?? '',
      text: text === undefined ? undefined : fitted(lineKey(record.candidate.id, line), text),
      get,
    }));
    const lines = shown.map((one) => form.row(one));
    return form.print === undefined ? { lines } : { lines, printed: shown.flatMap((one) => form.print?.(one) ?? []) };
  };
}

function lineKey(id: string, line: number): string {
  return line === 0 ? id : `${id}#${line}`;
}

function vanished(table: string, id: string): GraphwrightError {
  return new GraphwrightError({
    code: 'folder-changed',
    message: `The record ${id} was there when the section was made, and is gone.`,
    where: { table },
    next: 'Open the index again.',
  });
}
