import type { FinishReason } from '@graphwright/contract';
import type { ScriptedHttpReply } from './scripted-server.ts';

/** A reply of a model, before it is put in a server's own form. */
export interface ToldReply {
  readonly pieces: readonly string[];
  /** Whether it is sent as events or in one piece. */
  readonly streamed: boolean;
  /** Why it ends; `stop` when left out. */
  readonly finish?: FinishReason;
  /** Left out: the server says nothing of it. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** A failure of a server, before it is put in the server's own form. */
export interface ToldFailure {
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A field of the request that some servers refuse, and how they say so. */
export interface RefusedField {
  /** Its name in the body of the request; with dots where it lies deeper. */
  readonly field: string;
  readonly reply: ScriptedHttpReply;
  /** Its name in `dropped` of the `finish` event. */
  readonly dropped: string;
}

/** How servers of one interface speak: everything as the real server would send it. */
export interface ModelWire {
  reply(told: ToldReply): ScriptedHttpReply;
  /** The beginning of a stream, with one piece of text and nothing after it. */
  opening(text: string): { readonly headers: Readonly<Record<string, string>>; readonly body: readonly string[] };
  failure(status: number, told: ToldFailure): ScriptedHttpReply;
  /** Events that say nothing: signs of life, nulls, members that nobody knows. */
  readonly idle: readonly string[];
  /** An event that breaks off in its JSON. */
  readonly brokenEvent: string;
  /** An event that tells of a failure after the stream has begun. */
  readonly failureEvent: string;
  /** Reasons to stop that the interface can tell; `stop` is one of them. */
  readonly finishes: readonly FinishReason[];
  /** Whether replies may come in one piece. */
  readonly repliesWhole: boolean;
  readonly refusals: readonly RefusedField[];
}

/** How servers of embeddings speak. */
export interface EmbedderWire {
  /** The vectors in the order given, with their place among the texts; tokens left out where the server says nothing of them. */
  reply(vectors: readonly { readonly index: number; readonly embedding: readonly number[] }[], told?: { readonly tokens?: number }): ScriptedHttpReply;
  failure(status: number, told: ToldFailure): ScriptedHttpReply;
}
