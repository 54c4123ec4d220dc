import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ids = z.array(z.string());

/** A change of the tables of a case. */
export const patchSchema = z
  .strictObject({
    set_report: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    drop_reports: z.array(z.number()).optional(),
    drop_reports_of_level: z.array(z.number()).optional(),
    drop_communities: z.array(z.number()).optional(),
  })
  .nullable();

const pointSchema = z.looseObject({ answer: z.unknown(), score: z.number() });

const globalSchema = z.looseObject({
  name: z.string(),
  fixture: z.string(),
  patch: patchSchema,
  question: z.string(),
  communityLevel: z.number().nullable(),
  entitiesGiven: z.boolean(),
  options: z.record(z.string(), z.unknown()),
  conversationHistory: z.array(z.object({ role: z.enum(['user', 'assistant', 'system']), content: z.string() })).nullable(),
  mapReplies: z.array(z.union([z.string(), z.object({ raise: z.string() })])),
  expected: z.looseObject({
    reports: z.object({ pool: ids, selected: ids, order: ids }),
    weights: z.record(z.string(), z.number().nullable()).nullish(),
    sortStable: z.boolean(),
    batches: z.array(z.looseObject({ ids, idsBeforeSorting: ids, tokens: z.number(), sha256: z.string(), text: z.string().optional() })),
    map: z.array(z.looseObject({ points: z.array(pointSchema) })).nullish(),
    reduce: z.looseObject({
      called: z.boolean(),
      cannedRefusal: z.boolean(),
      points: z.array(z.looseObject({ analyst: z.number(), answer: z.unknown(), score: z.number() })).nullish(),
      pointsUsed: z.number().nullish(),
      context: z.string().nullish(),
    }),
  }),
});

/** A case of global search. */
export type GlobalCase = z.infer<typeof globalSchema>;

/** All cases of global search in the order of their names; none where the oracle is absent. */
export function globalCases(): GlobalCase[] {
  return read('global').map((value) => globalSchema.parse(value));
}

function read(folder: string): unknown[] {
  if (sharedFolder() === undefined) return [];
  const path = sharedPath('oracle', folder);
  const names = readdirSync(path).filter((name) => /^\d\d-.*\.json$/u.test(name));
  return names.toSorted().map((name): unknown => JSON.parse(readFileSync(join(path, name), 'utf8')));
}

const ratingSchema = z.union([z.number(), z.object({ reply: z.string() })]);

const dynamicSchema = z.looseObject({
  name: z.string(),
  fixture: z.string(),
  patch: patchSchema,
  question: z.string(),
  communityLevel: z.number().nullable(),
  options: z.strictObject({ threshold: z.number(), keep_parent: z.boolean(), num_repeats: z.number(), use_summary: z.boolean(), max_level: z.number() }),
  rater: z.looseObject({ default: ratingSchema, ratings: z.record(z.string(), z.union([ratingSchema, z.array(ratingSchema)])) }),
  expected: z.union([
    z.looseObject({ error: z.looseObject({ type: z.string() }) }),
    z.looseObject({
      error: z.null(),
      rounds: z.array(z.looseObject({ ids, ratings: z.array(z.number()) })),
      relevant: ids,
      kept: ids,
      selection: z.looseObject({ calls: z.number() }),
      contextInRatingOrder: z.looseObject({ order: ids, batches: z.array(z.looseObject({ ids, sha256: z.string() })) }),
    }),
  ]),
});

/** A case of dynamic selection. */
export type DynamicCase = z.infer<typeof dynamicSchema>;

/** All cases of dynamic selection in the order of their names; none where the oracle is absent. */
export function dynamicCases(): DynamicCase[] {
  return read('dynamic').map((value) => dynamicSchema.parse(value));
}
