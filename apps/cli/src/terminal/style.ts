import type { Output, Surroundings } from '../surroundings.ts';

/** Ways of writing a piece of text; without colours they give it back as it is. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
}

/** The style of an output: colours on a terminal, unless `NO_COLOR` is set to anything or the terminal is a dumb one. */
export function styleOf(output: Output, { env }: Pick<Surroundings, 'env'>): Style {
  const coloured = output.isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const paint = (code: number) => (text: string) => (coloured ? `\u001B[${code}m${text}\u001B[0m` : text);
  return { bold: paint(1), dim: paint(2), good: paint(32), warning: paint(33), bad: paint(31) };
}
