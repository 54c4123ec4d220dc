/**
 * The form in which names are compared: NFKC (so width does not matter), lower case, without any white space. `XX 项目`,
 * `ＸＸ项目` and `xx项目` meet in it.
 */
export function normaliseName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');
}

/**
 * The words of a name, each once, in order: NFKC, lower case, runs of letters, marks and digits; everything else parts them.
 * `Mercer, Alex (Agent)` has `mercer`, `alex`, `agent`. A stretch of a script without spaces is one word.
 */
export function nameWords(name: string): string[] {
  return [...new Set(name.normalize('NFKC').toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))];
}

/**
 * The known word that is nearest to a misspelt one by edit distance (insertions, deletions, substitutions, case ignored), or
 * undefined when none is within a third of the length; ties go to the word that is listed first.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Sentence that names the nearest known word, or lists the known ones (at most 12) when none is near. */
export function suggestion(word: string, known: Iterable<string>): string {
  const words = [...known];
  const near = nearest(word, words);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (words.length === 0) return 'There is none to choose from.';
  const more = words.length > 12 ? `, and ${words.length - 12} more` : '';
  return `Known: ${words.slice(0, 12).join(', ')}${more}.`;
}

/** Levenshtein distance of two strings by code unit, or `limit` as soon as it is certain to be no less. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const value = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      current.push(value);
      if (value < least) least = value;
    }
    if (least >= limit) return limit;
    previous = current;
  }
  return Math.min(previous[b.length] ?? limit, limit);
}

/** Compares two strings by code unit: the last key of every stable order, the same on every machine and in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
