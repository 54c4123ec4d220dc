import type { CommunityData, SampleData } from './data.ts';
import type { EntityRow, Graph, RelationshipRow } from './graph.ts';
import { contentIdOf, uuidOf } from './ids.ts';

/** A finding of a report, with its mark of citations. */
interface FindingRow {
  readonly summary: string;
  readonly explanation: string;
}

/** A community with its report. */
export interface CommunityRow {
  readonly id: string;
  readonly reportId: string;
  /** Its number: from 0, level by level. */
  readonly community: number;
  readonly level: number;
  /** −1 at a root. */
  readonly parent: number;
  readonly children: readonly number[];
  readonly entityIds: readonly string[];
  readonly relationshipIds: readonly string[];
  readonly textUnitIds: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly rating: number;
  readonly ratingExplanation: string;
  readonly findings: readonly FindingRow[];
  readonly fullContent: string;
}

interface Placed {
  readonly data: CommunityData;
  readonly level: number;
  readonly parent: number;
  readonly children: number[];
}

/** GraphRAG's reports name at most five ids a list, then `+more`. */
const MOST_IDS = 5;

/**
 * Derives the communities in the order of their numbers: their relationships are those between their entities, their text units
 * those of these relationships, as GraphRAG makes them.
 *
 * @throws Error when an entity stands in no leaf or in two.
 */
export function buildCommunities(data: SampleData, graph: Graph): CommunityRow[] {
  const placed = numbered(data.communities);
  const homes = data.communities.flatMap(namesOf);
  const twice = homes.find((name, index) => homes.indexOf(name) !== index);
  const nowhere = data.entities.find(({ name }) => !homes.includes(name))?.name;
  if (twice !== undefined || nowhere !== undefined) throw new Error(`"${twice ?? nowhere ?? ''}" has to stand in exactly one leaf community.`);
  return placed.map(({ data: community, level, parent, children }, number) => {
    const entities = namesOf(community).map((name) => graph.entityNamed(name));
    const ids = new Set(entities.map(({ id }) => id));
    const relationships = graph.relationships.filter(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId));
    const units = new Set(relationships.flatMap(({ textUnitIds }) => textUnitIds));
    const findings = community.findings.map(({ summary, explanation, about }) => ({
      summary,
      explanation: `${explanation} ${markOf(about.map((name) => graph.entityNamed(name)), graph)}`,
    }));
    const fullContent = [`# ${community.title}`, community.summary, ...findings.flatMap(({ summary, explanation }) => [`## ${summary}`, explanation])].join('\n\n');
    return {
      id: uuidOf('community', community.title),
      reportId: contentIdOf('report', fullContent),
      community: number,
      level,
      parent,
      children,
      entityIds: entities.map(({ id }) => id),
      relationshipIds: relationships.map(({ id }) => id),
      textUnitIds: graph.textUnits.filter(({ id }) => units.has(id)).map(({ id }) => id),
      title: community.title,
      summary: community.summary,
      rating: community.rating,
      ratingExplanation: community.ratingExplanation,
      findings,
      fullContent,
    };
  });
}

/** Level by level, within a level in the order of the parents. */
function numbered(roots: readonly CommunityData[]): Placed[] {
  const placed: Placed[] = roots.map((data) => ({ data, level: 0, parent: -1, children: [] }));
  for (let number = 0; number < placed.length; number++) {
    const parent = placed[number];
    for (const data of parent?.data.children ?? []) {
      parent?.children.push(placed.length);
      placed.push({ data, level: (parent?.level ?? 0) + 1, parent: number, children: [] });
    }
  }
  return placed;
}

function namesOf(community: CommunityData): string[] {
  return [...(community.entities ?? []), ...(community.children ?? []).flatMap(namesOf)];
}

function markOf(entities: readonly EntityRow[], graph: Graph): string {
  const ids = new Set(entities.map(({ id }) => id));
  const inside = ({ sourceId, targetId }: RelationshipRow): boolean => ids.has(sourceId) && ids.has(targetId);
  const numbers = entities.map((entity) => graph.entities.indexOf(entity)).toSorted((a, b) => a - b);
  const edges = graph.relationships.flatMap((relationship, number) => (inside(relationship) ? [number] : []));
  const parts = [`Entities (${listed(numbers)})`, ...(edges.length > 0 ? [`Relationships (${listed(edges)})`] : [])];
  return `[Data: ${parts.join('; ')}]`;
}

function listed(numbers: readonly number[]): string {
  return [...numbers.slice(0, MOST_IDS).map(String), ...(numbers.length > MOST_IDS ? ['+more'] : [])].join(', ');
}
