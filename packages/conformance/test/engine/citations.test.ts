import { scriptedModel } from '@graphwright/conformance';
import { kinds, refTo, type Answer, type Section, type SectionEntry } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import { answerPrompt, engineFor, fakeIndex } from './setting.ts';

const INDEX = fakeIndex({
  entities: [{ id: 'e1', title: 'MERCER' }],
  community_reports: [{ id: 'p1', humanReadableId: '3' }, { id: 'p2', humanReadableId: '5' }, { id: 'p3', humanReadableId: '7' }],
  text_units: [{ id: 't1', humanReadableId: '101' }, { id: 't2', humanReadableId: '102' }, { id: 't3', humanReadableId: '103' }],
});

function section(name: string, table: string, rows: readonly { id: string; label: string; number: string }[], fits: number): Section {
  const entries = rows.map(({ id, label, number }): SectionEntry => ({ candidate: { table, id, via: [] }, label, humanReadableId: number, tokens: 1 }));
  const whole: Section = {
    name, entries, dropped: [], caps: [],
    fill: () => ({
      parts: [{ name, tokens: fits, included: entries.slice(0, fits).map((entry) => ({ entry, tokens: 1 })) }],
      tokens: fits, items: fits, undone: [], rest: whole, render: () => [name],
    }),
  };
  return whole;
}

async function cited(text: string, ordinals = false): Promise<Answer['citations']> {
  const engine = engineFor(
    async ({ question }, run) => {
      const budget = run.budget(answerPrompt, { question });
      const policy = refTo(kinds.packingPolicy, 'greedy');
      const reports = section('reports', 'community_reports', [{ id: 'p1', label: '3', number: '3' }, { id: 'p2', label: '5', number: '5' }], 1);
      const sources = section('sources', 'text_units', [{ id: 't1', label: ordinals ? '0' : '101', number: '101' }], 1);
      const [window] = await run.pack({ sections: [reports, sources], policy, budget });
      await run.stage('rate').pack({ sections: [section('entities', 'entities', [{ id: 'e1', label: '0', number: '0' }], 1)], policy, budget, use: 'work' });
      await run.answer(answerPrompt, { question }, window === undefined ? {} : { window });
    },
    { index: INDEX, model: scriptedModel([text]) },
  );
  return (await engine.ask({ question: 'Who?' })).citations;
}

describe('citations', () => {
  it('are looked up in the window, among what was left out, in the index, and nowhere', async () => {
    expect(await cited('A [Data: Reports (3, 5, 7, 99)]. B [Data: Sources (101); Reports (3, +more)].')).toEqual([
      { section: 'reports', label: '3', found: 'window', table: 'community_reports', id: 'p1', window: 'window-1', positions: [2, 35] },
      { section: 'reports', label: '5', found: 'index', table: 'community_reports', id: 'p2', positions: [2] },
      { section: 'reports', label: '7', found: 'index', table: 'community_reports', id: 'p3', positions: [2] },
      { section: 'reports', label: '99', found: 'nowhere', positions: [2] },
      { section: 'sources', label: '101', found: 'window', table: 'text_units', id: 't1', window: 'window-1', positions: [35] },
    ]);
  });

  it('of a window that was only rated are in the index, not in the window', async () => {
    expect(await cited('[Data: Entities (0)]')).toEqual([{ section: 'entities', label: '0', found: 'index', table: 'entities', id: 'e1', positions: [0] }]);
  });

  it('of sources go by row number where the window prints row numbers', async () => {
    expect(await cited('[Data: Sources (0, 2, 102)]', true)).toMatchObject([{ found: 'window', id: 't1' }, { found: 'index', id: 't3' }, { found: 'nowhere' }]);
    expect(await cited('[Data: Sources (2, 102)]')).toMatchObject([{ found: 'nowhere' }, { found: 'index', id: 't2' }]);
  });
});
