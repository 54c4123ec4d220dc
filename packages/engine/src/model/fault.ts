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
  return { layer: error.code === 'model-failed' ? 'transport' : 'model', code: error.code, message: error.message };
}

/** HTTP statuses below 500 after which the same request may succeed. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Whether the same call may succeed when it is made again: not after an error of the house (but for `model-failed`), and not
 * after an HTTP status below 500 that speaks of the request itself.
 */
export function worthRetrying(error: unknown): boolean {
  if (isGraphwrightError(error)) return error.code === 'model-failed' && worthRetryingStatus(error.cause);
  return worthRetryingStatus(error);
}

function worthRetryingStatus(error: unknown): boolean {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status !== 'number' || status >= 500 || status < 400 || PASSING.has(status);
}
