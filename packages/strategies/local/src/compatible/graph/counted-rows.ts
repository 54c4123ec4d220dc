import type { TokenCounter, TokenMemo } from '@graphwright/contract';

/** Rows that one request reads at most. */
const BLOCK = 64;

/** Makes the text of a row that was read; the variant says what of it depends on more than the record. */
export type RowPrinter = (variant: string) => string;

/** Reads rows in one go; those that the index does not have are left out. */
export type RowReader = (ids: readonly string[]) => Promise<ReadonlyMap<string, RowPrinter>>;

/** A row by its record and the variant in which it is printed. */
export interface RowKey {
  readonly id: string;
  readonly variant: string;
}

/** Rows whose counts are kept for the life of an engine, and whose texts are read in blocks when they are counted or printed first. */
export class CountedRows {
  readonly #tokens: TokenCounter;
  readonly #rendering: string;
  readonly #reader: RowReader;
  readonly #memos = new Map<string, TokenMemo>();
  readonly #printers = new Map<string, RowPrinter>();

  constructor(tokens: TokenCounter, rendering: string, reader: RowReader) {
    this.#tokens = tokens;
    this.#rendering = rendering;
    this.#reader = reader;
  }

  /** Tokens of a row, or undefined when its text has to be read first. */
  cost({ id, variant }: RowKey): number | undefined {
    const memo = this.#memo(variant);
    const known = memo.get(id);
    if (known !== undefined) return known;
    const printer = this.#printers.get(id);
    return printer === undefined ? undefined : memo.measure(id, printer(variant));
  }

  /** Reads what the first rows of some need to be counted. */
  async readToCount(rows: readonly RowKey[]): Promise<void> {
    const ids = new Set<string>();
    for (const row of rows) {
      if (ids.size === BLOCK) break;
      if (!this.#printers.has(row.id) && this.#memo(row.variant).get(row.id) === undefined) ids.add(row.id);
    }
    await this.#read([...ids]);
  }

  /** The texts of rows, joined. */
  async print(rows: readonly RowKey[]): Promise<string> {
    await this.#read([...new Set(rows.map(({ id }) => id))].filter((id) => !this.#printers.has(id)));
    let text = '';
    for (const { id, variant } of rows) text += this.#printers.get(id)?.(variant) ?? '';
    return text;
  }

  async #read(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const printers = await this.#reader(ids);
    for (const id of ids) this.#printers.set(id, printers.get(id) ?? (() => ''));
  }

  #memo(variant: string): TokenMemo {
    const known = this.#memos.get(variant);
    if (known !== undefined) return known;
    const memo = this.#tokens.memo(`${this.#rendering}/${variant}`);
    this.#memos.set(variant, memo);
    return memo;
  }
}
