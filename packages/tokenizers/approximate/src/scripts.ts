/** Code points from `first` on, up to the next entry, cost `tokens` each. */
interface Stretch {
  readonly first: number;
  readonly tokens: number;
}

// Measured on sentences of each script with cl100k_base and o200k_base, the dearer of the two, rounded up. What was not measured
// is taken for its UTF-8 bytes, of which an unseen script needs nearly one token each.
const STRETCHES: readonly Stretch[] = [
  { first: 0x80, tokens: 1 },
  { first: 0x250, tokens: 1.5 },
  { first: 0x370, tokens: 1.15 }, // Greek
  { first: 0x400, tokens: 0.6 }, // Cyrillic
  { first: 0x530, tokens: 2.2 }, // Armenian
  { first: 0x590, tokens: 1.2 }, // Hebrew
  { first: 0x600, tokens: 0.9 }, // Arabic
  { first: 0x700, tokens: 2 },
  { first: 0x900, tokens: 1.35 }, // Devanagari
  { first: 0x980, tokens: 1.6 }, // Bengali to Sinhala
  { first: 0xe00, tokens: 1 }, // Thai
  { first: 0xe80, tokens: 2 },
  { first: 0x10a0, tokens: 2.2 }, // Georgian
  { first: 0x1100, tokens: 2 },
  { first: 0x1200, tokens: 3 }, // Ethiopic
  { first: 0x13a0, tokens: 2.5 },
  { first: 0x2000, tokens: 1 }, // dashes, quotes, ellipsis
  { first: 0x2070, tokens: 2 }, // arrows, signs, boxes, dingbats
  { first: 0x3000, tokens: 1.15 }, // East Asian punctuation, kana
  { first: 0x3100, tokens: 2 },
  { first: 0x3400, tokens: 1.4 }, // Han
  { first: 0xa000, tokens: 2.5 },
  { first: 0xac00, tokens: 1.45 }, // Hangul
  { first: 0xd800, tokens: 1 }, // lone surrogates
  { first: 0xe000, tokens: 2.5 },
  { first: 0xf900, tokens: 2 },
  { first: 0xfe00, tokens: 1.5 },
  { first: 0xff00, tokens: 1.15 }, // wide forms
  { first: 0xffe0, tokens: 1 },
  { first: 0x10000, tokens: 3 }, // emoji, rare scripts
];

/** Tokens of one character outside ASCII and the Latin letters. */
export function tokensOfCodePoint(codePoint: number): number {
  let low = 0;
  let high = STRETCHES.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((STRETCHES[middle]?.first ?? 0) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return STRETCHES[low]?.tokens ?? 1;
}
