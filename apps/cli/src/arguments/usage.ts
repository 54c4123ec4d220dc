import { GraphwrightError, isGraphwrightError, type ErrorPlace } from '@graphwright/contract';

/** An error of the command line itself. */
export function usageError(message: string, next?: string, where?: ErrorPlace): GraphwrightError {
  return new GraphwrightError({
    code: 'usage-invalid',
    message,
    ...(next === undefined ? {} : { next }),
    ...(where === undefined ? {} : { where }),
  });
}

const USAGE_CODES: ReadonlySet<string> = new Set([
  'history-invalid',
  'option-invalid',
  'option-unknown',
  'plugin-ambiguous',
  'plugin-unknown',
  'question-invalid',
  'usage-invalid',
]);

/** Whether an error is about how the command was called: the exit code is then that of bad usage. */
export function isUsageError(error: unknown): boolean {
  return isGraphwrightError(error) && USAGE_CODES.has(error.code);
}
