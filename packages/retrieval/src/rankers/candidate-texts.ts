import { rowFinder, type Batch, type Candidate, type Run, type TableName, type Tables } from '@graphwright/contract';

/** Reads the text of each of some records of one table, in their order; undefined for one that is not there. */
type TextReader = (ids: readonly string[], run: Run) => Promise<readonly (string | undefined)[]>;

const READERS: Readonly<Record<string, TextReader>> = {
  entities: reader('entities', ['title', 'description']),
  relationships: reader('relationships', ['sourceTitle', 'targetTitle', 'description']),
  covariates: reader('covariates', ['type', 'objectTitle', 'description']),
  community_reports: reader('community_reports', ['title', 'summary', 'fullContent']),
  communities: reader('communities', ['title']),
  text_units: reader('text_units', ['text']),
  documents: reader('documents', ['title']),
};

/**
 * What there is to read of some candidates, in their order: name and description, text, or report, in one line. Empty for a record
 * that is not there, or of a table that the index does not define. One look-up by key a table.
 */
export async function candidateTexts(candidates: readonly Candidate[], run: Run): Promise<string[]> {
  const texts = candidates.map(() => '');
  for (const table of new Set(candidates.map((candidate) => candidate.table))) {
    const places = candidates.flatMap((candidate, place) => (candidate.table === table ? [place] : []));
    const found = await READERS[table]?.(places.map((place) => candidates[place]?.id ?? ''), run);
    for (const [index, place] of places.entries()) texts[place] = found?.[index] ?? '';
  }
  return texts;
}

function reader<T extends TableName, C extends keyof Tables[T]>(table: T, columns: readonly C[]): TextReader {
  return async (ids, run) => {
    const batch = await run.knowledge.rows({ table, values: ids, columns, signal: run.signal });
    const rowOf = rowFinder(batch.ids, ids);
    return ids.map((_, position) => {
      const row = rowOf(position);
      return row === undefined ? undefined : lineOf(batch, row, columns);
    });
  };
}

function lineOf<T extends TableName, C extends keyof Tables[T]>(batch: Batch<T, C>, row: number, columns: readonly C[]): string {
  const values = columns.map((column) => batch.get(row, column)).filter((value) => typeof value === 'string');
  return values.map((value) => value.replaceAll(/\s+/gu, ' ').trim()).filter((value) => value !== '').join(' – ');
}
