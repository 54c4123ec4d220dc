import { chatReply, chatStream, embeddingsReply, scriptedServer, type ScriptedHttpReply, type ScriptedServer } from '@graphwright/conformance';
import { repositoryRoot } from '@graphwright-internal/testing';
import { accountFaults } from '@graphwright/conformance';
import { answerSchema, type OpenedIndex } from '@graphwright/contract';
import { createEngine, openIndex, type Answer, type GraphwrightOptions } from 'graphwright';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const question = 'What is a community report?';
const sse = { 'content-type': 'text/event-stream' };
const half = 'data: {"choices":[{"delta":{"content":"Half of "}}]}\n\n';
let index: OpenedIndex;

beforeAll(async () => {
  index = await openIndex(`${repositoryRoot()}/apps/cli/sample`);
});

/** Waits are noted, and take no time. */
function hastyClock(): NonNullable<GraphwrightOptions['clock']> & { readonly waits: number[] } {
  const waits: number[] = [];
  return { waits, now: () => 0, wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)) };
}

async function serving(...script: ScriptedHttpReply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

function modelAt({ url }: ScriptedServer, more: Readonly<Record<string, unknown>> = {}): { readonly use: string } & Readonly<Record<string, unknown>> {
  return { use: 'openai', model: 'gpt-4o', baseURL: `${url}/v1`, apiKeyVariable: 'NO_SUCH_KEY_HERE', ...more };
}

/** The reply of the model that made the index, asked for the stored texts of a space again. */
async function storedAgain(space: string): Promise<ScriptedHttpReply> {
  const source = index.vectors.find((one) => one.space === space);
  for await (const { vectors } of source?.blocks() ?? []) {
    const dimensions = source?.dimensions ?? 0;
    const embeddings = Array.from({ length: 5 }, (_, row) => [...vectors.subarray(row * dimensions, (row + 1) * dimensions)]);
    return embeddingsReply(embeddings.map((embedding, place) => ({ index: place, embedding })));
  }
  throw new Error(`The sample has no vectors of ${space}.`);
}

/** Asks, and asks again as a stream: nothing is thrown, and both say the same. */
async function asked(server: ScriptedServer, options: Readonly<Record<string, unknown>> = {}, limits = {}): Promise<Answer> {
  const engine = await createEngine({ index, model: modelAt(server, options), clock: hastyClock() });
  const answer = await engine.ask({ question, limits });
  let streamed: Answer | undefined;
  for await (const event of engine.stream({ question, limits })) if (event.type === 'end') streamed = event.answer;
  await engine.close();
  expect(accountFaults(answerSchema.parse(answer))).toEqual([]);
  const told = ({ status, text, failures }: Partial<Answer>): object => ({ status, text, failures });
  expect(told(streamed ?? {})).toEqual(told(answer));
  return answer;
}

describe('an engine with a model behind a network', () => {
  it('answers, with the usage of the provider and the exact model in provenance', async () => {
    const answer = await asked(await serving(chatStream(['A report ', 'tells.'], { usage: [40, 7] })));
    expect(answer).toMatchObject({ status: 'answered', text: 'A report tells.', failures: [], cost: { totals: { inputTokens: 40, outputTokens: 7, estimated: false } } });
    expect(answer.provenance.models).toEqual([{ kind: 'model', model: 'gpt-4o', temperature: 0, seed: 0, dropped: [], fingerprint: 'test-2026-01-01 fp_1' }]);
    expect(answer.provenance.tokenizer).toEqual({ encoding: 'o200k_base', exact: true });
  });

  it('counts itself where the server says nothing, by estimate where nothing is known of the model', async () => {
    const answer = await asked(await serving(chatStream(['Yes.'])), { model: 'llama3.2' });
    expect(answer.cost.totals.estimated).toBe(true);
    expect(answer.provenance.tokenizer.exact).toBe(false);
    expect(answer.warnings).toContainEqual(expect.objectContaining({ code: 'tokens-estimated' }));
    expect(answer.windows[0]?.budget).toMatchObject({ window: 8192, outputReserve: 2048 });
  });

  it('says in provenance what the server did not take', async () => {
    const refusal = { status: 400, body: JSON.stringify({ error: { message: "Unsupported value: 'temperature'", param: 'temperature', code: 'unsupported_value' } }) };
    const answer = await asked(await serving(refusal, chatStream(['x'])));
    expect(answer).toMatchObject({ status: 'answered', provenance: { models: [{ dropped: ['temperature'] }] } });
  });

  it.each<[string, ScriptedHttpReply, object, number]>([
    ['401', { status: 401, body: '{}' }, { layer: 'transport', code: 'key-refused' }, 1],
    ['404', { status: 404, body: '{}' }, { layer: 'transport', code: 'model-unknown' }, 1],
    ['429', { status: 429, body: '{}' }, { layer: 'transport', code: 'rate-limited' }, 3],
    ['500', { status: 500, body: '{}' }, { layer: 'transport', code: 'server-failed' }, 3],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<p>Sign in' }, { layer: 'transport', code: 'reply-malformed' }, 1],
    ['silence', { end: 'silent' }, { layer: 'transport', code: 'timed-out' }, 3],
    ['an empty reply', chatStream([]), { layer: 'model', code: 'reply-empty' }, 1],
    ['a filtered request', { status: 400, body: '{"error":{"code":"content_filter","message":"no"}}' }, { layer: 'model', code: 'filtered' }, 1],
  ])('ends in a clear failure with %s', async (_what, reply, failure, attempts) => {
    const server = await serving(reply);
    const answer = await asked(server, reply.end === 'silent' ? { timeout: 50 } : {});
    expect(answer.status).toBe('failed');
    expect(answer.failures).toEqual([expect.objectContaining({ ...failure, attempts, effect: 'There is no answer.' })]);
    expect(server.requests).toHaveLength(2 * attempts);
  });

  it.each<[string, ScriptedHttpReply, string, Readonly<Record<string, unknown>>]>([
    ['cut', { headers: sse, body: half, end: 'cut' }, 'connection-failed', {}],
    ['ended without a reason', { headers: sse, body: half }, 'stream-cut', {}],
    ['garbled', { headers: sse, body: [half, 'data: {"cho\n\n'] }, 'reply-malformed', {}],
    ['silent', { headers: sse, body: half, end: 'hang' }, 'timed-out', { timeout: 1000 }],
  ])('keeps the text of a stream that is %s in the middle', async (_what, reply, code, options) => {
    const answer = await asked(await serving(reply), options);
    expect(answer).toMatchObject({ status: 'partial', text: 'Half of ', failures: [{ layer: 'transport', code, attempts: 1 }] });
  });

  it('waits as long as it is asked to, and then answers', async () => {
    const clock = hastyClock();
    const server = await serving({ status: 429, headers: { 'retry-after': '30' }, body: '{}' }, chatStream(['There.']));
    const engine = await createEngine({ index, model: modelAt(server), clock });
    expect(await engine.ask({ question })).toMatchObject({ status: 'answered', text: 'There.' });
    expect(clock.waits).toEqual([30_000]);
  });

  it('waits as long before it embeds again', async () => {
    const clock = hastyClock();
    const vector = { index: 0, embedding: Array.from({ length: 256 }, (_, place) => (place === 3 ? 1 : 0)) };
    const tooMany: ScriptedHttpReply = { status: 429, headers: { 'retry-after': '30' }, body: '{}' };
    const server = await serving(await storedAgain('entity_description'), tooMany, embeddingsReply([vector]), await storedAgain('text_unit_text'));
    const engine = await createEngine({ index, embedder: modelAt(server, { model: 'test-embedding' }), clock });
    expect((await engine.context({ question })).failures).toEqual([]);
    expect(clock.waits).toEqual([30_000]);
  });

  it('ends at the time limit of the run, and closes the line', async () => {
    const server = await serving({ end: 'silent' });
    const engine = await createEngine({ index, model: modelAt(server) });
    const answer = await engine.ask({ question, limits: { milliseconds: 500 } });
    expect(answer).toMatchObject({ status: 'failed', failures: [{ layer: 'limit', code: 'limit-milliseconds' }] });
    await server.requests[0]?.closed;
  });

  it('ends with what is there when it is aborted', async () => {
    const server = await serving({ headers: sse, body: half, end: 'hang' });
    const engine = await createEngine({ index, model: modelAt(server) });
    const controller = new AbortController();
    let last: Answer | undefined;
    for await (const event of engine.stream({ question, signal: controller.signal })) {
      if (event.type === 'text') controller.abort();
      if (event.type === 'end') last = event.answer;
    }
    expect(last).toMatchObject({ status: 'partial', text: 'Half of ', failures: [{ layer: 'aborted' }] });
    await server.requests[0]?.closed;
  });

  it('enters by the embedder of a server, and says so where that fails', async () => {
    const vector = { index: 0, embedding: Array.from({ length: 256 }, (_, place) => (place === 3 ? 1 : 0)) };
    const again = [await storedAgain('entity_description'), await storedAgain('text_unit_text')] as const;
    const server = await serving(again[0], embeddingsReply([vector], { base64: true, tokens: 6 }), again[1], { status: 401, body: '{}' });
    const engine = await createEngine({ index, embedder: modelAt(server, { model: 'test-embedding' }) });
    const found = await engine.context({ question });
    expect(found.failures).toEqual([]);
    expect(found.cost.entries.filter(({ kind }) => kind !== 'check')).toEqual([expect.objectContaining({ kind: 'embedding', model: 'test-embedding', inputTokens: 6, estimated: false })]);
    expect((await engine.context({ question: `${question}?` })).failures).toEqual([expect.objectContaining({ call: 'embed', layer: 'transport', code: 'key-refused', attempts: 1 })]);
  });

  it('refuses an embedder of a server that is not the model of the index', async () => {
    const vector = { index: 0, embedding: Array.from({ length: 256 }, (_, place) => (place === 3 ? 1 : 0)) };
    const server = await serving(embeddingsReply(Array.from({ length: 5 }, (_, place) => ({ ...vector, index: place }))));
    const engine = await createEngine({ index, embedder: modelAt(server, { model: 'test-embedding' }) });
    const answer = await engine.context({ question });
    expect(answer).toMatchObject({ status: 'failed', failures: [{ code: 'embedding-model-differs' }] });
    expect(answer.failures[0]?.message).toContain('test-embedding');
  });

  it('reads one whole reply as well as a stream', async () => {
    expect(await asked(await serving(chatReply('Whole.', { usage: [3, 2] })))).toMatchObject({ status: 'answered', text: 'Whole.', cost: { totals: { inputTokens: 3 } } });
  });
});
