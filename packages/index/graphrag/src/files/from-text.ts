import { messageOf, type Finding } from '@graphwright/contract';
import { TextListColumn, type Reader, type TextColumn } from '../columnar/columns.ts';
import { StringPoolBuilder } from '../columnar/string-pool.ts';
import { parsePython, type PythonValue } from '../python/literal.ts';
import { corruptFile } from './faults.ts';
import { textOf } from './values.ts';

/**
 * Lists that are stored as Python's text, one a row; an absent text is an empty list.
 *
 * @throws GraphwrightError `file-corrupt` naming file, column and row.
 */
export function listsFromText(texts: TextColumn, file: string, column: string): TextListColumn {
  const pool = new StringPoolBuilder(texts.pool.bytes.length);
  const offsets = new Uint32Array(texts.size + 1);
  const codes: number[] = [];
  for (let row = 0; row < texts.size; row++) {
    const text = texts.get(row);
    if (text !== undefined && text !== '') {
      const value = parseCell(text, file, column, row);
      for (const item of Array.isArray(value) ? value : [value]) {
        const element = textOf(item);
        if (element !== undefined) codes.push(typeof item === 'string' ? pool.addText(element) : pool.addDistinct(element));
      }
    }
    offsets[row + 1] = codes.length;
  }
  return new TextListColumn(pool.finish(), offsets, Int32Array.from(codes));
}

/** Findings that are stored as the `repr` of a list of dictionaries, parsed when they are read. */
export function findingsFromText(texts: TextColumn, file: string, column: string): Reader<readonly Finding[]> {
  return (row) => {
    const text = texts.get(row);
    if (text === undefined || text === '') return [];
    const value = parseCell(text, file, column, row);
    return Array.isArray(value) ? value.map(findingOf) : [];
  };
}

/** A vector that is stored as text, or undefined where there is none. Numbers that are not finite become NaN. */
export function vectorFromText(text: string | undefined, file: string, column: string, row: number): Float32Array | undefined {
  if (text === undefined || text === '') return undefined;
  const value = parseCell(text, file, column, row);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return Float32Array.from(value, (number) => (typeof number === 'number' ? number : Number.NaN));
}

/** A cell as a value. JSON is a good deal faster to parse, and most lists of numbers are JSON too. */
function parseCell(text: string, file: string, column: string, row: number): PythonValue {
  if (/^\[[\d\s.,eE+-]*\]$/u.test(text)) {
    try {
      const value: unknown = JSON.parse(text);
      if (isNumbers(value)) return value;
    } catch {
      // Not JSON after all (`[1. 2.]`): read it as Python.
    }
  }
  try {
    return parsePython(text);
  } catch (error) {
    throw corruptFile(file, `Python text in column "${column}"`, `${messageOf(error)}, in row ${row}`, error);
  }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function findingOf(value: PythonValue): Finding {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { summary: textOf(value) ?? '', explanation: '' };
  return { summary: textOf(value['summary']) ?? '', explanation: textOf(value['explanation']) ?? '' };
}
