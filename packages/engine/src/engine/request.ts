import { GraphwrightError, suggestion, type Limits, type Request, type Strategy } from '@graphwright/contract';
import { z } from 'zod';
import type { Choice } from '../registry/choice.ts';

/** What an engine is asked: the question and what shapes its answer, and how it is to be run. */
export interface RunRequest extends Request {
  /** The strategy with its options; the engine's own when left out. */
  readonly strategy?: Choice<Strategy>;
  /** Seeds generators and models, a whole number; the engine's own when left out. */
  readonly seed?: number;
  /** Ceilings of this run, in place of the engine's, each for itself. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

const count = z.int().nonnegative();

/** The schema of ceilings. */
export const limitsSchema = z.strictObject({ calls: count.optional(), tokens: count.optional(), milliseconds: z.number().nonnegative().optional() });

const requestSchema = z.strictObject({
  question: z.string(),
  turns: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() })).optional(),
  filter: z
    .strictObject({
      documents: z.array(z.string()).optional(),
      entityTypes: z.array(z.string()).optional(),
      dates: z.strictObject({ from: z.string().optional(), to: z.string().optional() }).optional(),
    })
    .optional(),
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  known: z.array(z.looseObject({ table: z.string(), id: z.string() })).optional(),
  responseType: z.string().min(1).optional(),
  budget: z.looseObject({}).optional(),
  strategy: z.union([z.string().min(1), z.looseObject({ use: z.string().min(1) })]).optional(),
  seed: z.int().optional(),
  limits: limitsSchema.optional(),
  signal: z.custom<AbortSignal>((value) => value instanceof AbortSignal, 'it is no AbortSignal').optional(),
});

/** A request in its two halves: what a strategy sees, and how it is run. */
export interface SplitRequest {
  readonly question: Request;
  readonly run: Pick<RunRequest, 'strategy' | 'seed' | 'limits' | 'signal'>;
}

/**
 * Checks a request and parts what a strategy sees from how it is run.
 *
 * @throws GraphwrightError `question-invalid`, `history-invalid`, `usage-invalid` (names the nearest known part).
 */
export function splitRequest(request: RunRequest): SplitRequest {
  const result = requestSchema.safeParse(request);
  if (!result.success) throw invalid(result.error);
  const { strategy, seed, limits, signal, ...question } = request;
  const run = { strategy, seed, limits, signal };
  return { question, run: Object.fromEntries(Object.entries(run).filter(([, value]) => value !== undefined)) };
}

function invalid(error: z.ZodError): GraphwrightError {
  const [issue] = error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  if (place === '' && issue?.code !== 'unrecognized_keys') {
    return new GraphwrightError({ code: 'usage-invalid', message: 'What is asked is no request.', expected: 'an object with a question, such as { question: "Who is …?" }', cause: error });
  }
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const known = place === '' ? Object.keys(requestSchema.shape) : [];
    return new GraphwrightError({
      code: 'usage-invalid',
      message: `A request has no part "${place === '' ? key : `${place}.${key}`}".`,
      ...(known.length === 0 ? {} : { next: suggestion(key, known) }),
      cause: error,
    });
  }
  const code = place.startsWith('turns') ? 'history-invalid' : place === 'question' ? 'question-invalid' : 'usage-invalid';
  return new GraphwrightError({ code, message: `The part "${place}" of the request is not valid: ${issue?.message ?? 'unknown fault'}.`, cause: error });
}
