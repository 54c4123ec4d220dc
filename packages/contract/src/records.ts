/** A node of the graph: a thing that texts speak of. */
export interface EntityColumns {
  id: string;
  /** Row number in the table as stored, from 0; GraphRAG cites text units by it. */
  ordinal: number;
  /** The short number that people and prompts use; unique within a table of one index only. */
  humanReadableId: string | undefined;
  title: string;
  type: string | undefined;
  /** Absent (null in the file) and empty are two things. */
  description: string | undefined;
  /** Number of relationships, as the index states it. */
  degree: number | undefined;
  /** Number of text units that name the entity, as the index states it. */
  frequency: number | undefined;
  /** In the order of the communities table. */
  communityIds: readonly string[];
  textUnitIds: readonly string[];
}

/** An edge of the graph, directed from source to target. */
export interface RelationshipColumns {
  id: string;
  ordinal: number;
  humanReadableId: string | undefined;
  /** Absent when the source's title names no entity. */
  sourceId: string | undefined;
  /** Absent when the target's title names no entity. */
  targetId: string | undefined;
  /** The title as stored, also when it names no entity. */
  sourceTitle: string;
  targetTitle: string;
  description: string | undefined;
  weight: number | undefined;
  /** Degree of the source plus degree of the target, as the index states it (GraphRAG ranks by it). */
  combinedDegree: number | undefined;
  textUnitIds: readonly string[];
}

/** A piece of a source document: the evidence. */
export interface TextUnitColumns {
  id: string;
  ordinal: number;
  humanReadableId: string | undefined;
  text: string | undefined;
  /** Tokens as the indexer counted them, in its own encoding. */
  tokenCount: number | undefined;
  documentIds: readonly string[];
  entityIds: readonly string[];
  relationshipIds: readonly string[];
  covariateIds: readonly string[];
}

/** A cluster of entities, one node of the tree of communities. */
export interface CommunityColumns {
  id: string;
  ordinal: number;
  /** The number of the community, by which GraphRAG joins and prints. */
  humanReadableId: string | undefined;
  title: string;
  /** 0 is the coarsest level. */
  level: number;
  /** Absent at a root. */
  parentId: string | undefined;
  childIds: readonly string[];
  entityIds: readonly string[];
  relationshipIds: readonly string[];
  textUnitIds: readonly string[];
  /** The date on which the community was made, as stored (ISO day). */
  period: string | undefined;
  size: number | undefined;
}

/** One finding of a community report. */
export interface Finding {
  readonly summary: string;
  readonly explanation: string;
}

/** A written summary of a community. */
export interface CommunityReportColumns {
  id: string;
  ordinal: number;
  /** The number of the community, by which GraphRAG cites the report. */
  humanReadableId: string | undefined;
  /** Absent when the report names a community that is not there. */
  communityId: string | undefined;
  level: number;
  title: string;
  summary: string | undefined;
  fullContent: string | undefined;
  findings: readonly Finding[];
  /** Importance from 0 to 10, as the model rated it. */
  rank: number | undefined;
  rankExplanation: string | undefined;
}

/** A claim about an entity. */
export interface CovariateColumns {
  id: string;
  ordinal: number;
  humanReadableId: string | undefined;
  covariateType: string | undefined;
  type: string | undefined;
  description: string | undefined;
  /** Absent when the subject's title names no entity. */
  subjectId: string | undefined;
  subjectTitle: string | undefined;
  objectTitle: string | undefined;
  status: string | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  sourceText: string | undefined;
  textUnitId: string | undefined;
}

/** A document that was indexed. */
export interface DocumentColumns {
  id: string;
  ordinal: number;
  humanReadableId: string | undefined;
  title: string;
  text: string | undefined;
  textUnitIds: readonly string[];
  creationDate: string | undefined;
  /** JSON text, as stored. */
  metadata: string | undefined;
}

/** The columns of every table, under GraphRAG's own table names: one shape whatever the version of the index. */
export interface Tables {
  entities: EntityColumns;
  relationships: RelationshipColumns;
  text_units: TextUnitColumns;
  communities: CommunityColumns;
  community_reports: CommunityReportColumns;
  covariates: CovariateColumns;
  documents: DocumentColumns;
}

/** The name of a table of an index. */
export type TableName = keyof Tables;

/** All table names, in the order in which they are listed everywhere. */
export const TABLE_NAMES: readonly TableName[] = [
  'entities',
  'relationships',
  'text_units',
  'communities',
  'community_reports',
  'covariates',
  'documents',
];

/** The keys by which rows of a table can be looked up: a closed list, so that every store can hold an index for each. */
export interface LookupKeys {
  /** `name` is the title in the form of `normaliseName`, `nameWord` any one of the `nameWords` of the title. */
  entities: 'id' | 'humanReadableId' | 'title' | 'name' | 'nameWord' | 'communityId';
  relationships: 'id' | 'humanReadableId';
  text_units: 'id' | 'humanReadableId' | 'ordinal';
  communities: 'id' | 'humanReadableId' | 'level' | 'parentId';
  community_reports: 'id' | 'humanReadableId' | 'communityId' | 'level';
  covariates: 'id' | 'humanReadableId' | 'subjectId';
  documents: 'id' | 'humanReadableId' | 'title';
}

/**
 * Which columns point at records of which table, always by id. A knowledge base over several indexes qualifies just these
 * columns and every `id`.
 */
export const REFERENCE_COLUMNS = {
  entities: { communityIds: 'communities', textUnitIds: 'text_units' },
  relationships: { sourceId: 'entities', targetId: 'entities', textUnitIds: 'text_units' },
  text_units: {
    documentIds: 'documents',
    entityIds: 'entities',
    relationshipIds: 'relationships',
    covariateIds: 'covariates',
  },
  communities: {
    parentId: 'communities',
    childIds: 'communities',
    entityIds: 'entities',
    relationshipIds: 'relationships',
    textUnitIds: 'text_units',
  },
  community_reports: { communityId: 'communities' },
  covariates: { subjectId: 'entities', textUnitId: 'text_units' },
  documents: { textUnitIds: 'text_units' },
} as const satisfies { [T in TableName]: { [C in keyof Tables[T]]?: TableName } };

/**
 * Names one record. `table` is a table of the index or one that a strategy makes for itself (map points, sub-questions),
 * which is why it is a string.
 */
export interface RecordRef {
  readonly table: string;
  readonly id: string;
}

/** One string for a record, usable as a key of maps and as the last key of a sort. */
export function recordKey(record: RecordRef): string {
  return `${record.table} ${record.id}`;
}
