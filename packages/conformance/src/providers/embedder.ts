import type { Embedder } from '@graphwright/contract';
import { check, checkEqual, type ConformanceCase, type ConformanceSuite } from '../suite.ts';
import { statusFaults } from './faults.ts';
import { against, checkWithout, failureOf, firstOf } from './listen.ts';
import type { ScriptedHttpReply, ScriptedServer } from './scripted-server.ts';
import type { EmbedderWire } from './wire.ts';

/** What the suite needs of an embedder. */
export interface EmbedderSubject {
  readonly name: string;
  readonly create: () => Embedder | Promise<Embedder>;
}

/** What every embedder must do, wherever it runs. */
export function embedderSuite({ name, create }: EmbedderSubject): ConformanceSuite {
  const on = (what: string, work: (embedder: Embedder) => Promise<void>): ConformanceCase => ({ name: what, run: async () => work(await create()) });
  return {
    name: `embedder: ${name}`,
    cases: [
      on('states its name', (embedder) => {
        checkEqual(embedder.specVersion, 'v1', 'specVersion');
        check(embedder.model !== '', 'The embedder has no name.');
        return Promise.resolve();
      }),
      on('gives one vector a text, all of one length', async (embedder) => {
        const { vectors } = await embedder.embed({ texts: ['a graph', 'a tree', ''] });
        checkEqual(vectors.length, 3, 'the number of vectors');
        const [length] = [...new Set(vectors.map((vector) => vector.length))];
        check(vectors.every((vector) => vector.length === length), 'The vectors differ in length.');
        check(vectors.every((vector) => vector.every((value) => Number.isFinite(value))), 'A vector holds what is no number.');
        check(embedder.dimensions === undefined || embedder.dimensions === length, `The vectors have ${length} numbers, and "dimensions" says ${embedder.dimensions}.`);
      }),
      on('gives the same vector to the same text, wherever it stands', async (embedder) => {
        const { vectors: [alone = new Float32Array()] } = await embedder.embed({ texts: ['a graph'] });
        const { vectors } = await embedder.embed({ texts: ['a longer text about a tree', 'a graph'] });
        const second = vectors[1] ?? new Float32Array();
        // Models that compute in batches differ in the last digits.
        check(alone.length === second.length && alone.every((value, place) => Math.abs(value - (second[place] ?? Number.NaN)) < 1e-3), 'The vector depends on what stands beside its text.');
      }),
      on('gives nothing for no texts', async (embedder) => {
        checkEqual((await embedder.embed({ texts: [] })).vectors.length, 0, 'the number of vectors');
      }),
      on('stops with a signal that has fired', async (embedder) => {
        checkEqual((await failureOf(embedder.embed({ texts: ['a graph'], signal: AbortSignal.abort() })))?.code, 'aborted', 'the code');
      }),
    ],
  };
}

/** What the suite needs of an embedder behind HTTP. */
export interface HttpEmbedderSubject {
  readonly name: string;
  readonly wire: EmbedderWire;
  /** The key that its requests carry, and that no error may hold. */
  readonly key: string;
  /** Makes the embedder for a server; `timeout`: milliseconds of silence that it bears. */
  readonly create: (url: string, settings: { readonly timeout?: number }) => Embedder | Promise<Embedder>;
}

/** Milliseconds of silence that an embedder bears in cases that are about silence. */
const PATIENCE = 500;
const one = { index: 0, embedding: [1, 0.5] };
const two = { index: 1, embedding: [0, -2] };
const texts = ['a', 'b'];

/** What every embedder behind HTTP must make of good replies and of every fault on the way; each case is named after the fault. */
export function httpEmbedderSuite({ name, wire, key, create }: HttpEmbedderSubject): ConformanceSuite {
  const embed = async (server: ScriptedServer, settings: { timeout?: number } = {}, signal?: AbortSignal): ReturnType<Embedder['embed']> =>
    (await create(server.url, settings)).embed({ texts, ...(signal === undefined ? {} : { signal }) });
  const good = (what: string, reply: ScriptedHttpReply, tokens?: number): ConformanceCase => ({
    name: what,
    run: () =>
      against([reply], async (server) => {
        const { vectors, inputTokens } = await embed(server);
        checkEqual([vectors.map((vector) => [...vector]), inputTokens], [[one.embedding, two.embedding], tokens], 'vectors and tokens');
      }),
  });
  const failing = (what: string, reply: ScriptedHttpReply, expected: { code: string; retryable: boolean; retryAfter?: number }, timeout?: number): ConformanceCase => ({
    name: what,
    run: () =>
      against([reply], async (server) => {
        const error = await failureOf(embed(server, timeout === undefined ? {} : { timeout }));
        check(error !== undefined, 'Nothing was thrown.');
        checkEqual({ code: error.code, ...error.transport }, expected, 'code and transport');
        checkWithout(key, error);
      }),
  });
  const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Please sign in</title>' };
  return {
    name: `embedder over HTTP: ${name}`,
    cases: [
      good('good reply', wire.reply([one, two], { tokens: 9 }), 9),
      good('embeddings in another order', wire.reply([two, one], { tokens: 9 }), 9),
      good('usage absent', wire.reply([one, two])),
      failing('fewer than asked', wire.reply([one], { tokens: 9 }), { code: 'vector-invalid', retryable: false }),
      failing('more than asked', wire.reply([one, two, { index: 2, embedding: [1, 1] }], { tokens: 9 }), { code: 'vector-invalid', retryable: false }),
      failing('HTML from a proxy', page, { code: 'reply-malformed', retryable: false }),
      failing('first byte slow', { end: 'silent' }, { code: 'timed-out', retryable: true }, PATIENCE),
      ...statusFaults.map(({ name: what, status, headers = {}, ...expected }) => failing(what, wire.failure(status, { message: `No: ${key}.`, headers }), expected)),
      {
        name: 'abort closes the socket',
        run: () =>
          against([{ end: 'silent' }], async (server) => {
            const controller = new AbortController();
            const work = failureOf(embed(server, {}, controller.signal));
            const { closed } = await firstOf(server, work);
            controller.abort();
            checkEqual((await work)?.code, 'aborted', 'the code');
            await closed;
          }),
      },
    ],
  };
}
