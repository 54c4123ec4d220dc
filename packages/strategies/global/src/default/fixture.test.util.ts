import { memoryKnowledge, scriptedModel, type FakeTables, type ScriptedModel, type ScriptedReply } from '@graphwright/conformance';
import * as context from '@graphwright/context';
import { isPlugin, type Answer, type ModelRequest, type Request } from '@graphwright/contract';
import { createEngine } from '@graphwright/engine';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import * as own from '../index.ts';

const plugins = [...Object.values({ ...context, ...tokenBudget, ...own }).filter(isPlugin), gptTokenizer];
/** What the tests ask. */
const QUESTION = 'What does the squad want?';

/** Reports in a tree: a, with children a1 and a2, of which a1 has a child a11; b, with a child b1. Words about `NAMEx`. */
export const TREE: FakeTables = {
  communities: [
    { id: 'a', level: 0, childIds: ['a1', 'a2'] },
    { id: 'b', level: 0, childIds: ['b1'] },
    { id: 'a1', level: 1, parentId: 'a', childIds: ['a11'] },
    { id: 'a2', level: 1, parentId: 'a' },
    { id: 'b1', level: 1, parentId: 'b' },
    { id: 'a11', level: 2, parentId: 'a1' },
  ],
  community_reports: ['a', 'b', 'a1', 'a2', 'b1', 'a11'].map((name, number) => reportOf(name, number)),
};

/** A report about a community, as long as the words that it is given. */
export function reportOf(name: string, number: number, words = 30): NonNullable<FakeTables['community_reports']>[number] {
  const text = Array.from({ length: words }, (_, word) => `${name}x${word}`).join(' ');
  return {
    id: `r-${name}`,
    humanReadableId: String(number),
    communityId: name,
    level: name.length - 1,
    title: name.toUpperCase(),
    summary: `About ${name}.`,
    fullContent: text,
    findings: text.match(/(?:\S+ ?){1,10}/gu)?.map((part, finding) => ({ summary: `Finding ${finding}`, explanation: part.trim() })) ?? [],
    rank: 5,
  };
}

/** How a test answers for a report, by its title in lower case. */
export type RateOne = (name: string, form: 'summary' | 'full') => { readonly relevant: boolean; readonly sure?: boolean } | undefined;

/** The titles of a window of reports, in lower case, by label. */
function titlesIn(window: string): readonly (readonly [label: string, name: string])[] {
  return [...window.matchAll(/^(\S+): ([^:\n]+)/gmu)].map(([, label = '', title = '']) => [label, title.toLowerCase()] as const);
}

/** What a scripted model says for the prompts of global search; a rating, or a reply of its own for a prompt. */
export function globalModel(rate: RateOne, replies: Readonly<Record<string, (request: ModelRequest, number: number) => string | ScriptedReply>> = {}, window = 32_000): ScriptedModel {
  return scriptedModel(
    (request, number) => {
      const { id, window: text = '' } = request.prompt;
      const special = replies[id];
      if (special !== undefined) return special(request, number);
      if (id === 'global-points') return JSON.stringify({ points: [{ description: `About ${titlesIn(text).map(([, name]) => name).join(' ')} [Data: Reports (${titlesIn(text)[0]?.[0] ?? ''})].`, score: 50 }] });
      if (id === 'enough-reports') return '{"subQuestions": [{"question": "x", "covered": false}], "consistent": true, "specific": true}';
      if (id !== 'rate-reports') return `The answer [Data: Reports (${text.match(/Reports \((\d+)/u)?.[1] ?? ''})].`;
      const form = text.startsWith('# Reports (id: title: summary)') ? 'summary' : 'full';
      return JSON.stringify({
        ratings: titlesIn(text).flatMap(([label, name]) => {
          const said = rate(name, form);
          return said === undefined ? [] : [{ id: label, reason: `because of ${name}`, ...said }];
        }),
      });
    },
    { limits: { window, maxOutput: 100 } },
  );
}

/** Asks over some tables. */
export async function askGlobal(model: ScriptedModel, options: Readonly<Record<string, unknown>> = {}, tables: FakeTables = TREE, request: Partial<Request> = {}): Promise<Answer> {
  const index = { knowledge: memoryKnowledge(tables), vectors: [], vectorLocations: [], warnings: [], source: { format: 'fake', version: '1', folder: '/nowhere' } };
  const engine = createEngine({ index, plugins, model, retries: 0 });
  try {
    return await engine.ask({ question: QUESTION, ...request, strategy: { use: 'global', ...options } });
  } finally {
    await engine.close();
  }
}

/** The reports that were read, by title, in the order of the index. */
export function readIn({ ledger }: Answer): string[] {
  return ledger.entries.filter(({ section, outcome }) => section === 'reports' && outcome === 'included').map(({ id = '' }) => id.slice(2)).toSorted();
}

/** Why the others were not, by title. */
export function reasonsIn({ ledger }: Answer): Record<string, string> {
  const left = ledger.entries.filter(({ section, outcome }) => section === 'reports' && outcome === 'dropped');
  return Object.fromEntries(left.flatMap(({ id, ids, reason = '' }) => (ids ?? [id ?? '']).map((one) => [one.slice(2), reason])));
}
