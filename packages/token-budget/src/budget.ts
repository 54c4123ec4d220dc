import { GraphwrightError, type Budget } from '@graphwright/contract';
import { z } from 'zod';

/**
 * The options by which a strategy lets its budget be shaped, to be spread into its schema. `contextCap`: tokens that sections
 * may fill at most, history included, ≥ 0; 12,000 unless given (a million-token window filled is diluted and dear).
 * `outputReserve`: tokens kept free for answer and reasoning, ≥ 0; the prompt's longest answer, else the model's, when left out.
 */
export const budgetOptions = {
  contextCap: z.int().nonnegative().default(12_000),
  outputReserve: z.int().nonnegative().optional(),
};

/** One in so many tokens of a window is kept free where counts are estimates: 5 %. */
const MARGIN = 20;

/** What a budget is drawn from, in tokens, whole numbers ≥ 0. */
export interface BudgetRequest {
  /** What the model takes in and gives out together; left out where there is no model, and the window is what the parts need. */
  readonly window?: number | undefined;
  /** What is kept free for answer and reasoning. */
  readonly outputReserve: number;
  /** The prompt with an empty slot, without the question. */
  readonly prompt: number;
  /** The question; 0 when left out. */
  readonly question?: number | undefined;
  /** What stands before the sections; 0 when left out. */
  readonly history?: number | undefined;
  /** What history and sections may fill at most; limited by the window alone when left out, without one to the default. */
  readonly contextCap?: number | undefined;
  /** Whether counts are exact; where they are estimates a margin of 5 % of the window, rounded up, is kept free. */
  readonly exact: boolean;
}

/**
 * The tokens of one window. They add up: `window = outputReserve + prompt + question + history + context + margin + unused`.
 * `context` is what sections may fill: `min(room, contextCap) − history`, at least 0, with `room` what is left of the window.
 * `bound` is `contextCap` where the cap is less than the room or there is no model, else `window`.
 *
 * @throws GraphwrightError `budget-too-small` when the window does not hold prompt, question, reserve, margin and history,
 * saying by how many tokens.
 */
export function drawBudget(request: BudgetRequest): Budget {
  const { outputReserve, prompt, question = 0, history = 0, exact } = request;
  const taken = outputReserve + prompt + question;
  const contextCap = request.contextCap ?? (request.window === undefined ? budgetOptions.contextCap.parse(undefined) : Infinity);
  const window = request.window ?? windowOf(taken + Math.max(contextCap, history), exact);
  const margin = exact ? 0 : Math.ceil(window / MARGIN);
  const room = window - taken - margin;
  const capped = contextCap < room || request.window === undefined;
  return share({ window, outputReserve, prompt, question, margin }, room, Math.min(room, contextCap), history, capped ? 'contextCap' : 'window');
}

/** The least window of which a given number of tokens is left when its margin is taken off. */
function windowOf(tokens: number, exact: boolean): number {
  return exact ? tokens : tokens + Math.ceil(tokens / (MARGIN - 1));
}

/**
 * The budget of a strategy that another one calls: the caller's budget as it is (its prompt, question, reserve and margin; the
 * callee's own prompt and cap play no part), with the callee's history taken off what sections may fill. `bound` is `given`.
 *
 * @throws GraphwrightError `budget-too-small` when the history is longer than what the caller left free.
 */
export function takeBudget(given: Budget, history = 0): Budget {
  const { window, outputReserve, prompt, question, margin } = given;
  const room = given.history + given.context + given.unused;
  return share({ window, outputReserve, prompt, question, margin }, room, given.history + given.context, given.history + history, 'given');
}

function share(
  fixed: Pick<Budget, 'window' | 'outputReserve' | 'prompt' | 'question' | 'margin'>,
  room: number,
  allowed: number,
  history: number,
  bound: Budget['bound'],
): Budget {
  const missing = history - room;
  if (missing > 0) throw tooSmall(fixed, history, missing);
  const context = Math.max(0, allowed - history);
  return { ...fixed, history, context, unused: room - history - context, bound };
}

function tooSmall(
  { window, outputReserve, prompt, question, margin }: Pick<Budget, 'window' | 'outputReserve' | 'prompt' | 'question' | 'margin'>,
  history: number,
  missing: number,
): GraphwrightError {
  const parts = [
    `${prompt} for the prompt`,
    `${question} for the question`,
    `${history} for the history`,
    `${outputReserve} kept free for the answer`,
    ...(margin > 0 ? [`${margin} of margin for estimated counts`] : []),
  ];
  return new GraphwrightError({
    code: 'budget-too-small',
    message: `The window of ${window} tokens is too small by ${missing}.`,
    expected: `room for ${window + missing} tokens: ${parts.join(', ')}`,
    found: `${window} tokens`,
    next: 'Use a model with a longer window, a shorter prompt or history, or a smaller outputReserve.',
  });
}
