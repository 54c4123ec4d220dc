import type { Budget, Found, Ranker, Ref, Request, Run, Section, SectionMaker } from '@graphwright/contract';
import { filterFound, rank, recordSet } from '@graphwright/retrieval';
import type { LocalOptions } from './options.ts';
import type { SectionName } from './profiles.ts';
import type { Entrance } from './seeds.ts';

/** By which plugins a section is ordered and made. */
const PARTS = {
  entities: ({ entityOrder, entitySection }) => [entityOrder, entitySection],
  relationships: ({ relationshipOrder, relationshipSection }) => [relationshipOrder, relationshipSection],
  claims: ({ claimOrder, claimSection }) => [claimOrder, claimSection],
  reports: ({ reportOrder, reportSection }) => [reportOrder, reportSection],
  sources: ({ sourceOrder, sourceSection }) => [sourceOrder, sourceSection],
} as const satisfies Record<SectionName, (options: LocalOptions) => readonly [Ref<Ranker>, Ref<SectionMaker>]>;

/**
 * Makes the sections of a window from what was found, in the order in which they are offered: each ranked, then without what the
 * caller knows already, with its floor in rows and its cap in tokens of this budget.
 */
export async function makeSections(
  material: ReadonlyMap<SectionName, Found>,
  entrance: Entrance,
  request: Request,
  budget: Budget,
  run: Run,
  options: LocalOptions,
): Promise<Section[]> {
  const known = recordSet(request.known ?? []);
  const sections: Section[] = [];
  for (const [name, found] of material) {
    const [order, maker] = PARTS[name](options);
    const { candidates } = found;
    const ranked = await rank(run, order, { question: request.question, section: name, candidates, seeds: entrance.seeds });
    const share = options.capShares[name];
    sections.push(
      await (await run.use(maker)).make(
        {
          name,
          found: filterFound({ ...found, candidates: ranked }, { known }),
          tokens: run.tokens,
          floor: options.floors[name],
          ...(share < 1 ? { cap: Math.floor(share * budget.context) } : {}),
        },
        run,
      ),
    );
  }
  return sections;
}
