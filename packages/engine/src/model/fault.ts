import { isGraphwrightError, messageOf, type Failure } from '@graphwright/contract';

/** Why a call failed, before it is known what that means for the answer. */
export interface Fault {
  readonly layer: Failure['layer'];
  readonly code: string;
  readonly message: string;
}

/** The fault behind a thrown value. */
export function faultOf(error: unknown): Fault {
  if (!isGraphwrightError(error)) return { layer: 'transport', code: 'call-failed', message: messageOf(error) };
  if (error.code === 'aborted') return { layer: 'aborted', code: 'aborted', message: error.summary };
  if (error.code.startsWith('limit-')) return { layer: 'limit', code: error.code, message: error.message };
  return { layer: error.code === 'model-failed' || error.transport !== undefined ? 'transport' : 'model', code: error.code, message: error.message };
}

/** Nobody waits longer than this before the next attempt, in milliseconds: a server that asks for more is not asked again. */
const LONGEST_ASKED = 60_000;

/** HTTP statuses below 500 after which the same request may succeed. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Whether the same call may succeed when it is made again: as the error says itself where it is one of transport, and not when the
 * wait that it asks for is longer than a minute; else not after an error of the house (but for `model-failed`), and not after an
 * HTTP status below 500 that speaks of the request itself.
 */
export function worthRetrying(error: unknown): boolean {
  if (!isGraphwrightError(error)) return worthRetryingStatus(error);
  if (error.transport !== undefined) return error.transport.retryable && retryAfterOf(error) <= LONGEST_ASKED;
  return error.code === 'model-failed' && worthRetryingStatus(error.cause);
}

/** Milliseconds for which an error asks not to be asked again; 0 when it says nothing. */
export function retryAfterOf(error: unknown): number {
  return (isGraphwrightError(error) ? error.transport?.retryAfter : undefined) ?? 0;
}

function worthRetryingStatus(error: unknown): boolean {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status !== 'number' || status >= 500 || status < 400 || PASSING.has(status);
}
