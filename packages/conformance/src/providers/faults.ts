/** A failure that a server tells of by its status, and what is to be made of it. */
export interface StatusFault {
  readonly name: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: string;
  readonly retryable: boolean;
  /** Milliseconds that the server asks for. */
  readonly retryAfter?: number;
}

/** Every failure by status that an adapter over HTTP must tell apart. */
export const statusFaults: readonly StatusFault[] = [
  { name: '401', status: 401, code: 'key-refused', retryable: false },
  { name: '403', status: 403, code: 'key-refused', retryable: false },
  { name: '404', status: 404, code: 'model-unknown', retryable: false },
  { name: '408', status: 408, code: 'server-failed', retryable: true },
  { name: '413', status: 413, code: 'window-exceeded', retryable: false },
  { name: '429 without retry-after', status: 429, code: 'rate-limited', retryable: true },
  { name: '429 with retry-after', status: 429, headers: { 'retry-after': '7' }, code: 'rate-limited', retryable: true, retryAfter: 7000 },
  { name: '500', status: 500, code: 'server-failed', retryable: true },
  { name: '503', status: 503, code: 'server-failed', retryable: true },
  { name: '529', status: 529, code: 'server-failed', retryable: true },
];
