// Escape sequences whole, so that no rest of them stays: CSI, OSC and its kin up to BEL or ST, and two-character ones.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const SEQUENCES = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/gu;
// Controls but for tab and line feed; marks that reorder what is read; lone surrogates.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;
// The beginning of a sequence that may go on in the next piece.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const OPEN = /(?:\u001B(?:\[[0-?]*[ -/]*|[ -/]*)|\u009B[0-?]*[ -/]*|(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C]{0,4096}\u001B?)$/u;

/**
 * Text from an index or a model as data: escape sequences, control characters (but tab and line feed) and marks that reorder text
 * are taken out, so that nothing in it moves the cursor, changes colours or hides what it says.
 */
export function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(SEQUENCES, '').replaceAll(CONTROLS, '');
}

/** {@link plain} on one line: white space, tabs and line ends among it, becomes one blank. */
export function plainLine(text: string): string {
  return plain(text).replaceAll(/\s+/gu, ' ').trim();
}

/** {@link plain} for text that arrives in pieces: a sequence that is cut in two is still taken out. */
export class PlainStream {
  #held = '';

  /** The part of a piece that can be shown now. */
  push(piece: string): string {
    const text = this.#held + piece;
    const open = OPEN.exec(text);
    this.#held = open?.[0] ?? (text.endsWith('\r') ? '\r' : '');
    return plain(text.slice(0, text.length - this.#held.length));
  }

  /** What was held back, when no more is to come. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return plain(held);
  }
}

/** JSON in which characters that a terminal may obey stand as escapes; it parses to the same value. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
