import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isGraphwrightError, messageOf, throwIfAborted } from '@graphwright/contract';
import { corruptFile, unreadable } from '../faults.ts';
import { sizeOfFile } from '../regular.ts';

/**
 * Reads the records of a CSV file one by one, the header first. Lines may end in CRLF or LF, mixed as GraphRAG mixes them;
 * every record has as many cells as the header.
 *
 * @param take Gets the cells of record `number`, from 0.
 * @returns SHA-256 of the contents, in hexadecimal.
 * @throws GraphwrightError `file-corrupt` naming the line, `file-unreadable`, `aborted`.
 */
export async function readRecords(
  path: string,
  take: (cells: readonly string[], number: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  throwIfAborted(signal);
  await sizeOfFile(path);
  // Loaded where there is a CSV file: nearly all indexes are parquet.
  const { CsvError, parse } = await import('csv-parse');
  const hash = createHash('sha256');
  const input = createReadStream(path);
  const parser = parse({ bom: true, record_delimiter: ['\r\n', '\n'], max_record_size: 0 });
  input.on('data', (chunk) => hash.update(chunk));
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let number = 0;
  try {
    for await (const record of parser) {
      if (isCells(record)) take(record, number);
      number += 1;
      if (number % 1024 === 0) throwIfAborted(signal);
    }
  } catch (error) {
    if (isGraphwrightError(error)) throw error;
    if (error instanceof CsvError) {
      const line = typeof error['lines'] === 'number' ? `, at line ${error['lines']}` : '';
      throw corruptFile(path, 'a whole CSV file in UTF-8', `${messageOf(error)}${line}`, error);
    }
    throw unreadable(path, error);
  } finally {
    input.destroy();
    parser.destroy();
  }
  return hash.digest('hex');
}

/** The parser types its records loosely; with these options each is an array of texts. */
function isCells(record: unknown): record is readonly string[] {
  return Array.isArray(record);
}
