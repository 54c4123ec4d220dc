import type { Tables } from '@graphwright/contract';

/** What every row of a survey has: an id, and a name by which a person knows the record. */
export interface SurveyRow {
  readonly id: string;
  readonly name: string;
}

/** An entity, without its texts. */
export interface EntityRow extends SurveyRow, Readonly<Pick<Tables['entities'], 'humanReadableId' | 'degree' | 'communityIds' | 'textUnitIds'>> {
  readonly described: boolean;
}

/** A relationship, without its texts. */
export interface RelationshipRow
  extends SurveyRow,
    Readonly<Pick<Tables['relationships'], 'humanReadableId' | 'sourceId' | 'targetId' | 'sourceTitle' | 'targetTitle' | 'weight' | 'textUnitIds'>> {
  /** A digest of the description without case and white space; undefined for one that is absent or empty. */
  readonly description: number | undefined;
}

/** A text unit, without its text. */
interface TextUnitRow extends SurveyRow, Readonly<Pick<Tables['text_units'], 'documentIds' | 'entityIds' | 'relationshipIds' | 'covariateIds'>> {
  readonly written: boolean;
  readonly tokens: number;
}

/** A community. */
export interface CommunityRow
  extends SurveyRow,
    Readonly<Pick<Tables['communities'], 'level' | 'parentId' | 'childIds' | 'entityIds' | 'relationshipIds' | 'textUnitIds' | 'period' | 'size'>> {}

/** A report, without its texts. */
export interface ReportRow extends SurveyRow, Readonly<Pick<Tables['community_reports'], 'communityId' | 'level' | 'rank'>> {
  readonly hasContent: boolean;
  readonly hasSummary: boolean;
  /** Tokens of the full content. */
  readonly tokens: number;
  /** The numbers that the text cites as `[Data: Entities (5, 8)]`, each once. */
  readonly cited: { readonly entities: readonly string[]; readonly relationships: readonly string[] };
}

/** A claim, without its texts. */
interface ClaimRow extends SurveyRow, Readonly<Pick<Tables['covariates'], 'subjectId' | 'subjectTitle' | 'textUnitId'>> {}

/** A document, without its text. */
interface DocumentRow extends SurveyRow, Readonly<Pick<Tables['documents'], 'textUnitIds'>> {}

/** The rows of every table. */
export interface SurveyRows {
  entities: EntityRow;
  relationships: RelationshipRow;
  text_units: TextUnitRow;
  communities: CommunityRow;
  community_reports: ReportRow;
  covariates: ClaimRow;
  documents: DocumentRow;
}
