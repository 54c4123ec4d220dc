import type { ModelEvent, ModelRequest } from '@graphwright/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '../window/rows.ts';
import { sentencesOf } from '../text/sentences.ts';
import { EXTRACTIVE_NOTICE, createExtractiveModel, extractive } from './model.ts';

const settings = { sentences: 6, minScore: 0.2, diversity: 0.7 };
const WINDOW = [
  '-----Reports-----\nid|title|content\n2|Clustering|"# Clustering\n\nLeiden finds communities in a graph. It repairs the badly joined communities of Louvain."\n',
  '-----Entities-----\nid|entity|description|number of relationships\n0|LEIDEN|An algorithm published in 2019.|4\n1|BM25|A lexical ranking function.|2\n',
  '-----Sources-----\nid|text\n3|Leiden finds communities in a graph. BM25 ranks documents by words.\n5|Nothing of the kind happens on Tuesdays.\n7|莱顿算法在图中寻找社区。向量检索不需要图。\n',
].join('\n\n');

interface Asked {
  readonly question?: string;
  readonly window?: string | undefined;
  readonly responseType?: string;
  readonly schema?: z.ZodType;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
}

function requestOf(asked: Asked): ModelRequest {
  return {
    messages: [{ role: 'user', content: asked.question ?? '' }],
    prompt: {
      id: 'test-prompt',
      input: asked.input ?? { question: asked.question, responseType: asked.responseType },
      window: 'window' in asked ? asked.window : WINDOW,
    },
    ...(asked.schema === undefined ? {} : { schema: z.toJSONSchema(asked.schema) }),
    maxOutputTokens: asked.maxOutputTokens ?? 4096,
    temperature: 0,
    seed: 0,
    signal: asked.signal ?? new AbortController().signal,
  };
}

async function ask(asked: Asked, options: Partial<typeof settings> = {}): Promise<{ text: string; events: ModelEvent[]; reason: string }> {
  const events: ModelEvent[] = [];
  for await (const event of createExtractiveModel({ ...settings, ...options }).generate(requestOf(asked))) events.push(event);
  const last = events.at(-1);
  return {
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    events,
    reason: last?.type === 'finish' ? last.reason : 'cut',
  };
}

