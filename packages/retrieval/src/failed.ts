import type { Failure, Result, Run } from '@graphwright/contract';

/**
 * The result of a retriever that cannot do its work. The layer is `schema`: what is there does not fit what was asked for.
 *
 * @param effect What it means for the answer, as a sentence.
 */
export function retrievalFailure(run: Run, failure: Pick<Failure, 'call' | 'code' | 'message' | 'effect'>): Result<never> {
  return { ok: false, failure: { stage: run.path, layer: 'schema', attempts: 1, ...failure } };
}
