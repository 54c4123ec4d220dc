import { isGraphwrightError, messageOf, type Answer } from '@graphwright/contract';
import { plain, plainLine } from '../terminal/plain.ts';
import type { Style } from '../terminal/style.ts';

/**
 * An error as lines for a person: the sentence with its code, then what was expected and found, where, and the next step. No stack
 * trace: an error of another kind says how to get one.
 */
export function errorLines(error: unknown, style: Style): string[] {
  if (!isGraphwrightError(error)) {
    return [
      `${style.bad('error')} [unexpected]: ${plainLine(messageOf(error))}`,
      '  next: This should not happen. Set GRAPHWRIGHT_DEBUG=1 to see where it came from, and report it.',
    ];
  }
  const place = Object.entries(error.where ?? {}).map(([part, value]) => `${part} ${String(value)}`);
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['expected', error.expected],
    ['found', error.found],
    ['where', place.length === 0 ? undefined : place.join(', ')],
    ['next', error.next],
  ];
  return [
    `${style.bad('error')} [${plainLine(error.code)}]: ${plainLine(error.summary)}`,
    ...parts.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [`  ${name}: ${plainLine(text)}`])),
  ];
}

/** Warnings and failures of an answer, one line each. */
export function problemLines({ warnings, failures }: Pick<Answer, 'warnings' | 'failures'>, style: Style): string[] {
  return [
    ...warnings.map(({ code, message, count, examples = [] }) => {
      // They are there at every question, and no more wrong today than yesterday.
      if (code === 'index-gaps') return `${style.dim('note')} [index-gaps]: The index has gaps: ${plainLine(examples.join(', '))}. "graphwright doctor" says what they mean.`;
      // Nobody asked for one: no fault of the run.
      if (code === 'no-embedder') return `${style.dim('note')} [no-embedder]: ${plainLine(message)}`;
      const parts = [...(count === undefined || count < 2 ? [] : [`${count} times`]), ...(examples.length === 0 ? [] : [`such as ${examples.slice(0, 3).join(', ')}`])];
      const more = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
      return `${style.warning('warning')} [${plainLine(code)}]: ${plainLine(message)}${plainLine(more) === '' ? '' : ` ${plainLine(more)}`}`;
    }),
    ...failures.map(
      ({ code, call, stage, message, effect }) =>
        `${style.bad('failure')} [${plainLine(code)}] in ${plainLine(call)}${stage === '' ? '' : ` (stage ${plainLine(stage)})`}: ${plainLine(message)} ${plainLine(effect)}`,
    ),
  ];
}

/** The stack of an error of any kind, for those who asked for it by GRAPHWRIGHT_DEBUG. */
export function stackOf(error: unknown): string {
  return plain(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
