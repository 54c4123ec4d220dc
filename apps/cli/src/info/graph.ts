import { compareStrings, type KnowledgeBase } from '@graphwright/contract';
import { quantilesOf, type Quantiles } from './quantiles.ts';
import { walk } from './walk.ts';

/** The shape of the graph: degrees, and how varied its relationships are. */
export interface GraphMeasures {
  /** Relationships at an entity, counted here and not as the index states them. */
  readonly degrees: Quantiles | undefined;
  /** Entities without any relationship. */
  readonly isolated: number;
  /** The entities with most relationships, at most five. */
  readonly hubs: readonly { readonly title: string; readonly degree: number }[];
  readonly variety: {
    readonly relationships: number;
    /** Different descriptions, compared without case and white space. */
    readonly descriptions: number;
    /** Relationships with no description, or an empty one. */
    readonly undescribed: number;
    /** The most frequent description, when it stands more than once. */
    readonly commonest: { readonly description: string; readonly count: number } | undefined;
    /** Different pairs of ends, whatever the direction. */
    readonly pairs: number;
    /** Pairs that are joined in both directions. */
    readonly bothWays: number;
    /** Different weights. */
    readonly weights: number;
    /** Relationships with an end that names no entity. */
    readonly dangling: number;
    /** Different types of entities. */
    readonly entityTypes: number;
  };
}

const HUBS = 5;
/** Enough to recognise a description by; a long one is not kept whole for every relationship. */
const DESCRIPTION_KEY = 200;

/** Measures the graph; undefined where the index has no entities. Hands every description of a relationship to `count`. */
export async function measureGraph(knowledge: KnowledgeBase, count: (text: string | undefined) => void, signal: AbortSignal): Promise<GraphMeasures | undefined> {
  if (knowledge.facts.counts.entities === undefined) return undefined;
  const titles = new Map<string, string>();
  const types = new Set<string>();
  await walk(
    knowledge,
    'entities',
    ['title', 'type'],
    (batch, row) => {
      titles.set(batch.ids[row] ?? '', batch.get(row, 'title'));
      types.add(batch.get(row, 'type') ?? '');
    },
    signal,
  );
  const degrees = new Map([...titles.keys()].map((id) => [id, 0]));
  const descriptions = new Map<string, { description: string; count: number }>();
  const directed = new Set<string>();
  const weights = new Set<number>();
  let [undescribed, dangling, relationships] = [0, 0, 0];
  await walk(
    knowledge,
    'relationships',
    ['sourceId', 'targetId', 'sourceTitle', 'targetTitle', 'description', 'weight'],
    (batch, row) => {
      relationships++;
      const ends = [batch.get(row, 'sourceId'), batch.get(row, 'targetId')];
      for (const end of new Set(ends)) if (end !== undefined) degrees.set(end, (degrees.get(end) ?? 0) + 1);
      if (ends.includes(undefined)) dangling++;
      directed.add(JSON.stringify([batch.get(row, 'sourceTitle'), batch.get(row, 'targetTitle')]));
      const weight = batch.get(row, 'weight');
      if (weight !== undefined) weights.add(weight);
      const description = batch.get(row, 'description');
      count(description);
      if (description === undefined || description.trim() === '') undescribed++;
      else {
        const key = description.toLowerCase().replaceAll(/\s+/gu, ' ').slice(0, DESCRIPTION_KEY);
        const known = descriptions.get(key);
        if (known === undefined) descriptions.set(key, { description, count: 1 });
        else known.count++;
      }
    },
    signal,
  );
  const commonest = [...descriptions.values()].toSorted((a, b) => b.count - a.count || compareStrings(a.description, b.description))[0];
  const bothWays = [...directed].filter((pair) => isReversed(pair, directed)).length;
  const hubs = [...degrees].filter(([, degree]) => degree > 0).toSorted(([a, x], [b, y]) => y - x || compareStrings(a, b));
  return {
    degrees: quantilesOf([...degrees.values()]),
    isolated: [...degrees.values()].filter((degree) => degree === 0).length,
    hubs: hubs.slice(0, HUBS).map(([id, degree]) => ({ title: titles.get(id) ?? id, degree })),
    variety: {
      relationships,
      descriptions: descriptions.size,
      undescribed,
      commonest: commonest === undefined || commonest.count < 2 ? undefined : { ...commonest },
      pairs: directed.size - bothWays / 2,
      bothWays: bothWays / 2,
      weights: weights.size,
      dangling,
      entityTypes: types.size,
    },
  };
}

function isReversed(pair: string, directed: ReadonlySet<string>): boolean {
  const ends: unknown = JSON.parse(pair);
  if (!Array.isArray(ends) || ends[0] === ends[1]) return false;
  return directed.has(JSON.stringify(ends.toReversed()));
}
