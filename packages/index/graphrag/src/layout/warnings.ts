import type { Warning } from '@graphwright/contract';

/** The most examples that a warning names. */
export const EXAMPLES = 5;

/** Characters of an example; models sometimes write a whole paragraph where a name belongs. */
const LENGTH = 120;

/** A counted warning with its first few examples, long ones shortened. */
export function warning(code: string, message: string, examples: readonly string[], count = examples.length): Warning {
  const shown = examples.slice(0, EXAMPLES).map((example) => (example.length > LENGTH ? `${example.slice(0, LENGTH)}…` : example));
  return { code, message, count, examples: shown };
}
