import { inspect } from 'node:util';
import { isGraphwrightError, messageOf, type GraphwrightError, type LanguageModel, type ModelEvent, type ModelRequest } from '@graphwright/contract';
import { check } from '../suite.ts';
import { scriptedServer, type ReceivedRequest, type ScriptedHttpReply, type ScriptedServer } from './scripted-server.ts';

/** What a model said: the text, its last event, and the error that it threw. */
export interface Heard {
  readonly text: string;
  readonly finish: Extract<ModelEvent, { type: 'finish' }> | undefined;
  readonly error: GraphwrightError | undefined;
}

/** A request as the engine makes it. */
export function modelRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Who?' },
    ],
    prompt: { id: 'probe-answer', input: {}, window: undefined },
    maxOutputTokens: 500,
    temperature: 0,
    seed: 7,
    signal: new AbortController().signal,
    ...more,
  };
}

/**
 * Asks a model once and gathers what it says.
 *
 * @throws GraphwrightError `conformance-failed` when it throws anything but an error of the house, says anything after `finish`, or
 * finishes twice.
 */
export async function hear(model: LanguageModel, request: ModelRequest = modelRequest()): Promise<Heard> {
  let text = '';
  let finish: Heard['finish'];
  try {
    for await (const event of model.generate(request)) {
      check(finish === undefined, `The event "${event.type}" comes after "finish".`);
      if (event.type === 'text') text += event.text;
      else finish = event;
    }
    return { text, finish, error: undefined };
  } catch (error) {
    return { text, finish, error: houseError(error) };
  }
}

/** The error with which a piece of work fails; undefined when it does not. */
export async function failureOf(work: Promise<unknown>): Promise<GraphwrightError | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => houseError(error),
  );
}

/** Runs something against a server that says what it is told, and closes the server. */
export async function against<T>(script: readonly ScriptedHttpReply[], work: (server: ScriptedServer) => Promise<T>): Promise<T> {
  const server = await scriptedServer(script);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** The first request that work sends. @throws GraphwrightError `conformance-failed` when the work ends before it has sent any. */
export async function firstOf(server: ScriptedServer, work: Promise<unknown>): Promise<ReceivedRequest> {
  const request = await Promise.race([server.first, work.then(() => undefined)]);
  check(request !== undefined, 'It ended before it had sent a request.');
  return request;
}

/** Demands that a text of somebody's is nowhere in an error, hidden members and causes included. */
export function checkWithout(secret: string, error: GraphwrightError): void {
  check(!inspect(error, { depth: Infinity, showHidden: true }).includes(secret), 'The error holds the key.');
}

function houseError(error: unknown): GraphwrightError {
  check(isGraphwrightError(error), `Thrown was "${messageOf(error)}", which is no error of the house.`);
  return error;
}
