import type { LanguageModel, ModelRequest } from '@graphwright/contract';
import { check, checkEqual, type ConformanceCase, type ConformanceSuite } from '../suite.ts';
import { statusFaults } from './faults.ts';
import { against, checkWithout, firstOf, hear, modelRequest, type Heard } from './listen.ts';
import type { ScriptedHttpReply, ScriptedServer } from './scripted-server.ts';
import type { ModelWire, ToldReply } from './wire.ts';

/** What the suite needs of a language model behind HTTP. */
export interface HttpLanguageModelSubject {
  readonly name: string;
  readonly wire: ModelWire;
  /** The key that its requests carry, and that no error may hold. */
  readonly key: string;
  /**
   * Makes the model for a server.
   *
   * @param url The address of the server, without a slash at the end.
   * @param settings `timeout`: milliseconds of silence that it bears; `model`: its name, when it matters.
   */
  readonly create: (url: string, settings: { readonly timeout?: number; readonly model?: string }) => LanguageModel | Promise<LanguageModel>;
}

/** Milliseconds of silence that a model bears in cases that are about silence: short for the test, long for a slow machine. */
const PATIENCE = 500;
const usage = { inputTokens: 40, outputTokens: 7 };
const PAGE = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Please sign in</title>' };
const SCHEMA = { type: 'object', properties: { points: { type: 'array', items: { type: 'string' } } }, required: ['points'] };

