export { budgetOptions, drawBudget, takeBudget } from './budget.ts';
export type { BudgetRequest } from './budget.ts';
export { createTokenCounter } from './counter.ts';
export { fixedShares, fixedSharesPolicy } from './fixed-shares.ts';
export type { FixedSharesOptions } from './fixed-shares.ts';
export { priority, priorityPolicy } from './priority.ts';
export { allowanceFor, closeWindow, windowTokens } from './window.ts';