describe('extractive answers', () => {
  it('cites every row that holds a sentence, and names what a sentence is about where it does not', async () => {
    const { text, reason } = await ask({ question: 'What is the Leiden algorithm?' });
    expect(reason).toBe('stop');
    expect(text).toContain('Leiden finds communities in a graph. [Data: Reports (2); Sources (3)]');
    expect(text).toContain('LEIDEN: An algorithm published in 2019. [Data: Entities (0)]');
    expect(text).not.toContain('Tuesdays');
  });

  it('answers a Chinese question from Chinese sentences', async () => {
    expect((await ask({ question: '莱顿算法寻找什么？' })).text).toBe('莱顿算法在图中寻找社区。 [Data: Sources (7)]');
  });

  it('says so when nothing bears on the question', async () => {
    for (const question of ['Who won the football match?', '']) {
      expect(await ask({ question })).toMatchObject({ text: 'No sentence of the context bears on the question.', reason: 'refusal' });
    }
  });

  it('follows the response type in words', async () => {
    const question = 'Which communities does Leiden find, and how does BM25 rank?';
    expect((await ask({ question, responseType: 'Single Sentence' })).text.match(/\[Data:/gu)).toHaveLength(1);
    const list = (await ask({ question, responseType: 'List of 1-2 Points' })).text.split('\n');
    expect(list).toHaveLength(2);
    expect(list.every((line) => line.startsWith('- '))).toBe(true);
  });

  it('keeps to whole sentences within the longest answer', async () => {
    const question = 'Which communities does Leiden find, and how does BM25 rank?';
    const { text } = await ask({ question, maxOutputTokens: 1 });
    expect(text.match(/\[Data:/gu)).toHaveLength(1);
  });

  it('takes the question from the last user message when the input names none', async () => {
    const request = { ...requestOf({}), messages: [{ role: 'user' as const, content: 'What is BM25?' }] };
    let text = '';
    for await (const event of createExtractiveModel(settings).generate(request)) if (event.type === 'text') text += event.text;
    expect(text).toContain('BM25');
  });

  it('writes JSON where a text is to hold it', async () => {
    const request = requestOf({ question: 'What is the Leiden algorithm?' });
    const contentSchema = z.toJSONSchema(z.object({ points: z.array(z.object({ description: z.string(), score: z.int().min(0).max(100) })) }));
    let text = '';
    for await (const event of createExtractiveModel(settings).generate({ ...request, prompt: { ...request.prompt, contentSchema } })) if (event.type === 'text') text += event.text;
    const points = z.object({ points: z.array(z.object({ description: z.string(), score: z.number() })) }).parse(JSON.parse(text));
    expect(points.points.map(({ description }) => description)).toContain('An algorithm published in 2019. [Data: Entities (0)]');
    expect(points.points[0]?.score).toBeGreaterThan(0);
  });

  it('each option changes the answer', async () => {
    const question = 'How does Leiden find communities, and how does BM25 rank documents?';
    const plain = (await ask({ question })).text;
    expect((await ask({ question }, { sentences: 1 })).text).not.toBe(plain);
    expect((await ask({ question }, { minScore: 0.9 })).text).not.toBe(plain);
    const repeated = '-----Sources-----\nid|text\n1|Leiden finds communities well. Leiden finds communities. BM25 is a ranking function.\n';
    const both = { question: 'Leiden finds communities; BM25', window: repeated };
    expect((await ask(both, { sentences: 2, diversity: 1 })).text).not.toContain('BM25');
    expect((await ask(both, { sentences: 2, diversity: 0.3 })).text).toContain('BM25');
  });

  it('is a plugin whose model names itself', () => {
    const port = extractive.resolve({}, {}).create();
    expect(port).toMatchObject({ model: 'extractive', notice: EXTRACTIVE_NOTICE, specVersion: 'v1' });
    expect(() => extractive.resolve({ sentence: 3 }, {})).toThrow(/sentences/u);
  });

  it('stops when the signal fires, before and in the middle', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    await expect(async () => {
      for await (const event of createExtractiveModel(settings).generate(requestOf({ question: 'What is Leiden?', signal: controller.signal }))) {
        if (event.type === 'text') seen.push(event.text);
        controller.abort();
      }
    }).rejects.toMatchObject({ code: 'aborted' });
    expect(seen).toHaveLength(1);
  });
});

describe('extractive fills schemas by rule', () => {
  const question = 'How does Leiden find communities?';

  it('points of a map step, ratings, answers with follow-up questions', async () => {
    const points = z.object({ points: z.array(z.object({ description: z.string(), score: z.int().min(0).max(100) })) });
    const made = points.parse(JSON.parse((await ask({ question, schema: points })).text));
    expect(made.points[0]?.description).toContain('Leiden finds communities in a graph. [Data: Reports (2); Sources (3)]');
    expect(made.points[0]?.score).toBeGreaterThan(50);

    const rating = z.object({ rating: z.int().min(0).max(5), reason: z.string() });
    const rate = async (report: string) =>
      rating.parse(JSON.parse((await ask({ input: { question, report }, window: undefined, schema: rating })).text)).rating;
    expect(await rate('Leiden finds communities in a graph.')).toBeGreaterThan(await rate('The weather was fine all week.'));

    const primer = z.object({ response: z.string(), score: z.number().min(0).max(100), follow_up_queries: z.array(z.string()) });
    expect(primer.parse(JSON.parse((await ask({ question, schema: primer })).text)).follow_up_queries).toEqual([]);
  });

  it('gives what fits of optional, nullable and constant parts', async () => {
    const schema = z.object({ kind: z.literal('map'), title: z.string().nullable(), name: z.string().optional(), relevant: z.boolean() });
    expect(schema.parse(JSON.parse((await ask({ question, schema })).text))).toEqual({ kind: 'map', title: null, relevant: true });
  });

  it('refuses what has to be written or chosen, and says why', async () => {
    const rewritten = await ask({ question, schema: z.object({ questions: z.array(z.string()).min(1) }) });
    expect(rewritten.reason).toBe('refusal');
    expect(rewritten.text).toContain('"questions" cannot be given');
    expect((await ask({ question, schema: z.object({ verdict: z.enum(['yes', 'no']) }) })).reason).toBe('refusal');
    const nothing = await ask({ question, window: undefined, input: { question } });
    expect(nothing.reason).toBe('refusal');
    expect(nothing.text).toContain('test-prompt');
  });
});

describe('laws', () => {
  const word = fc.constantFrom('Leiden', 'graph', 'community', 'rank', 'BM25', '图', '社区', 'it', 'the', 'Dr.', 'x|y', '"q"', '[Data: Reports (9)]');
  const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(' ')}.`);
  const prose = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
  const window = fc.array(prose, { maxLength: 6 }).map((texts) => `-----Sources-----\nid|text\n${texts.map((text, row) => `${row}|${text}\n`).join('')}`);

  it('same request, same events', async () => {
    await fc.assert(
      fc.asyncProperty(window, prose, async (text, question) => {
        expect(await ask({ question, window: text })).toEqual(await ask({ question, window: text }));
      }),
      { numRuns: 60 },
    );
  });

  it('every sentence is in the window, every citation names a row that holds it', async () => {
    await fc.assert(
      fc.asyncProperty(window, prose, async (text, question) => {
        const rows = rowsOf(text);
        const { text: answer } = await ask({ question, window: text, responseType: 'List of 20 Points' }, { minScore: 0 });
        for (const line of answer.split('\n').filter((each) => each.startsWith('- '))) {
          const { said, labels } = /^- (?<said>.*) \[Data: Sources \((?<labels>[^)]*)\)\]$/u.exec(line)?.groups ?? {};
          expect(said).toBeDefined();
          for (const label of (labels ?? '').split(', ').filter((each) => each !== '+more')) {
            const row = rows.find((each) => each.label === label);
            expect(sentencesOf(row?.text ?? '')).toContain(said);
            expect(text.replaceAll(/\s*\[Data:[^\]]*\]/gu, '')).toContain(said);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never throws on any window or question', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 80 }), async (text, question) => {
        expect((await ask({ question, window: text })).reason).toMatch(/^(?:stop|refusal)$/u);
      }),
      { numRuns: 150 },
    );
  });
});

describe('extractive lists of rows', () => {
  it('speak of every row by its id', async () => {
    const window = '# Reports (id: title: summary)\n4: Graphs: Leiden finds communities in a graph.\n7: Weather: It rained on Tuesday.\n';
    const schema = z.object({ ratings: z.array(z.object({ id: z.union([z.string(), z.number()]), reason: z.string(), relevant: z.boolean() })) });
    const { text } = await ask({ question: 'What does Leiden find in a graph?', window, schema });
    const { ratings } = schema.parse(JSON.parse(text));
    expect(ratings.map(({ id, relevant }) => [id, relevant])).toEqual([['4', true], ['7', false]]);
  });
});
