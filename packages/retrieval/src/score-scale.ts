import { normOf, prepareQuery, scoreOf, type Run, type TableName, type VectorIndex } from '@graphwright/contract';

/** Records of a space that are compared with every question: enough for mean and deviation within a tenth. */
const SAMPLE = 256;
/** Stretches of the table that they are taken from, at even distances, so that no one document decides. */
const STRETCHES = 32;
/** Below so many vectors a deviation says nothing. */
const FEWEST = 16;

/** How the cosines of one question are spread over a space. */
export interface ScoreScale {
  readonly mean: number;
  /** Standard deviation, > 0. */
  readonly deviation: number;
}

const samples = new WeakMap<VectorIndex, readonly Float32Array[]>();

/**
 * The spread of the cosines of a question over a fixed sample of a space, by which scores of models with narrow and with wide cosines
 * compare: z = (cosine − mean) ÷ deviation. The sample is taken once for the life of the opened space.
 *
 * @returns undefined where there are fewer than 16 vectors, or no spread.
 * @throws GraphwrightError as `prepareQuery` does for a vector that does not fit.
 */
export async function scoreScale(vector: Float32Array, index: VectorIndex, table: TableName, run: Run): Promise<ScoreScale | undefined> {
  let stored = samples.get(index);
  if (stored === undefined) samples.set(index, (stored = await take(index, table, run)));
  const query = prepareQuery({ vector, k: stored.length }, index);
  const cosines = stored.map((one) => scoreOf(query, one, 0, normOf(one, 0, one.length))).filter(Number.isFinite);
  if (cosines.length < FEWEST) return undefined;
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const deviation = Math.sqrt(cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length);
  return deviation > 0 ? { mean, deviation } : undefined;
}

async function take(index: VectorIndex, table: TableName, { knowledge, signal }: Run): Promise<readonly Float32Array[]> {
  const rows = knowledge.facts.counts[table] ?? 0;
  const limit = Math.max(1, Math.floor(SAMPLE / STRETCHES));
  const offsets = rows <= SAMPLE ? [0] : Array.from({ length: STRETCHES }, (_, stretch) => Math.floor((stretch * (rows - limit)) / (STRETCHES - 1)));
  const pages = await Promise.all(
    offsets.map((offset) => knowledge.page({ table, columns: [], offset, limit: rows <= SAMPLE ? SAMPLE : limit, signal })),
  );
  const stored = await index.vectorsOf(pages.flatMap(({ ids }) => ids), signal);
  return stored.filter((vector) => vector !== undefined);
}
