import { drawBudget } from '@graphwright/token-budget';

/** What a window of 8,000 tokens has room for, and which part held the context down. */
export function budget(): string[] {
  const { context, bound, unused } = drawBudget({ window: 8000, outputReserve: 1000, prompt: 600, question: 20, history: 400, contextCap: 12_000, exact: true });
  return [`context: ${context} tokens`, `held down by: ${bound}`, `unused: ${unused}`];
}
