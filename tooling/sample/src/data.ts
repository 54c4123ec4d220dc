import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings } from '@graphwright/contract';
import { parse } from 'yaml';
import { z } from 'zod';

const text = z.string().trim().min(1);

const entitySchema = z.strictObject({ name: text, type: text, description: text, aliases: z.array(text).default([]) });
const relationshipSchema = z.strictObject({ from: text, to: text, weight: z.number().positive(), description: text });
const claimSchema = z.strictObject({
  subject: text,
  /** `NONE` where the claim is about nothing else. */
  object: text,
  type: text,
  status: z.enum(['TRUE', 'FALSE', 'SUSPECTED']),
  from: text,
  to: text,
  description: text,
  quote: text,
});
const findingSchema = z.strictObject({ summary: text, explanation: text, about: z.array(text).min(1) });

/** A community as it is written down: a leaf lists its entities, the others hold those of their children. */
export interface CommunityData {
  readonly title: string;
  readonly rating: number;
  readonly ratingExplanation: string;
  readonly summary: string;
  readonly findings: readonly z.infer<typeof findingSchema>[];
  readonly entities?: readonly string[] | undefined;
  readonly children?: readonly CommunityData[] | undefined;
}

const sourceSchema = z.strictObject({ document: text, quote: text });
const questionSchema = z.strictObject({
  question: text,
  kind: z.enum(['fact', 'two-facts', 'relation', 'other-form', 'described']),
  sources: z.array(sourceSchema).min(1),
});

/** A question to the sample with the sources that answer it: a document's title, and what stands verbatim in one of its paragraphs. */
export type QuestionData = z.infer<typeof questionSchema>;

const communitySchema: z.ZodType<CommunityData> = z.strictObject({
  title: text,
  rating: z.number().min(0).max(10),
  ratingExplanation: text,
  summary: text,
  findings: z.array(findingSchema).min(1),
  entities: z.array(text).min(1).optional(),
  get children() {
    return z.array(communitySchema).min(1).optional();
  },
});

/** Everything that is written by hand: texts and lists. The rest of the index is derived from it. */
export interface SampleData {
  /** In ascending order of their file names, which are their titles. */
  readonly documents: readonly { readonly title: string; readonly text: string }[];
  readonly entities: readonly z.infer<typeof entitySchema>[];
  readonly relationships: readonly z.infer<typeof relationshipSchema>[];
  readonly claims: readonly z.infer<typeof claimSchema>[];
  readonly communities: readonly CommunityData[];
  /** The settings of the sample's project folder, as they are. */
  readonly settings: string;
}

/**
 * Reads the data folder.
 *
 * @throws Error that names the file, when a list does not have the form of its schema.
 */
export function readData(folder: string): SampleData {
  const documents = join(folder, 'documents');
  return {
    documents: readdirSync(documents)
      .filter((name) => name.endsWith('.md'))
      .toSorted(compareStrings)
      .map((title) => ({ title, text: readFileSync(join(documents, title), 'utf8').replaceAll('\r\n', '\n').trim() })),
    entities: readList(folder, 'entities.yaml', entitySchema),
    relationships: readList(folder, 'relationships.yaml', relationshipSchema),
    claims: readList(folder, 'claims.yaml', claimSchema),
    communities: readList(folder, 'communities.yaml', communitySchema),
    settings: readFileSync(join(folder, 'settings.yaml'), 'utf8').replaceAll('\r\n', '\n'),
  };
}

/**
 * Reads the questions in the data folder. They are no part of the index.
 *
 * @throws Error when the list does not have the form of its schema.
 */
export function readQuestionList(folder: string): QuestionData[] {
  return readList(folder, 'questions.yaml', questionSchema);
}

function readList<T>(folder: string, name: string, schema: z.ZodType<T>): T[] {
  const result = z.array(schema).safeParse(parse(readFileSync(join(folder, name), 'utf8')));
  if (result.success) return result.data;
  throw new Error(`${name}: ${z.prettifyError(result.error)}`);
}
