/** Made on first use: it loads the platform's dictionaries. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Words that ask or join and say nothing of a subject, in English, German, French, Spanish and Chinese. In a window of few
 * sentences a rare "which" would weigh like a name, so rarity alone cannot sort them out.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also an and any are as at be been before being between both but by can could did do does doing each every find for from give had has ' +
    'have how i if in into is it its list many may me might more most much must my no not of on one or other our out over s shall should show so some such ' +
    'tell than that the their them then there these they this those through to two under up us use used uses using very was we were what when where which ' +
    'while who whom whose why will with would you your describe explain ' +
    'aber als am auf aus bei bin das dass dem den der des die ein eine einem einen einer er es für hat ich im ist mit nach nicht oder sie sind und von vor ' +
    'wann war warum was welche welcher welches wer werden wie wird wo zu zum zur über ' +
    'au aux ce ces cette comment dans de du elle en est et il je la le les leur mais ou où par pas pour pourquoi qu quand que quel quelle qui quoi sont sur un une ' +
    'como con cuál cuándo del dónde el ella los las lo para por qué quién se son su sus ' +
    '的 了 是 在 和 与 及 或 有 这 那 哪 哪些 什么 怎么 怎样 如何 为什么 谁 何时 吗 呢 吧 就 都 也 被 把 对 从 到 为 中 一个 它 他们 请 请问 之间'
  ).split(' '),
);

const HAN = /\p{Script=Han}/u;

/** Stretches of a text that end where no word goes on, of some 500 characters: the time of a segmenter grows with the square of a text. */
const STRETCHES = /[^]{1,500}(?:[ \t\r\n。！？、]|$)|[^]+?(?:[ \t\r\n。！？、]|$)/gu;

/** The form in which words are compared: NFKC, lower case. */
function normaliseWord(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}

/** The words of a text in order, normalised, in any script (Chinese and Japanese are segmented by dictionary). */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const [stretch] of text.matchAll(STRETCHES)) {
    for (const { segment, isWordLike } of segmenter.segment(stretch)) if (isWordLike === true) words.push(normaliseWord(segment));
  }
  return words;
}

/** Whether a normalised word only asks or joins. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

/**
 * What two texts may have in common, with the weight of each in (0, 1]: whole words weigh 1; the pieces of a word (trigrams with
 * its ends marked, pairs of Han characters) share 0.6, so that "communities" meets "community" and a compound meets its parts.
 * Function words give nothing.
 */
export function featuresOf(text: string): Map<string, number> {
  const features = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    if ((features.get(feature) ?? 0) < weight) features.set(feature, weight);
  };
  for (const word of wordsOf(text)) {
    if (isFunctionWord(word)) continue;
    add(`=${word}`, 1);
    const pieces = piecesOf(word);
    for (const piece of pieces) add(`~${piece}`, 0.6 / pieces.length);
  }
  return features;
}

function piecesOf(word: string): string[] {
  const characters = [...word];
  if (HAN.test(word)) return characters.length < 2 ? [] : pairs(characters);
  if (characters.length < 4) return [];
  const marked = ['^', ...characters, '$'];
  return marked.slice(2).map((_, index) => marked.slice(index, index + 3).join(''));
}

function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
