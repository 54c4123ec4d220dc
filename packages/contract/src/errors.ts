const BRAND = 'graphwright.error';

/**
 * The error codes of the house: stable, lower case, words joined by a dash. A plugin may use codes of its own; these keep
 * their meaning for good.
 */
export type ErrorCode =
  | 'aborted'
  | 'artifact-invalid'
  | 'budget-too-small'
  | 'column-missing'
  | 'conformance-failed'
  | 'dimension-mismatch'
  | 'environment-unsupported'
  | 'file-corrupt'
  | 'file-unreadable'
  | 'folder-changed'
  | 'folder-missing'
  | 'history-invalid'
  | 'index-missing'
  | 'index-ambiguous'
  | 'ledger-unbalanced'
  | 'model-failed'
  | 'need-unmet'
  | 'option-invalid'
  | 'option-unknown'
  | 'plugin-ambiguous'
  | 'plugin-cycle'
  | 'plugin-invalid'
  | 'plugin-unknown'
  | 'policy-invalid'
  | 'prompt-invalid'
  | 'question-invalid'
  | 'ranker-invalid'
  | 'space-missing'
  | 'specification-unsupported'
  | 'table-missing'
  | 'unsupported'
  | 'usage-invalid'
  | 'vector-invalid';

/** Where a fault lies; each part is present only when known. `row` counts from 0, as `ordinal` does. */
export interface ErrorPlace {
  readonly file?: string;
  readonly table?: string;
  readonly column?: string;
  readonly row?: number;
  readonly option?: string;
  readonly plugin?: string;
}

/** What the failure of a call over a network says to whoever might make the call again. */
export interface TransportFault {
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** Milliseconds for which the other side asks to be left alone, ≥ 0; left out where it says nothing. */
  readonly retryAfter?: number;
}

/** What an error is made of: the code, the sentence, and what helps to mend it. */
export interface ErrorDescription {
  readonly code: ErrorCode | (string & {});
  /** One sentence that says what is wrong. */
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  readonly where?: ErrorPlace;
  /** The next step: what the reader can do about it. */
  readonly next?: string;
  /** Only for calls over a network: their failure is then one of transport, whatever its code. */
  readonly transport?: TransportFault;
  readonly cause?: unknown;
}

/**
 * The one error class of the house. `message` holds the whole story in one paragraph (sentence, expected, found, place, next
 * step), so that it reads well where only a message is shown. Recognise it with {@link isGraphwrightError}, never with
 * `instanceof`: two copies of this package may be installed.
 */
export class GraphwrightError extends Error {
  /** The brand by which the error is recognised. */
  readonly brand: typeof BRAND = BRAND;
  /** The stable code. */
  readonly code: string;
  /** The sentence alone, without what the other fields say. */
  readonly summary: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly where: ErrorPlace | undefined;
  readonly next: string | undefined;
  /** Whether and when the call may be made again, for errors of calls over a network. */
  readonly transport: TransportFault | undefined;

  constructor(description: ErrorDescription) {
    super(compose(description), description.cause === undefined ? undefined : { cause: description.cause });
    this.name = 'GraphwrightError';
    this.code = description.code;
    this.summary = description.message;
    this.expected = description.expected;
    this.found = description.found;
    this.where = description.where;
    this.next = description.next;
    this.transport = description.transport;
  }
}

/** Whether a thrown value is an error of the house, whichever copy of this package made it. */
export function isGraphwrightError(value: unknown): value is GraphwrightError {
  return typeof value === 'object' && value !== null && 'brand' in value && value.brand === BRAND;
}

/** The message of any thrown value, for text that a person reads. */
export function messageOf(value: unknown): string {
  return value instanceof Error ? value.message : String(value);
}

function compose({ message, expected, found, where, next }: ErrorDescription): string {
  const parts = [message];
  if (expected !== undefined) parts.push(`Expected: ${expected}.`);
  if (found !== undefined) parts.push(`Found: ${found}.`);
  const place = Object.entries(where ?? {}).map(([part, value]) => `${part} ${value}`);
  if (place.length > 0) parts.push(`Where: ${place.join(', ')}.`);
  if (next !== undefined) parts.push(next);
  return parts.join(' ');
}

/**
 * Throws the `aborted` error when the signal has fired; call it between the steps of long synchronous work.
 *
 * @throws GraphwrightError `aborted`, with the signal's reason as cause.
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new GraphwrightError({ code: 'aborted', message: 'The run was aborted.', cause: signal.reason });
  }
}
