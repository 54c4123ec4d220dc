/** A table read back: the header's columns, and for each row as many cells. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Labels have a digit in them: without that, a table inside a source would pass for further sources. */
const LABEL = /^[\w.:-]*\d[\w.:-]*$/u;
const DELIMITERS = ['|', '\t', ',', ';'];

/**
 * Reads lines as a table whose header begins with `id`, or undefined when they are none.
 *
 * @param quoted Whether cells may stand in double quotes, with line ends in them (CSV); otherwise rows are plain joins, in which a
 * description may hold the delimiter or a line end: the cells before and after it are counted off.
 */
export function splitTable(lines: readonly string[], quoted: boolean): Table | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  const header = lines[start]?.trim() ?? '';
  const delimiter = DELIMITERS.find((candidate) => header.toLowerCase().startsWith(`id${candidate}`));
  if (delimiter === undefined) return undefined;
  const columns = header.split(delimiter).map((column) => column.trim().toLowerCase());
  const body = lines.slice(start + 1);
  return { columns, rows: quoted ? quotedRows(body.join('\n'), delimiter, columns.length) : plainRows(body, delimiter, columns) };
}

function quotedRows(text: string, delimiter: string, width: number): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : undefined;
    if (cell !== undefined) {
      cells.push(cell.value);
      at = cell.end;
    } else {
      const stops = cells.length + 1 < width ? [delimiter, '\n'] : ['\n'];
      const end = Math.min(...stops.map((stop) => text.indexOf(stop, at)).map((found) => (found < 0 ? text.length : found)));
      cells.push(text.slice(at, end));
      at = end;
    }
    if (at < text.length && text[at] === delimiter) at++;
    else {
      at++;
      if (cells.length === width) rows.push(cells);
      // A line that is no row of its own goes on with the last cell of the row above.
      else if (cells.some((value) => value.trim() !== '')) extend(rows, cells.join(delimiter));
      cells = [];
    }
  }
  return rows;
}

function extend(rows: string[][], line: string): void {
  const last = rows.at(-1);
  if (last !== undefined) last[last.length - 1] = `${last.at(-1) ?? ''}\n${line}`;
}

/** A cell in quotes that ends before a delimiter or a line end; undefined when the quote is part of the text. */
function quotedCell(text: string, start: number, delimiter: string): { value: string; end: number } | undefined {
  let at = start + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    if (text[quote + 1] === '"') {
      at = quote + 2;
      continue;
    }
    const next = text[quote + 1];
    if (next !== undefined && next !== delimiter && next !== '\n') return undefined;
    return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
  }
  return undefined;
}

function plainRows(lines: readonly string[], delimiter: string, columns: readonly string[]): string[][] {
  const named = ['description', 'text'].map((name) => columns.indexOf(name)).find((index) => index >= 0);
  const prose = named ?? columns.length - 1;
  const after = columns.length - prose - 1;
  const rows: string[][] = [];
  let held: string | undefined;
  const close = (): void => {
    if (held === undefined) return;
    const cells = held.split(delimiter);
    if (cells.length >= columns.length) {
      const end = cells.length - after;
      rows.push([...cells.slice(0, prose), cells.slice(prose, end).join(delimiter), ...cells.slice(end)]);
    }
    held = undefined;
  };
  for (const line of lines) {
    const complete = held !== undefined && held.split(delimiter).length >= columns.length;
    const starts = line.includes(delimiter) && LABEL.test(line.split(delimiter, 1)[0] ?? '');
    if (held === undefined || (complete && starts)) {
      close();
      held = line.trim() === '' ? undefined : line;
    } else if (line.trim() !== '') held += `\n${line}`;
  }
  close();
  return rows;
}
