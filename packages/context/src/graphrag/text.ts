/**
 * A number as Python's `repr` prints a float: the shortest digits that read back, always with a point or an exponent; an
 * exponent (at least two digits) below 1e-4 and from 1e16 on. `1` is `1.0`, `1e16` is `1e+16`.
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/u, 'e$10$2');
  }
  // JavaScript prints the same digits, and plainly between 1e-6 and 1e21.
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** A text of a table as GraphRAG prints it: a null is `nan`, an empty text is empty. */
export function textOrNan(text: string | undefined): string {
  return text ?? 'nan';
}

/** The weight of a relationship as GraphRAG prints it: a float, 0 as nothing, a null as `nan`. */
export function weightText(weight: number | undefined): string {
  if (weight === 0) return '';
  return weight === undefined ? 'nan' : pythonFloat(weight);
}

/** Cells joined by the delimiter, with a line end; nothing is quoted or escaped. */
export function plainRow(cells: readonly string[], delimiter: string): string {
  let row = cells[0] ?? '';
  // Added up, not joined: a long text is then copied once, when the whole window is put together.
  for (let column = 1; column < cells.length; column++) row += delimiter + (cells[column] ?? '');
  return `${row}\n`;
}

/**
 * Cells as pandas' `to_csv` writes them, with a line end: a cell is quoted when it holds the delimiter, `"` or a line feed, and
 * `"` is doubled. A carriage return alone does not quote (Python before 3.13).
 */
export function csvRow(cells: readonly string[], delimiter: string): string {
  return plainRow(cells.map((cell) => csvCell(cell, delimiter)), delimiter);
}

/** One cell of {@link csvRow}. */
export function csvCell(cell: string, delimiter: string): string {
  const quoted = cell.includes('"') || cell.includes('\n') || cell.includes(delimiter);
  return quoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The line `-----Name-----` with its line end, as it stands above a section. */
export function headingLine(name: string): string {
  return `-----${name}-----\n`;
}

/** Heading line and header line of a section: what GraphRAG counts as one string. */
export function headingWithHeader(name: string, columns: readonly string[], delimiter: string): string {
  return headingLine(name) + plainRow(columns, delimiter);
}
