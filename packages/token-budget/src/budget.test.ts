import { isGraphwrightError } from '@graphwright/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { budgetOptions, drawBudget, takeBudget, type BudgetRequest } from './index.ts';

const request = { window: 128_000, outputReserve: 2_000, prompt: 700, question: 12, history: 300, contextCap: 12_000, exact: true } satisfies BudgetRequest;

function failure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return isGraphwrightError(error) ? `${error.code}: ${error.message}` : String(error);
  }
  return 'nothing was thrown';
}

describe('budgetOptions', () => {
  it('hold the one default of the cap', () => {
    expect(z.object(budgetOptions).parse({})).toEqual({ contextCap: 12_000 });
    expect(() => z.object(budgetOptions).parse({ contextCap: -1 })).toThrow(/contextCap/u);
  });
});

describe('drawBudget', () => {
  it('takes the history off the cap and says that the cap held', () => {
    expect(drawBudget(request)).toEqual({
      window: 128_000, outputReserve: 2_000, prompt: 700, question: 12, history: 300, context: 11_700, margin: 0, unused: 113_288, bound: 'contextCap',
    });
  });

  it('is bound by the window where that is shorter, and where there is no cap', () => {
    expect(drawBudget({ ...request, window: 8_000 })).toMatchObject({ context: 4_988, unused: 0, bound: 'window' });
    const { window, outputReserve, prompt, question, history, exact } = request;
    expect(drawBudget({ window, outputReserve, prompt, question, history, exact })).toMatchObject({ context: 124_988, unused: 0, bound: 'window' });
  });

  it('keeps 5 % free where counts are estimates', () => {
    expect(drawBudget({ ...request, window: 8_001, exact: false })).toMatchObject({ margin: 401, context: 4_588 });
  });

  it('leaves nothing to sections, and no debt, where the history is longer than the cap', () => {
    expect(drawBudget({ ...request, contextCap: 100 })).toMatchObject({ history: 300, context: 0, unused: 124_988, bound: 'contextCap' });
  });

  it('needs no model: the window is then what the parts need', () => {
    const { window, ...parts } = request;
    expect(drawBudget(parts)).toEqual({ ...drawBudget({ ...parts, window }), window: 14_712, unused: 0 });
    expect(drawBudget({ outputReserve: 0, prompt: 0, exact: true })).toMatchObject({ window: 12_000, context: 12_000, bound: 'contextCap' });
    for (const contextCap of [0, 1, 19, 20, 379, 380, 381, 12_000]) {
      const { window: made, margin, context, unused } = drawBudget({ outputReserve: 0, prompt: 0, contextCap, exact: false });
      expect([margin, context, unused]).toEqual([Math.ceil(made / 20), contextCap, 0]);
    }
  });

  it('says by how much a window is too small', () => {
    expect(failure(() => drawBudget({ ...request, window: 3_000 }))).toMatch(/^budget-too-small: .*too small by 12\..*2000 kept free for the answer/u);
    expect(drawBudget({ ...request, window: 3_012 })).toMatchObject({ context: 0, unused: 0 });
  });

  const tokens = fc.nat(5_000);
  const anyRequest = fc
    .record(
      { window: fc.nat(30_000), outputReserve: tokens, prompt: tokens, question: tokens, history: tokens, contextCap: fc.nat(20_000), exact: fc.boolean() },
      { requiredKeys: ['window', 'outputReserve', 'prompt', 'exact'] },
    )
    .map((asked) => {
      const { window, outputReserve, prompt, question = 0, history = 0, exact } = asked;
      return { asked, missing: outputReserve + prompt + question + history + (exact ? 0 : Math.ceil(window / 20)) - window };
    });

  it('adds up, whatever is asked and handed down', () => {
    fc.assert(
      fc.property(anyRequest, tokens, ({ asked, missing }, further) => {
        fc.pre(missing <= 0);
        const drawn = drawBudget(asked);
        fc.pre(drawn.context + drawn.unused >= further);
        for (const budget of [drawn, takeBudget(drawn, further)]) {
          const parts = [budget.outputReserve, budget.prompt, budget.question, budget.history, budget.context, budget.margin, budget.unused];
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(asked.window);
          expect(parts.every((part) => part >= 0)).toBe(true);
        }
        expect(drawn.context).toBeLessThanOrEqual(Math.max(0, (asked.contextCap ?? asked.window) - (asked.history ?? 0)));
      }),
    );
  });

  it('says exactly what is missing, whatever is asked', () => {
    fc.assert(
      fc.property(anyRequest, ({ asked, missing }) => {
        fc.pre(missing > 0);
        expect(failure(() => drawBudget(asked))).toContain(`too small by ${missing}.`);
      }),
    );
  });
});

describe('takeBudget', () => {
  const given = drawBudget(request);

  it('goes on with the budget of the caller, whatever the callee would have drawn', () => {
    expect(takeBudget(given)).toEqual({ ...given, bound: 'given' });
    expect(takeBudget(given, 200)).toEqual({ ...given, history: 500, context: 11_500, bound: 'given' });
  });

  it('refuses a history that is longer than what was left free', () => {
    expect(failure(() => takeBudget({ ...given, context: 50, unused: 0 }, 60))).toMatch(/^budget-too-small: .*too small by 10\./u);
  });
});
