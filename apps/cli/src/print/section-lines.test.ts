import type { Answer } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { sectionLines, sectionSummaries } from './section-lines.ts';

type Entry = Answer['ledger']['entries'][number];

const entry = (change: Partial<Entry>): Entry => ({ stage: '', section: 'sources', table: 'text_units', via: [], outcome: 'dropped', ...change });
const budget = { window: 100, outputReserve: 0, prompt: 0, question: 0, history: 0, context: 100, margin: 0, unused: 0, bound: 'window' as const };
const answer: Pick<Answer, 'ledger' | 'windows'> = {
  windows: [{ id: 'w', stage: '', use: 'evidence', text: '', tokens: 9, budget, sections: [{ name: 'sources', text: '', tokens: 9 }] }],
  ledger: {
    entries: [
      entry({ id: 'a', outcome: 'included' }),
      entry({ id: 'a', reason: 'over-budget', stage: 'other' }),
      entry({ id: 'b', reason: 'over-budget' }),
      entry({ id: 'b', reason: 'not-reached', stage: 'other' }),
      entry({ reason: 'not-reached', count: 2, ids: ['c', 'd'] }),
      entry({ section: 'claims', table: 'covariates', id: 'x', reason: 'excluded' }),
    ],
    caps: [],
    totals: {
      claims: { considered: 1, included: 0, dropped: 1, tokens: 0 },
      sources: { considered: 1234, included: 1, dropped: 3, tokens: 9 },
    },
  },
};

describe('sectionLines', () => {
  it('lists the sections of windows first, with reasons counted by record', () => {
    expect(sectionSummaries(answer).map(({ name, reasons }) => [name, reasons])).toEqual([
      ['sources', [['not-reached', 2], ['over-budget', 1]]],
      ['claims', [['excluded', 1]]],
    ]);
  });

  it('stands in columns', () => {
    expect(sectionLines(answer)).toEqual([
      'sources  1,234 considered  1 in  3 dropped  9 tokens  (2 not-reached, 1 over-budget)',
      'claims       1 considered  0 in  1 dropped  0 tokens  (1 excluded)',
    ]);
  });
});
