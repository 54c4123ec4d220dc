import {
  isGraphwrightError,
  NearestHits,
  normOf,
  prepareQuery,
  scoreOf,
  type Result,
  type Run,
  type SearchHit,
  type VectorIndex,
  type VectorQuery,
} from '@graphwright/contract';
import { retrievalFailure } from './failed.ts';

/** A space with the vectors of some questions in it. */
export interface QuestionVectors {
  readonly index: VectorIndex;
  /** One a question, in order. */
  readonly vectors: readonly Float32Array[];
  /** The cosines of some records with one of the vectors, rounded as searches round them; without those that have no vector. Reads these records alone. */
  scores(vector: Float32Array, ids: readonly string[]): Promise<Result<ReadonlyMap<string, number>>>;
  /** Searches the space by one of the vectors. */
  search(vector: Float32Array, query: Omit<VectorQuery, 'vector' | 'signal'>): Promise<Result<readonly SearchHit[]>>;
}

/** The faults of a space or a vector that are a failed call, not a broken program: whoever has another way goes on without. */
const SOFT: ReadonlySet<string> = new Set(['dimension-mismatch', 'need-unmet', 'space-missing', 'unsupported', 'vector-invalid']);

/**
 * Embeds questions for a space. The space is opened first, so that nothing is paid for an index without vectors.
 *
 * @param call Who asks, as failures name it.
 * @returns The failure of the embedder (`dimension-mismatch`, naming both sizes, where it is another model's), or `space-missing`, `space-empty`.
 */
export async function embedQuestions(questions: readonly string[], space: string, call: string, run: Run): Promise<Result<QuestionVectors>> {
  const effect = `Nothing is found through the vectors of ${space}.`;
  const softly = async <T>(work: () => Promise<T>): Promise<Result<T>> => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!isGraphwrightError(error) || !SOFT.has(error.code)) throw error;
      // Without the place: what an Answer says must not depend on where an index lies.
      const message = [error.summary, error.found === undefined ? '' : `Found: ${error.found}.`, error.next ?? ''].filter((part) => part !== '').join(' ');
      return retrievalFailure(run, { call, code: error.code, message, effect });
    }
  };
  const opened = await softly(() => run.vectors(space));
  if (!opened.ok) return opened;
  const index = opened.value;
  if (index.size === 0) {
    return retrievalFailure(run, { call, code: 'space-empty', message: `The vector space ${space} holds no vector.`, effect });
  }
  const embedded = await run.embed(questions, { space, dimensions: index.dimensions });
  if (!embedded.ok) return embedded;
  return {
    ok: true,
    value: {
      index,
      vectors: embedded.value,
      scores: (vector, ids) => softly(() => scoresOf(vector, ids, index, run.signal)),
      search: (vector, query) => softly(() => index.search({ ...query, vector, signal: run.signal })),
    },
  };
}

async function scoresOf(vector: Float32Array, ids: readonly string[], index: VectorIndex, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const query = prepareQuery({ vector, k: ids.length }, index);
  const stored = await index.vectorsOf(ids, signal);
  const hits = new NearestHits({ k: ids.length });
  for (const [place, id] of ids.entries()) {
    const one = stored[place];
    if (one !== undefined) hits.offer(id, scoreOf(query, one, 0, normOf(one, 0, one.length)));
  }
  return new Map(hits.hits().map(({ id, score }) => [id, score]));
}
