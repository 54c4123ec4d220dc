import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { SampleData } from './data.ts';
import { contentIdOf, uuidOf } from './ids.ts';
import { mentionsOf } from './mentions.ts';

/** A piece of a document: one paragraph, the heading with the first. */
interface TextUnitRow {
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
  readonly documentId: string;
  readonly entityIds: string[];
  readonly relationshipIds: string[];
  readonly covariateIds: string[];
}

/** An entity with what is derived from the texts and the relationships. */
export interface EntityRow {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly textUnitIds: readonly string[];
  readonly degree: number;
}

/** A relationship with what is derived from its ends. */
export interface RelationshipRow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly description: string;
  readonly weight: number;
  readonly combinedDegree: number;
  readonly textUnitIds: readonly string[];
}

/** A claim with the text unit that it was taken from. */
interface ClaimRow {
  readonly id: string;
  readonly subject: string;
  readonly object: string;
  readonly type: string;
  readonly status: string;
  readonly from: string;
  readonly to: string;
  readonly description: string;
  readonly quote: string;
  readonly textUnitId: string;
}

/** Documents, text units and the graph over them. */
export interface Graph {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string; readonly textUnitIds: readonly string[] }[];
  readonly textUnits: readonly TextUnitRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly claims: readonly ClaimRow[];
  /** The entity of a name as the data files spell it. @throws Error for a name that is no entity. */
  entityNamed(name: string): EntityRow;
}

/** GraphRAG writes the titles of entities in capitals. */
function titleOf(name: string): string {
  return name.toUpperCase();
}

/**
 * Derives text units, mentions, degrees and ids from the data.
 *
 * @throws Error for an entity or relationship that no text unit supports, a claim whose quote is nowhere, an unknown or repeated
 * name: a sample that explains retrieval must not have such gaps.
 */
export function buildGraph(data: SampleData): Graph {
  const { documents, textUnits } = cutDocuments(data);
  const mentions = new Map(data.entities.map(({ name, aliases }) => [name, mentionsOf([name, ...aliases])]));
  if (mentions.size < data.entities.length) throw new Error('Two entities have one name.');
  const unitsOf = (name: string): TextUnitRow[] => {
    const mentioned = mentions.get(name);
    if (mentioned === undefined) throw new Error(`"${name}" is no entity.`);
    return textUnits.filter((unit) => mentioned(unit.text));
  };
  const degrees = new Map<string, number>();
  for (const { from, to } of data.relationships) for (const end of [from, to]) degrees.set(end, (degrees.get(end) ?? 0) + 1);

  const byName = new Map<string, EntityRow>();
  for (const { name, type, description } of data.entities) {
    const units = unitsOf(name);
    if (units.length === 0) throw new Error(`No document mentions "${name}".`);
    const id = uuidOf('entity', name);
    for (const unit of units) unit.entityIds.push(id);
    const textUnitIds = units.map((unit) => unit.id);
    byName.set(name, { id, title: titleOf(name), type: type.toUpperCase(), description, textUnitIds, degree: degrees.get(name) ?? 0 });
  }
  const entityNamed = (name: string): EntityRow => {
    const entity = byName.get(name);
    if (entity === undefined) throw new Error(`"${name}" is no entity.`);
    return entity;
  };
  const relationships = data.relationships.map(({ from, to, weight, description }): RelationshipRow => {
    const [source, target] = [entityNamed(from), entityNamed(to)];
    const shared = unitsOf(from).filter((unit) => target.textUnitIds.includes(unit.id));
    if (shared.length === 0) throw new Error(`No text unit names both "${from}" and "${to}".`);
    const id = uuidOf('relationship', from, to);
    for (const unit of shared) unit.relationshipIds.push(id);
    return {
      id,
      source: source.title,
      target: target.title,
      sourceId: source.id,
      targetId: target.id,
      description,
      weight,
      combinedDegree: source.degree + target.degree,
      textUnitIds: shared.map((unit) => unit.id),
    };
  });
  if (new Set(relationships.map(({ id }) => id)).size < relationships.length) throw new Error('A relationship is listed twice.');
  const claims = data.claims.map((claim): ClaimRow => {
    const unit = textUnits.find(({ text }) => text.includes(claim.quote));
    if (unit === undefined) throw new Error(`No text unit holds the quote "${claim.quote}".`);
    const id = uuidOf('claim', claim.subject, claim.type);
    unit.covariateIds.push(id);
    const object = claim.object === 'NONE' ? 'NONE' : entityNamed(claim.object).title;
    return { ...claim, id, subject: entityNamed(claim.subject).title, object, type: claim.type.toUpperCase(), textUnitId: unit.id };
  });
  return { documents, textUnits, entities: [...byName.values()], relationships, claims, entityNamed };
}

function cutDocuments(data: SampleData): Pick<Graph, 'documents' | 'textUnits'> {
  const textUnits: TextUnitRow[] = [];
  const documents = data.documents.map(({ title, text }) => {
    const id = contentIdOf('document', text);
    const units = paragraphsOf(text).map(
      (paragraph): TextUnitRow => ({
        id: contentIdOf('text unit', paragraph),
        text: paragraph,
        tokens: countTokens(paragraph),
        documentId: id,
        entityIds: [],
        relationshipIds: [],
        covariateIds: [],
      }),
    );
    textUnits.push(...units);
    return { id, title, text, textUnitIds: units.map((unit) => unit.id) };
  });
  return { documents, textUnits };
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let heading = '';
  for (const paragraph of text.split(/\n{2,}/u)) {
    if (paragraph.startsWith('#')) heading += `${paragraph}\n\n`;
    else {
      paragraphs.push(`${heading}${paragraph}`);
      heading = '';
    }
  }
  return paragraphs;
}
