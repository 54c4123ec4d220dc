import { GraphwrightError, recordKey, RecordMap, type Candidate, type Ranker, type RankerRequest, type Ref, type Run } from '@graphwright/contract';

/**
 * Orders candidates by the ranker that an option names, and checks that it lost none and made none.
 *
 * @throws GraphwrightError `ranker-invalid`, naming the first record that is missing, doubled or made up.
 */
export async function rank(run: Run, ranker: Ref<Ranker>, request: RankerRequest): Promise<readonly Candidate[]> {
  if (request.candidates.length === 0) return [];
  const ranked: unknown = await (await run.use(ranker)).rank(request, run);
  if (!isList(ranked)) throw invalid(ranker.use, request.section, 'something that is no list of candidates');
  if (ranked === request.candidates) return ranked;
  const waiting = new RecordMap<{ readonly candidate: Candidate; left: number }>();
  for (const candidate of request.candidates) {
    const before = waiting.get(candidate);
    if (before === undefined) waiting.set(candidate, { candidate, left: 1 });
    else before.left += 1;
  }
  for (const candidate of ranked) {
    const asked = waiting.get(candidate);
    if (asked === undefined || asked.left === 0) throw invalid(ranker.use, request.section, `${recordKey(candidate)} stands in its order once too often`);
    asked.left -= 1;
  }
  const lost = waiting.values.find(({ left }) => left > 0);
  if (lost !== undefined) throw invalid(ranker.use, request.section, `${recordKey(lost.candidate)} is missing from its order`);
  return ranked;
}

/** Rankers come from anywhere: what they return is looked at before it is walked over. */
function isList(value: unknown): value is readonly Candidate[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'table' in one && 'id' in one);
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
