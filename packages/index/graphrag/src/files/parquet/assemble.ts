import type { VectorBlock } from '../table-source.ts';
import type { Leaf, Page } from './pages.ts';

/** Fills the rows of a plain column from its pages, in order. */
export class FlatAssembler<A extends Int32Array | Float64Array> {
  readonly values: A;
  readonly #maxDefinition: number;
  #row = 0;

  /** @param values One place a row, filled with the mark of absence. */
  constructor(values: A, leaf: Leaf) {
    this.values = values;
    this.#maxDefinition = leaf.maxDefinition;
  }

  /** @throws Error when there are more values than rows. */
  add(page: Page<A>): void {
    if (this.#row + page.count > this.values.length) throw new Error('more values than rows');
    if (page.definitionLevels.length === 0) {
      this.values.set(page.values, this.#row);
    } else {
      let value = 0;
      for (let i = 0; i < page.count; i++) {
        if (page.definitionLevels[i] === this.#maxDefinition) this.values[this.#row + i] = page.values[value++] ?? 0;
      }
    }
    this.#row += page.count;
  }

  /** @throws Error when there were fewer values than rows. */
  finish(): A {
    if (this.#row !== this.values.length) throw new Error(`${this.#row} values for ${this.values.length} rows`);
    return this.values;
  }
}

/** Fills the rows of a list column from its pages, in order. */
export class ListAssembler {
  readonly #leaf: Leaf;
  readonly #offsets: Uint32Array;
  readonly #values: Int32Array;
  readonly #nullElement: number | undefined;
  #row = -1;
  #used = 0;

  /**
   * @param rows Rows of the column.
   * @param capacity At least as many as there are elements.
   * @param nullElement What stands for an element that is null; such elements are left out when it is undefined.
   */
  constructor(leaf: Leaf, rows: number, capacity: number, nullElement: number | undefined) {
    this.#leaf = leaf;
    this.#offsets = new Uint32Array(rows + 1);
    this.#values = new Int32Array(capacity);
    this.#nullElement = nullElement;
  }

  /** @throws Error when there are more lists than rows. */
  add(page: Page<Int32Array>): void {
    const { maxDefinition, elementDefinition } = this.#leaf;
    let value = 0;
    for (let i = 0; i < page.count; i++) {
      if ((page.repetitionLevels[i] ?? 0) === 0) this.#startRow();
      const definition = page.definitionLevels[i] ?? maxDefinition;
      if (definition === maxDefinition) {
        this.#push(page.values[value++] ?? 0);
      } else if (definition >= elementDefinition && this.#nullElement !== undefined) {
        this.#push(this.#nullElement);
      }
    }
  }

  /** @throws Error when there were fewer lists than rows. */
  finish(): { readonly offsets: Uint32Array; readonly codes: Int32Array } {
    const rows = this.#offsets.length - 1;
    if (this.#row !== rows - 1) throw new Error(`${this.#row + 1} lists for ${rows} rows`);
    this.#offsets[rows] = this.#used;
    return { offsets: this.#offsets, codes: this.#values.subarray(0, this.#used) };
  }

  #startRow(): void {
    this.#row += 1;
    if (this.#row >= this.#offsets.length - 1) throw new Error('more lists than rows');
    this.#offsets[this.#row] = this.#used;
  }

  #push(value: number): void {
    if (value < 0 && this.#nullElement === undefined) return;
    this.#values[this.#used++] = value;
  }
}

/** Cuts the pages of a column of vectors into blocks of whole vectors. */
export class VectorAssembler {
  readonly #leaf: Leaf;
  readonly #dimensions: number;
  readonly #capacity: number;
  readonly #rows: Uint32Array;
  readonly #vectors: Float32Array;
  /** Whole vectors in the block, numbers of the vector that is being read, and the row it stands in. */
  #whole = 0;
  #numbers = 0;
  #row = -1;

  /** @param capacity Vectors a block. */
  constructor(leaf: Leaf, dimensions: number, capacity: number) {
    this.#leaf = leaf;
    this.#dimensions = dimensions;
    this.#capacity = capacity;
    this.#rows = new Uint32Array(capacity);
    this.#vectors = new Float32Array(capacity * dimensions);
  }

  /** The row that is being read. */
  get row(): number {
    return this.#row;
  }

  /** Takes a page in, and gives the blocks that it completes. @throws Error for a vector of another length. */
  add(page: Page<Float32Array>): VectorBlock[] {
    const { maxDefinition, elementDefinition } = this.#leaf;
    const blocks: VectorBlock[] = [];
    let value = 0;
    for (let i = 0; i < page.count; i++) {
      if ((page.repetitionLevels[i] ?? 0) === 0) {
        this.#endVector();
        if (this.#whole === this.#capacity) blocks.push(this.#takeBlock());
        this.#row += 1;
      }
      const definition = page.definitionLevels[i] ?? maxDefinition;
      if (definition < elementDefinition) continue;
      if (this.#numbers === this.#dimensions) throw new Error(`a vector of more than ${this.#dimensions} numbers`);
      const number = definition === maxDefinition ? (page.values[value++] ?? Number.NaN) : Number.NaN;
      if (!Number.isFinite(number)) throw new Error('a vector with a number that is not finite');
      this.#vectors[this.#whole * this.#dimensions + this.#numbers] = number;
      this.#numbers += 1;
    }
    return blocks;
  }

  /** The last block, if anything is left. @throws Error for a vector of another length. */
  finish(): VectorBlock[] {
    this.#endVector();
    return this.#whole > 0 ? [this.#takeBlock()] : [];
  }

  #endVector(): void {
    if (this.#numbers === 0) return;
    if (this.#numbers < this.#dimensions) throw new Error(`a vector of ${this.#numbers} numbers instead of ${this.#dimensions}`);
    this.#rows[this.#whole] = this.#row;
    this.#whole += 1;
    this.#numbers = 0;
  }

  #takeBlock(): VectorBlock {
    const block = { rows: this.#rows.slice(0, this.#whole), vectors: this.#vectors.slice(0, this.#whole * this.#dimensions) };
    this.#whole = 0;
    return block;
  }
}
