import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ids = z.array(z.string());
const flags = z.union([z.boolean(), z.array(z.boolean())]);

const recordsSchema = z.looseObject({ columns: ids, rows: z.number(), ids: ids.optional(), inContext: flags.optional() });

const vectorSchema = z.union([
  z.object({ from: z.literal('hash') }),
  z.object({ from: z.literal('entity'), id: z.string() }),
  z.object({ from: z.literal('entity'), combination: z.array(z.object({ id: z.string(), weight: z.number() })) }),
]);

const editSchema = z.object({
  table: z.string(),
  where: z.record(z.string(), z.unknown()).optional(),
  column: z.string().optional(),
  value: z.unknown().optional(),
  reverse: z.boolean().optional(),
});

const expectSchema = z.looseObject({
  embeddedTexts: ids,
  hits: z.array(z.object({ id: z.string(), distance: z.number() })).nullish(),
  searchK: z.number().nullish(),
  entities: z.array(z.looseObject({ id: z.string(), title: z.string(), communities: ids })),
  sections: z.array(
    z.looseObject({
      name: z.string(),
      budget: z.number(),
      tokens: z.number(),
      inContext: z.boolean(),
      fitTokens: z.number().optional(),
      entityTokens: z.number().optional(),
      stepsKept: z.number().optional(),
      steps: z.array(z.object({ total: z.number(), fits: z.boolean() })).optional(),
    }),
  ),
  records: z.record(z.string(), recordsSchema),
  contextTokens: z.number(),
  userMessage: z.string(),
  context: z.string(),
  error: z.object({ type: z.string(), message: z.string() }).optional(),
});

/** What a case expects in which GraphRAG raises an error: no context, and the error. */
function refused({ error }: { readonly error: { readonly type: string; readonly message: string } }): z.infer<typeof expectSchema> {
  return { embeddedTexts: [], entities: [], sections: [], records: {}, contextTokens: 0, userMessage: '', context: '', error };
}

const caseSchema = z.looseObject({
  name: z.string(),
  fixture: z.string(),
  communityLevel: z.number().nullable(),
  covariates: z.boolean(),
  options: z.record(z.string(), z.unknown()),
  query: z.string(),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).nullable(),
  queryVector: vectorSchema.nullable(),
  tableEdits: z.array(editSchema).optional(),
  expect: z.union([expectSchema, z.object({ error: z.object({ type: z.string(), message: z.string() }) }).transform(refused)]),
});

/** A case of the oracle. */
export type OracleCase = z.infer<typeof caseSchema>;

/** A change of the tables of a case. */
export type TableEdit = z.infer<typeof editSchema>;

/** All cases in the order of their names; none where the oracle is absent. */
export function oracleCases(): OracleCase[] {
  if (sharedFolder() === undefined) return [];
  const folder = sharedPath('oracle', 'local');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => caseSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}
