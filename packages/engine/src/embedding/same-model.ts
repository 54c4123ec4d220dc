import { cosineOf, type KnowledgeBase, type Result, type TableName, type Tables, type VectorIndex } from '@graphwright/contract';

/** Stored texts that are embedded again. */
const TEXTS = 5;
/** Rows that are looked at for them. */
const ROWS = 64;

/** A record of a space with the text that its vector stands for. */
interface StoredText {
  readonly id: string;
  readonly text: string;
}

type Texts = (knowledge: KnowledgeBase, signal: AbortSignal) => Promise<readonly StoredText[]>;

/**
 * The texts of the standard spaces, as every version of GraphRAG embedded them: the values of some columns, with a colon between two. What other
 * spaces hold is not known, so their model cannot be checked.
 */
const SPACE_TEXTS: Readonly<Record<string, Texts | undefined>> = {
  entity_description: textsOf('entities', ['title', 'description']),
  text_unit_text: textsOf('text_units', ['text']),
  community_full_content: textsOf('community_reports', ['fullContent']),
};

/** The outcome of a comparison: the median cosine of stored vectors with those made again; undefined where nothing could be compared. */
export type Comparison = { readonly cosine: number; readonly texts: number } | undefined;

/**
 * Embeds some stored texts of a space again and compares. The median counts, so that one vector that an update left behind decides nothing.
 *
 * @returns The failure of the embedder.
 */
export async function compareModels(
  { space, index, knowledge, signal }: { readonly space: string; readonly index: VectorIndex; readonly knowledge: KnowledgeBase; readonly signal: AbortSignal },
  embed: (texts: readonly string[]) => Promise<Result<readonly Float32Array[]>>,
): Promise<Result<Comparison>> {
  const stored = (await SPACE_TEXTS[space]?.(knowledge, signal)) ?? [];
  const vectors = await index.vectorsOf(stored.map(({ id }) => id), signal);
  const pairs = stored.flatMap(({ text }, row) => {
    const vector = vectors[row];
    return vector === undefined ? [] : [{ text, vector }];
  });
  const some = pairs.slice(0, TEXTS);
  if (some.length === 0) return { ok: true, value: undefined };
  const again = await embed(some.map(({ text }) => text));
  if (!again.ok) return again;
  const cosines = some.map(({ vector }, row) => cosineOf(vector, again.value[row] ?? new Float32Array())).toSorted((a, b) => a - b);
  return { ok: true, value: { cosine: cosines[Math.floor(cosines.length / 2)] ?? 0, texts: some.length } };
}

function textsOf<T extends TableName>(table: T, columns: readonly (keyof Tables[T])[]): Texts {
  return async (knowledge, signal) => {
    if (knowledge.facts.counts[table] === undefined) return [];
    const batch = await knowledge.page({ table, columns, offset: 0, limit: ROWS, signal });
    return batch.ids.flatMap((id, row) => {
      const values = columns.map((column) => batch.get(row, column));
      return values.every((value) => typeof value === 'string' && value !== '') ? [{ id, text: values.join(':') }] : [];
    });
  };
}
