import type { Tokenizer } from '@graphwright/contract';
import { PieceMerger } from './merge.ts';
import { piecesOf } from './pieces.ts';
import { vocabularyOf, type Encoding, type Vocabulary } from './vocabulary.ts';

/** Longer pieces are not remembered: V8 keeps the whole text alive for each of them. */
const REMEMBERED_LENGTH = 12;

/** Pieces remembered at most; then all are forgotten at once. A long English book has about 30,000 different ones. */
const REMEMBERED_PIECES = 100_000;

/**
 * Makes a tokenizer that counts exactly as tiktoken does. The vocabulary is loaded at the first count; of the text nothing is
 * built but its pieces, and the counts of short pieces are remembered. Time grows with n log n at worst.
 */
export function createGptTokenizer(encoding: Encoding): Tokenizer {
  let counter: PieceCounter | undefined;
  return {
    specVersion: 'v1',
    encoding,
    exact: true,
    count(text) {
      counter ??= new PieceCounter(encoding);
      return counter.count(text);
    },
  };
}

class PieceCounter {
  readonly #encoding: Encoding;
  readonly #vocabulary: Vocabulary;
  readonly #merger: PieceMerger;
  readonly #remembered = new Map<string, number>();

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
    this.#vocabulary = vocabularyOf(encoding);
    this.#merger = new PieceMerger(this.#vocabulary);
  }

  count(text: string): number {
    let tokens = 0;
    for (const piece of piecesOf(text, this.#encoding)) {
      tokens += this.#remembered.get(piece) ?? this.#countPiece(piece);
    }
    return tokens;
  }

  #countPiece(piece: string): number {
    // Lone surrogates become U+FFFD here, as they do on their way into tiktoken.
    const bytes = Buffer.from(piece, 'utf8').toString('latin1');
    const tokens = this.#vocabulary.has(bytes) ? 1 : this.#merger.count(bytes);
    if (piece.length <= REMEMBERED_LENGTH) {
      if (this.#remembered.size >= REMEMBERED_PIECES) this.#remembered.clear();
      this.#remembered.set(piece, tokens);
    }
    return tokens;
  }
}