/** What every language model behind HTTP must make of good replies and of every fault on the way; each case is named after the fault. */
export function httpLanguageModelSuite({ name, wire, key, create }: HttpLanguageModelSubject): ConformanceSuite {
  const ask = async (server: ScriptedServer, settings: { timeout?: number } = {}, request?: ModelRequest): Promise<Heard> => hear(await create(server.url, settings), request);
  const told = (what: string, reply: ToldReply, judge: (heard: Heard) => void): ConformanceCase => ({
    name: what,
    run: () => against([wire.reply(reply)], async (server) => judge(await ask(server))),
  });
  const failing = (what: string, reply: ScriptedHttpReply, expected: { text?: string; code: string; retryable: boolean; retryAfter?: number }, timeout?: number): ConformanceCase => ({
    name: what,
    run: () =>
      against([reply], async (server) => {
        const { text, finish, error } = await ask(server, timeout === undefined ? {} : { timeout });
        check(error !== undefined, 'Nothing was thrown.');
        check(finish === undefined, 'It finished all the same.');
        checkEqual({ text, code: error.code, ...error.transport }, { text: '', ...expected }, 'text, code and transport');
        checkWithout(key, error);
      }),
  });
  const begun = (more: readonly string[], end: ScriptedHttpReply['end'] = 'whole'): ScriptedHttpReply => {
    const { headers, body } = wire.opening('Half of ');
    return { headers, body: [...body, ...more], end };
  };

  return {
    name: `language model over HTTP: ${name}`,
    cases: [
      told('good reply, streamed', { pieces: ['It was ', '默瑟', '.'], streamed: true, usage }, ({ text, finish }) => {
        checkEqual([text, finish?.reason, finish?.usage], ['It was 默瑟.', 'stop', usage], 'text, reason and usage');
      }),
      ...(wire.repliesWhole
        ? [
            told('good reply, in one piece', { pieces: ['It was Mercer.'], streamed: false, usage }, ({ text, finish }) => {
              checkEqual([text, finish?.reason, finish?.usage], ['It was Mercer.', 'stop', usage], 'text, reason and usage');
            }),
          ]
        : []),
      told('usage absent', { pieces: ['Mercer.'], streamed: true }, ({ text, finish }) => {
        checkEqual([text, finish?.reason, finish?.usage], ['Mercer.', 'stop', undefined], 'text, reason and usage');
      }),
      told('empty reply', { pieces: [], streamed: true, usage }, ({ text, finish, error }) => {
        checkEqual([text, finish?.reason, error?.code], ['', 'stop', undefined], 'text, reason and error');
      }),
      ...wire.finishes
        .filter((finish) => finish !== 'stop')
        .map((finish) =>
          told(finish === 'length' ? 'stop by length' : finish === 'refusal' ? 'refusal' : `stop told as ${finish}`, { pieces: ['Half'], streamed: true, finish, usage }, ({ text, finish: end }) => {
            checkEqual([text, end?.reason], ['Half', finish], 'text and reason');
          }),
        ),
      {
        name: 'null deltas and signs of life',
        run: () => {
          const { headers = {}, body = [] } = wire.reply({ pieces: ['Mercer'], streamed: true, usage });
          const [first = '', ...rest] = [body].flat();
          return against([{ headers, body: [...wire.idle, first, ...wire.idle, ...rest] }], async (server) => {
            const { text, finish } = await ask(server);
            checkEqual([text, finish?.reason, finish?.usage], ['Mercer', 'stop', usage], 'text, reason and usage');
          });
        },
      },
      {
        name: 'events broken anywhere',
        run: () => {
          const { headers = {}, body = [] } = wire.reply({ pieces: ['Mercer 默瑟'], streamed: true, usage });
          const pieces = [body].flat().join('').match(/[\s\S]{1,7}/gu) ?? [];
          return against([{ headers, body: pieces }], async (server) => {
            const { text, finish } = await ask(server);
            checkEqual([text, finish?.usage], ['Mercer 默瑟', usage], 'text and usage');
          });
        },
      },
      {
        name: 'trickle',
        run: () => {
          // All of it takes longer than the patience, no single silence does.
          const { headers = {}, body = [] } = wire.reply({ pieces: ['It ', 'was ', 'Mer', 'cer', '.'], streamed: true, usage });
          return against([{ headers, body, pause: PATIENCE / 4 }], async (server) => {
            const { text, finish } = await ask(server, { timeout: PATIENCE });
            checkEqual([text, finish?.reason], ['It was Mercer.', 'stop'], 'text and reason');
          });
        },
      },
      {
        name: 'cut stream, ended politely',
        run: () =>
          against([begun([])], async (server) => {
            const { text, finish } = await ask(server);
            checkEqual([text, finish], ['Half of ', undefined], 'text and finish');
          }),
      },
      failing('cut stream, the line broken', begun([], 'cut'), { text: 'Half of ', code: 'connection-failed', retryable: true }),
      failing('invalid JSON in an event', begun([wire.brokenEvent]), { text: 'Half of ', code: 'reply-malformed', retryable: true }),
      failing('failure told in an event', begun([wire.failureEvent]), { text: 'Half of ', code: 'server-failed', retryable: true }),
      failing('silence in the middle', begun([], 'hang'), { text: 'Half of ', code: 'timed-out', retryable: true }, PATIENCE),
      failing('first byte slow', { end: 'silent' }, { code: 'timed-out', retryable: true }, PATIENCE),
      failing('HTML from a proxy, as a reply', PAGE, { code: 'reply-malformed', retryable: false }),
      failing('HTML from a proxy, as a failure', { ...PAGE, status: 502 }, { code: 'server-failed', retryable: true }),
      failing('a failure without a body', { status: 503 }, { code: 'server-failed', retryable: true }),
      ...statusFaults.map(({ name: what, status, headers = {}, ...expected }) => failing(what, wire.failure(status, { message: `No: ${key}.`, headers }), expected)),
      {
        name: 'nobody there',
        run: () =>
          against([], async (server) => {
            await server.close();
            const { error } = await ask(server);
            checkEqual([error?.code, error?.transport], ['connection-failed', { retryable: true }], 'code and transport');
          }),
      },
      ...wire.refusals.map(({ field, reply, dropped }) => ({
        name: `400 on ${field}: dropped, said, remembered`,
        run: () =>
          against([reply, wire.reply({ pieces: ['{}'], streamed: true, usage })], async (server) => {
            const model = await create(server.url, {});
            for (let turn = 0; turn < 2; turn++) {
              const { text, finish } = await hear(model, modelRequest({ schema: SCHEMA }));
              checkEqual([text, finish?.dropped?.includes(dropped)], ['{}', true], 'text, and whether it says what was dropped');
            }
            checkEqual(server.requests.map(({ body }) => holds(body, field)), [true, false, false], 'where the field was sent');
          }),
      })),
      ...(['silent', 'hang'] as const).map((end) => ({
        name: end === 'silent' ? 'abort before the first byte closes the socket' : 'abort in the middle closes the socket',
        run: () =>
          against([end === 'silent' ? { end } : begun([], end)], async (server) => {
            const controller = new AbortController();
            const work = ask(server, {}, modelRequest({ signal: controller.signal }));
            const { closed } = await firstOf(server, work);
            controller.abort();
            checkEqual((await work).error?.code, 'aborted', 'the code');
            await closed;
          }),
      })),
      {
        name: 'leaving the loop closes the socket',
        run: () =>
          against([begun([], 'hang')], async (server) => {
            const model = await create(server.url, {});
            for await (const event of model.generate(modelRequest())) {
              checkEqual(event, { type: 'text', text: 'Half of ' }, 'the first event');
              break;
            }
            await server.requests[0]?.closed;
            checkEqual(server.requests.length, 1, 'the number of requests');
          }),
      },
      {
        name: 'temperature 0 and the seed are sent, or said to be dropped',
        run: () =>
          against([wire.reply({ pieces: ['x'], streamed: true, usage })], async (server) => {
            const { finish } = await ask(server);
            for (const [field, value] of [['temperature', 0], ['seed', 7]] as const) {
              const sent = server.requests[0]?.body[field];
              check(sent === value || (sent === undefined && (finish?.dropped ?? []).includes(field)), `The field "${field}" is neither sent nor said to be dropped.`);
            }
          }),
      },
      {
        name: 'the schema is sent, or said to be dropped',
        run: () =>
          against([wire.reply({ pieces: ['{"points":[]}'], streamed: true, usage })], async (server) => {
            const { finish } = await ask(server, {}, modelRequest({ schema: SCHEMA }));
            const sent = JSON.stringify(server.requests[0]?.body ?? {}).includes(JSON.stringify(SCHEMA.properties));
            check(sent || (finish?.dropped ?? []).includes('schema'), 'The schema is neither sent nor said to be dropped.');
          }),
      },
      {
        name: 'a model name without a known tokenizer',
        run: () =>
          against([wire.reply({ pieces: ['x'], streamed: true, usage })], async (server) => {
            const model = await create(server.url, { model: 'somebodys-own-9b' });
            const { window, maxOutput } = model.limits;
            checkEqual(model.encoding, undefined, 'the encoding');
            check(window > 0 && maxOutput > 0, 'It has no limits.');
            checkEqual((await hear(model)).text, 'x', 'the text');
          }),
      },
    ],
  };
}

/** Whether a body holds a field, named by dots. */
function holds(body: unknown, field: string): boolean {
  let value = body;
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = Reflect.get(value, part);
  }
  return true;
}
