import type { Candidate, IncludedEntry, SectionEntry, TokenMemo } from '@graphwright/contract';
import type { RowRecord, RowsSectionRequest, RowText } from './rows-section.ts';

/** Rows that one request reads at most while rows are counted. */
const BLOCK = 32;

/** A row that a fill takes, with how many of its lines and what they cost. */
export interface TakenRow {
  readonly row: number;
  readonly lines: number;
  readonly tokens: number;
}

interface Entry extends SectionEntry {
  readonly candidate: Candidate;
  tokens: number | undefined;
}

/** What a section of rows shares with its rests: entries, counts, and the texts that were read. Rows are numbered as offered. */
export class RowPool {
  readonly request: RowsSectionRequest;
  readonly #entries: readonly Entry[];
  readonly #memo: TokenMemo;
  readonly #costs: (number | readonly number[] | undefined)[] = [];
  readonly #readers = new Map<number, () => RowText>();
  readonly #texts = new Map<number, RowText>();
  #headingTokens: number | undefined;

  constructor(request: RowsSectionRequest) {
    this.request = request;
    this.#memo = request.tokens.memo(request.rendering);
    this.#entries = request.rows.map(({ candidate, label, humanReadableId }) => ({ candidate, label, humanReadableId, tokens: undefined }));
  }

  /** Tokens of what stands above the rows. */
  get headingTokens(): number {
    return (this.#headingTokens ??= this.tokensOfText(this.request.countedHeading ?? this.request.heading));
  }

  /** Tokens of a text that is not a row's; kept, since headings come again with every question. */
  tokensOfText(text: string): number {
    return text === '' ? 0 : this.request.tokens.memo('headings').measure(text, text);
  }

  entryOf(row: number): SectionEntry {
    return this.#entry(row);
  }

  /** Tokens of a row (of each line, where rows are divisible), or undefined when its text has to be read first. */
  costOf(row: number): number | readonly number[] | undefined {
    const known = this.#costs[row];
    if (known !== undefined) return known;
    const key = countKey(this.#record(row));
    const kept = this.request.divisible === true ? undefined : this.#memo.get(key);
    const cost = kept ?? this.#measure(row, key);
    if (cost === undefined) return undefined;
    this.#costs[row] = cost;
    // Only now: a count that the memo has from an earlier packing must not make this row look as if this one had met it.
    this.#entry(row).tokens = typeof cost === 'number' ? cost : cost.reduce((sum, tokens) => sum + tokens, 0);
    return cost;
  }

  /** Reads the texts of a block of rows, from a position on, that cannot be counted without. */
  async read(rows: readonly number[], position: number): Promise<void> {
    const block: number[] = [];
    for (let next = position; next < rows.length && block.length < BLOCK; next++) {
      const row = rows[next];
      if (row !== undefined && !this.#readers.has(row) && !this.#counted(row)) block.push(row);
    }
    await this.#load(block);
  }

  /** The rows that were taken, in the order in which they are printed. */
  arranged(taken: readonly TakenRow[]): readonly TakenRow[] {
    if (this.request.arrange === undefined) return taken;
    const byEntry = new Map(taken.map((one) => [this.entryOf(one.row), one]));
    return this.request.arrange([...byEntry.keys()]).flatMap((entry) => byEntry.get(entry) ?? []);
  }

  included({ row, lines, tokens }: TakenRow): IncludedEntry {
    const cost = this.#costs[row];
    const part = this.request.part?.(this.#record(row), lines, typeof cost === 'object' ? cost.length : 1);
    const entry = this.#entry(row);
    return part === undefined ? { entry, tokens } : { entry, tokens, part };
  }

  /** The text of some rows under their heading; reads in one go what was not read yet. */
  print(taken: readonly TakenRow[], empty: string): string | Promise<string> {
    if (taken.length === 0) return empty;
    const missing = taken.flatMap(({ row }) => (this.#readers.has(row) ? [] : [row]));
    return missing.length === 0 ? this.#printed(taken) : this.#load(missing).then(() => this.#printed(taken));
  }

  #printed(taken: readonly TakenRow[]): string {
    let text = this.request.heading;
    for (const { row, lines } of taken) {
      const read = this.#text(row);
      if (read === undefined) continue;
      const printed = read.printed ?? read.lines;
      for (let line = 0; line < lines; line++) text += printed[line] ?? '';
    }
    return text;
  }

  #measure(row: number, key: string): number | readonly number[] | undefined {
    const text = this.#text(row);
    if (text === undefined) return undefined;
    if (this.request.divisible !== true) return this.#memo.measure(key, text.lines.join(''));
    return text.lines.map((line, index) => this.#memo.measure(`${key}#${index}`, line));
  }

  #text(row: number): RowText | undefined {
    const known = this.#texts.get(row);
    if (known !== undefined) return known;
    const text = this.#readers.get(row)?.();
    if (text !== undefined) this.#texts.set(row, text);
    return text;
  }

  #counted(row: number): boolean {
    return this.request.divisible !== true && this.#memo.get(countKey(this.#record(row))) !== undefined;
  }

  async #load(rows: readonly number[]): Promise<void> {
    const reader = await this.request.texts(rows.map((row) => this.#record(row)));
    for (const [position, row] of rows.entries()) this.#readers.set(row, () => reader(position));
  }

  #record(row: number): RowRecord {
    return at(this.request.rows, row);
  }

  #entry(row: number): Entry {
    return at(this.#entries, row);
  }
}

function countKey(record: RowRecord): string {
  return record.countKey ?? record.candidate.id;
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`row ${index} of ${items.length}`);
  return item;
}
