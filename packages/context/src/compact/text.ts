// Every character that a reader may take for the end of a line.
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** A text on one line: line ends and blanks around them become one blank. */
export function onOneLine(text: string): string {
  return joined(text, ' ');
}

/**
 * A text whose every line but the first begins with one blank, blank lines left out. Headings and rows of the compact renderer
 * begin at the margin, so no text from an index can pass for one.
 */
export function indented(text: string): string {
  return joined(text, '\n ');
}

function joined(text: string, between: string): string {
  if (!LINE_END.test(text)) return text.trim();
  return text.split(LINE_END).map((line) => line.trim()).filter((line) => line !== '').join(between);
}
