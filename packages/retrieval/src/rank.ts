import { GraphwrightError, recordKey, RecordMap, type Candidate, type Ranker, type RankerRequest, type Ref, type Run } from '@graphwright/contract';

/**
 * Orders candidates by the ranker that an option names, and checks that it lost none and made none.
 *
 * @throws GraphwrightError `ranker-invalid`, naming the first record that is missing, doubled or made up.
 */
export async function rank(run: Run, ranker: Ref<Ranker>, request: RankerRequest): Promise<readonly Candidate[]> {
  if (request.candidates.length === 0) return [];
  const ranked = await (await run.use(ranker)).rank(request, run);
  if (ranked === request.candidates) return ranked;
  const waiting = new RecordMap<number>();
  for (const candidate of request.candidates) waiting.set(candidate, (waiting.get(candidate) ?? 0) + 1);
  for (const candidate of ranked) {
    const left = waiting.get(candidate) ?? 0;
    if (left === 0) throw invalid(ranker.use, request.section, `${recordKey(candidate)} stands in its order once too often`);
    waiting.set(candidate, left - 1);
  }
  const lost = request.candidates.find((candidate) => (waiting.get(candidate) ?? 0) > 0);
  if (lost !== undefined) throw invalid(ranker.use, request.section, `${recordKey(lost)} is missing from its order`);
  return ranked;
}

function invalid(ranker: string, section: string, found: string): GraphwrightError {
  return new GraphwrightError({
    code: 'ranker-invalid',
    message: `The ranker ${ranker} does not return the candidates that it was given for ${section}.`,
    expected: 'the same candidates in another order',
    found,
    where: { plugin: ranker },
    next: 'A ranker may change the order and the scores, and nothing else.',
  });
}
