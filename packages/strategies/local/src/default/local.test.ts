import { scriptedModel, type FakeRequest } from '@graphwright/conformance';
import * as sectionMakers from '@graphwright/context';
import { definePlugin, isPlugin, kinds, type Answer, type Embedder, type Expander, type LedgerEntry, type Plugin } from '@graphwright/contract';
import { createEngine } from '@graphwright/engine';
import { bm25Memory } from '@graphwright/lexical';
import * as retrieval from '@graphwright/retrieval';
import * as tokenBudget from '@graphwright/token-budget';
import { gptTokenizer } from '@graphwright/tokenizer-gpt-tokenizer';
import { memoryVectorStore } from '@graphwright/vector-store-memory';
import { describe, expect, it } from 'vitest';
import { embedder, smallIndex, TABLES } from './fixture.test.util.ts';
import { FLIPS, QUESTION, type Ask } from './flips.test.util.ts';
import { local } from './local.ts';

const PLUGINS: readonly Plugin[] = [
  ...Object.values({ ...sectionMakers, ...retrieval, ...tokenBudget }).filter(isPlugin),
  local,
  gptTokenizer,
  bm25Memory,
  memoryVectorStore,
];
const { dense, fuse, fusedOrder, graphDistance, names, neighbourhood, occurrence, similarity } = retrieval;

async function context({ options = {}, index = smallIndex(), ...request }: Ask = {}): Promise<Answer> {
  const engine = createEngine({ index, plugins: PLUGINS, embedder });
  return engine.context({ question: QUESTION, ...request, strategy: { use: 'local', ...options } });
}

/** What may differ when an option is flipped: everything but the options themselves and what a run costs. */
function observable({ provenance: _, cost: __, ...answer }: Answer): unknown {
  return answer;
}

