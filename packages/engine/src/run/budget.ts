import type { AnyPrompt, Budget, BudgetOptions, LanguageModel, TokenCounter } from '@graphwright/contract';
import { drawBudget } from '@graphwright/token-budget';
import type { RenderedPrompt } from './rendered.ts';

/** What sections may fill when there is neither a model nor a cap: the cap of the house. */
const NO_MODEL_CONTEXT = 12_000;

/**
 * The tokens of a window. The reserve for the answer is what is given, else the prompt's longest answer, else the model's, which
 * may take half of the window at most (some servers say that an answer may be as long as the window). Without a model there is
 * no window to divide: it is then as large as its parts, and the cap binds.
 *
 * @throws GraphwrightError `budget-too-small`, saying by how much.
 */
export function budgetFor(
  prompt: AnyPrompt,
  rendered: RenderedPrompt,
  model: LanguageModel | undefined,
  tokens: TokenCounter,
  { contextCap, outputReserve, history = 0 }: BudgetOptions,
): Budget {
  const { exact } = tokens.tokenizer;
  const fixed = { prompt: rendered.prompt, question: rendered.question, history, exact };
  if (model !== undefined) {
    const { window, maxOutput } = model.limits;
    const own = prompt.maxOutputTokens === undefined ? Math.min(maxOutput, Math.floor(window / 2)) : Math.min(maxOutput, prompt.maxOutputTokens);
    return drawBudget({ ...fixed, window, outputReserve: outputReserve ?? own, ...(contextCap === undefined ? {} : { contextCap }) });
  }
  const reserve = outputReserve ?? prompt.maxOutputTokens ?? 0;
  const cap = Math.max(contextCap ?? NO_MODEL_CONTEXT, history);
  const parts = reserve + rendered.prompt + rendered.question + cap;
  // With a margin of 5 %, 20 parts of 19 are the least window that leaves room for the parts.
  const window = exact ? parts : Math.ceil((parts * 20) / 19) + 1;
  return { ...drawBudget({ ...fixed, window, outputReserve: reserve, contextCap: cap }), bound: 'contextCap' };
}
