const SEGMENTS = new Intl.Segmenter('und', { granularity: 'grapheme' });
const WIDE = /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** Columns that a line takes on a terminal: two for wide characters (Chinese, Japanese, Korean, emoji), one for others. */
export function widthOf(line: string): number {
  let width = 0;
  for (const { segment } of SEGMENTS.segment(line)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** A line cut to so many columns, with an ellipsis where something is missing. */
export function fitted(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  let kept = '';
  let width = 0;
  for (const { segment } of SEGMENTS.segment(line)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A line filled up with blanks to so many columns, on its right or (numbers) on its left. */
export function padded(line: string, columns: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, columns - widthOf(line)));
  return side === 'right' ? line + blanks : blanks + line;
}

/** A line broken at blanks into lines of so many columns; a word that is longer is cut. */
export function wrapped(line: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else if (word !== '') lines.push(fitted(word, columns));
  }
  return lines;
}