/** The options that a value of an option gives to a plugin. */
function optionsFlipped(id: string, value: unknown): string[] {
  return typeof value === 'object' && value !== null && 'use' in value && value.use === id ? keysOf(value) : [];
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

const entriesOf = (answer: Answer, section: string): LedgerEntry[] => answer.ledger.entries.filter((entry) => entry.section === section);
const idsIn = (answer: Answer, section: string): (string | undefined)[] =>
  entriesOf(answer, section).filter(({ outcome }) => outcome === 'included').map(({ id }) => id);
const dropsIn = (answer: Answer, section: string): (string | undefined)[][] =>
  entriesOf(answer, section).filter(({ outcome }) => outcome === 'dropped').map(({ id, reason }) => [id, reason]);

describe('local: the window', () => {
  it('holds what lies around the entities of the question', async () => {
    const answer = await context({ options: { seeds: 2 } });
    expect(answer.status).toBe('assembled');
    expect(idsIn(answer, 'entities')).toEqual(['e-mercer', 'e-base', 'e-cruz', 'e-hayes']);
    expect(idsIn(answer, 'relationships')).toEqual(['r2', 'r3', 'r5', 'r1', 'r4']);
    expect(idsIn(answer, 'claims')).toEqual(['v1', 'v3']);
    expect(idsIn(answer, 'reports')).toEqual(['p0', 'p1']);
    expect(idsIn(answer, 'sources')).toEqual(['t2', 't4', 't6', 't5', 't1', 't3']);
    expect(answer.windows.map(({ sections }) => sections.map(({ name }) => name))).toEqual([['entities', 'relationships', 'claims', 'reports', 'sources']]);
  });

  it('says of every record how it was reached', async () => {
    const answer = await context({ options: { seeds: 2 } });
    const seed = { table: 'entities', id: 'e-mercer' };
    expect(entriesOf(answer, 'entities')[0]?.via.map(({ by }) => by)).toEqual(['names', 'dense', 'similarity']);
    expect(entriesOf(answer, 'relationships').find(({ id }) => id === 'r3')?.via).toEqual([
      { by: 'neighbourhood', seed, path: [{ relationshipId: 'r3', direction: 'in', entityId: 'e-hayes' }] },
    ]);
    expect(entriesOf(answer, 'relationships').find(({ id }) => id === 'r4')?.via).toEqual([{ by: 'neighbourhood', seed }]);
    expect(entriesOf(answer, 'sources').find(({ id }) => id === 't6')?.via.flatMap(({ path = [] }) => path.map(({ relationshipId }) => relationshipId))).toEqual(['r2']);
    expect(entriesOf(answer, 'reports').find(({ id }) => id === 'p1')?.via.map((via) => via.seed?.id)).toEqual(['e-mercer', 'e-base']);
  });

  it('keeps an account of what is left out, and why', async () => {
    const answer = await context({ options: { seeds: 2, expander: { use: 'neighbourhood', relationshipsPerEntity: 1 }, communityLevel: 0 } });
    expect(dropsIn(answer, 'entities')).toEqual([['e-cruz', 'over-limit'], ['e-hayes', 'over-limit'], ['e-lost', 'over-limit']]);
    expect(dropsIn(answer, 'reports')).toEqual([['p1', 'filtered'], ['c9', 'unavailable']]);
    expect(answer.ledger.caps).toEqual(
      expect.arrayContaining([
        { stage: '', section: 'entities', by: 'neighbourhood.relationshipsPerEntity', seed: { table: 'entities', id: 'e-mercer' }, limit: 1, total: 4 },
      ]),
    );
    expect(dropsIn(await context({ question: 'Who is Jordan Hayes?', options: { seeds: 1 } }), 'sources')).toContainEqual(['gone', 'unavailable']);
  });

  it('is the same twice, to the byte', async () => {
    const [first, second] = [await context(), await context()];
    expect(JSON.stringify(observable(first))).toBe(JSON.stringify(observable(second)));
  });

  it('touches no more rows than seeds, their relationships and what these name', async () => {
    const crowd = Array.from({ length: 500 }, (_, number) => ({ id: `x${number}`, title: `EXTRA ${number}`, degree: 1, textUnitIds: [`tx${number}`] }));
    const units = crowd.map(({ id, textUnitIds: [unit = ''] }) => ({ id: unit, text: `About ${id}.` }));
    const large = smallIndex({ ...TABLES, entities: [...(TABLES.entities ?? []), ...crowd], text_units: [...(TABLES.text_units ?? []), ...units] });
    const small = smallIndex();
    const second = async (index: typeof small): Promise<FakeRequest[]> => {
      const engine = createEngine({ index, plugins: PLUGINS, embedder });
      await engine.context({ question: QUESTION, strategy: 'local' });
      const first = index.knowledge.requests.length;
      await engine.context({ question: QUESTION, strategy: 'local' });
      return index.knowledge.requests.slice(first);
    };
    const [few, many] = [await second(small), await second(large)];
    const rows = (requests: readonly FakeRequest[]): number => requests.reduce((sum, request) => sum + request.rows, 0);
    expect(rows(many)).toBe(rows(few));
    expect(many.some(({ method }) => method === 'page')).toBe(false);
  });
});

describe('local: requests', () => {
  it('lets in what is included, keeps out what is excluded', async () => {
    const answer = await context({ include: ['Lone  Ranger', 'nobody at all'], exclude: ['dulce base'], options: { seeds: 2 } });
    expect(idsIn(answer, 'entities')).toEqual(['e-lost', 'e-mercer', 'e-cruz', 'e-hayes']);
    expect(dropsIn(answer, 'entities')).toContainEqual(['e-base', 'excluded']);
    expect(dropsIn(answer, 'relationships')).toEqual([['r2', 'excluded'], ['r5', 'excluded']]);
    expect(idsIn(answer, 'sources')).not.toContain('t4');
    // Whom the question does not bring in is told all the same.
    expect(dropsIn(await context({ question: 'Taylor Cruz', exclude: ['lone ranger'], options: { entrance: 'names' } }), 'entities')).toEqual([['e-lost', 'excluded']]);
    expect(answer.warnings).toMatchObject([{ code: 'entity-unknown', examples: ['nobody at all'] }]);
    const many = await context({ include: ['ALEX MERCER', 'TAYLOR CRUZ', 'DULCE BASE'], options: { seeds: 1 } });
    expect(idsIn(many, 'entities').slice(0, 3)).toEqual(['e-mercer', 'e-cruz', 'e-base']);
  });

  it('lets known records seed, and leaves them out', async () => {
    const known = [{ table: 'entities', id: 'e-mercer' }, { table: 'text_units', id: 't1' }];
    const answer = await context({ known, options: { seeds: 1 } });
    expect(dropsIn(answer, 'entities')[0]).toEqual(['e-lost', 'over-limit']);
    expect(dropsIn(answer, 'entities')).toContainEqual(['e-mercer', 'already-known']);
    expect(idsIn(answer, 'claims')).toEqual(['v1', 'v3']);
    expect(dropsIn(answer, 'sources')).toEqual([['t1', 'already-known']]);
  });

  it('holds to a filter in every section', async () => {
    const answer = await context({ filter: { documents: ['one.txt'], entityTypes: ['person'] } });
    expect(new Set(idsIn(answer, 'entities'))).toEqual(new Set(['e-cruz', 'e-mercer']));
    expect(new Set(idsIn(answer, 'sources'))).toEqual(new Set(['t1', 't2', 't3']));
    expect(idsIn(answer, 'reports')).toEqual([]);
    expect(dropsIn(answer, 'relationships')).toContainEqual(['r2', 'filtered']);
  });

  it('enters an empty question by the entities with most relationships', async () => {
    expect(idsIn(await context({ question: ' ', options: { seeds: 2 } }), 'entities').slice(0, 2)).toEqual(['e-mercer', 'e-base']);
  });

  it('puts the newest turns that fit before the sections', async () => {
    const turns = [
      { role: 'user', content: 'Who is\nTaylor Cruz?' },
      { role: 'assistant', content: 'A commander.' },
    ] as const;
    const answer = await context({ turns });
    const [window] = answer.windows;
    expect(window?.sections[0]?.name).toBe('history');
    expect(window?.sections[0]?.text).toContain('user: Who is\n Taylor Cruz?\nassistant: A commander.');
    expect(window?.budget.history).toBeGreaterThan(0);
    const short = await context({ turns, options: { historyTokens: 18 } });
    expect(short.windows[0]?.sections[0]?.text).not.toContain('Cruz');
    expect(short.details.find(({ name }) => name === 'history')).toMatchObject({ data: { given: 2, used: 1 } });
  });
});

describe('local: indexes and runs with gaps', () => {
  it('works on entities alone', async () => {
    const index = smallIndex({ entities: TABLES.entities ?? [] }, []);
    const answer = await context({ index });
    expect(answer.status).toBe('assembled');
    expect(idsIn(answer, 'entities')).toEqual(['e-mercer', 'e-base']);
    expect(dropsIn(answer, 'sources').every(([, reason]) => reason === 'unavailable')).toBe(true);
    expect(answer.warnings.map(({ code }) => code)).toEqual(['retriever-failed', 'ranker-failed']);
  });

  it('works without vectors, by names and with a warning', async () => {
    const answer = await context({ index: smallIndex(TABLES, []) });
    expect(idsIn(answer, 'entities').slice(0, 2)).toEqual(['e-mercer', 'e-base']);
    expect(answer.warnings.map(({ code }) => code)).toEqual(['retriever-failed', 'ranker-failed', 'ranker-failed']);
  });

  it('refuses a question longer than the window of the model before anything is looked for', async () => {
    let calls = 0;
    const counted: Embedder = { ...embedder, embed: (request) => ((calls += 1), embedder.embed(request)) };
    const engine = createEngine({ index: smallIndex(), plugins: PLUGINS, embedder: counted, model: scriptedModel(['x'], { limits: { window: 1000, maxOutput: 100 } }) });
    for (const ask of [engine.ask, engine.context]) {
      await expect(ask({ question: 'who '.repeat(2000), strategy: 'local' })).rejects.toMatchObject({ code: 'budget-too-small' });
    }
    expect(calls).toBe(0);
  });

  it('says once that no embedder was named, and warns of no retriever for it', async () => {
    const answer = await createEngine({ index: smallIndex(), plugins: PLUGINS }).context({ question: QUESTION, strategy: 'local' });
    expect(answer).toMatchObject({ status: 'assembled', failures: [] });
    expect(answer.warnings).toEqual([{ code: 'no-embedder', message: 'No embedder was named, so nothing was found or ordered by likeness.' }]);
  });

  it('fails with an embedder of another length, naming both, without calling it where its length is known', async () => {
    for (const dimensions of [3, undefined]) {
      let calls = 0;
      const embed: Embedder['embed'] = ({ texts }) => Promise.resolve({ vectors: texts.map(() => Float32Array.of(1, 0, calls++)) });
      const engine = createEngine({ index: smallIndex(), plugins: PLUGINS, embedder: { ...embedder, dimensions, embed } });
      const answer = await engine.context({ question: QUESTION, strategy: 'local' });
      expect(answer).toMatchObject({ status: 'failed', windows: [], failures: [{ code: 'dimension-mismatch' }] });
      expect(answer.failures[0]?.message).toMatch(/vectors of 3 numbers.*vectors of 2 numbers\. Leave the embedder out to enter by names, or give the model that the index was made with/u);
      expect(calls > 0).toBe(dimensions === undefined);
    }
  });

  it('says when nothing is relevant, asks nobody, and tells what was nearest', async () => {
    const answer = await context({ question: 'How do whales sing?', options: { entrance: { use: 'dense', minScore: 1, limit: 2 } } , exclude: ['ALEX MERCER'] });
    expect(answer).toMatchObject({ status: 'no-relevant-data', windows: [] });
    expect(answer.details).toMatchObject([{ name: 'nearest', data: [{ id: 'e-cruz', reason: 'below-threshold' }, { id: 'e-mercer', reason: 'excluded' }] }]);
    expect(dropsIn(answer, 'entities')).toHaveLength(2);
  });

  it('fails where the only entrance fails', async () => {
    const answer = await context({ index: smallIndex(TABLES, []), options: { entrance: 'dense' } });
    expect(answer.status).toBe('failed');
    expect(answer.failures).toMatchObject([{ code: 'space-missing' }]);
    const included = await context({ index: smallIndex(TABLES, []), options: { entrance: 'dense' }, include: ['TAYLOR CRUZ'] });
    expect(idsIn(included, 'entities')[0]).toBe('e-cruz');
  });

  it('takes text units from its entrance, and the entities that they name as seeds', async () => {
    const answer = await context({ options: { entrance: { use: 'dense', space: 'text_unit_text', limit: 2 }, expander: { use: 'neighbourhood', hops: 0 } } });
    expect(idsIn(answer, 'entities')).toEqual(['e-base']);
    expect(entriesOf(answer, 'entities')[0]?.via[0]).toEqual({ by: 'local.named', seed: { table: 'text_units', id: 't4' } });
    expect(idsIn(answer, 'sources')).toEqual(['t4', 't7']);
  });

  it('goes on with the seeds alone where the expander fails', async () => {
    const failing = definePlugin(kinds.expander, {
      id: 'failing',
      version: '1.0.0',
      description: 'Fails.',
      create: (): Expander => ({
        specVersion: 'v1',
        expand: (_, { path: stage }) =>
          Promise.resolve({ ok: false, failure: { stage, call: 'expand', layer: 'transport', code: 'graph-away', message: 'The graph is away.', attempts: 1, effect: 'None.' } }),
      }),
    });
    const engine = createEngine({ index: smallIndex(), plugins: [...PLUGINS, failing], embedder });
    const answer = await engine.context({ question: QUESTION, strategy: { use: 'local', seeds: 2, expander: 'failing' } });
    expect(answer.warnings).toMatchObject([{ code: 'expander-failed', message: 'The expander failing was left out: The graph is away.' }]);
    expect([idsIn(answer, 'entities'), idsIn(answer, 'claims')]).toEqual([['e-mercer', 'e-base'], ['v1', 'v3']]);
  });
});

describe('local: every option changes what is seen', () => {
  it.each(FLIPS.map(([option, value, ask]) => ({ option, value, ask: ask ?? {} })))('$option = $value', async ({ option, value, ask }) => {
    const [before, after] = [await context(ask), await context({ ...ask, options: { ...ask.options, [option]: value } })];
    expect(after.status).not.toBe('failed');
    expect(observable(after)).not.toEqual(observable(before));
  });

  it('leaves out no option', () => {
    for (const plugin of [local, names, dense, fuse, similarity, neighbourhood, occurrence, fusedOrder, graphDistance]) {
      const known = keysOf(plugin.optionsJsonSchema()['properties']);
      const flipped = new Set(FLIPS.flatMap(([option, value]) => (plugin === local ? [option] : optionsFlipped(plugin.id, value))));
      expect(known.filter((option) => !flipped.has(option))).toEqual([]);
    }
  });

  it('refuses a section that stands twice in the order, and a floor for one that there is not', async () => {
    await expect(context({ options: { order: ['sources', 'sources'] } })).rejects.toMatchObject({ code: 'option-invalid' });
    await expect(context({ options: { floors: { source: 1 } } })).rejects.toMatchObject({ code: 'option-unknown' });
  });
});
