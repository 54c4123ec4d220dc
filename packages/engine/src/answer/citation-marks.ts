/** One id that an answer names. */
export interface CitedId {
  /** The section as the house names it, or the word as the text has it, in lower case. */
  readonly section: string;
  readonly label: string;
  /** Offset of the mark that names it. */
  readonly position: number;
}

/** Words by which sections are cited, in the singular or as one word, to the section's name. */
const WORDS: Readonly<Record<string, string>> = {
  report: 'reports',
  'community report': 'reports',
  entity: 'entities',
  entitie: 'entities',
  relationship: 'relationships',
  claim: 'claims',
  covariate: 'claims',
  source: 'sources',
  'text unit': 'sources',
};

const BRACKETS = /[[【［]([^[\]【】［］]*)[\]】］]/gu;
const PREFIX = /^\s*(?:data|records?)\s*[:：]/iu;
const GROUP = /(\p{L}[\p{L} _]*)[(（]([^()（）]*)[)）]/gu;

/**
 * The ids that a text cites, in order: `[Data: Reports (3, 5); Sources (12, +more)]`. Models are careless, so case, singular or
 * plural, brackets and commas of other scripts, brackets in brackets, and marks without `Data:` that name a known section are all
 * taken. `+more` names nothing.
 *
 * @param sections Names of sections of the run, beyond those of the house.
 */
export function citedIds(text: string, sections: Iterable<string>): CitedId[] {
  const known = new Map(Object.entries(WORDS));
  for (const section of sections) known.set(singular(section), section);
  return [...text.matchAll(BRACKETS)].flatMap(({ index, 1: content = '' }) => {
    const prefix = PREFIX.exec(content);
    if (prefix === null) return idsIn(content, index, (word) => known.get(singular(word)));
    return idsIn(content.slice(prefix[0].length), index, (word) => known.get(singular(word)) ?? word.toLowerCase());
  });
}

function idsIn(content: string, position: number, sectionOf: (word: string) => string | undefined): CitedId[] {
  const ids: CitedId[] = [];
  for (const [, word = '', list = ''] of content.matchAll(GROUP)) {
    const section = sectionOf(word.trim());
    if (section === undefined) continue;
    for (const part of list.split(/[,，、;；]|\band\b|&/iu)) {
      const label = part.trim().replace(/^(?:id\s*[:=]?\s*|#)/iu, '');
      if (label === '' || /^\+?\s*more$/iu.test(label)) continue;
      ids.push({ section, label, position });
    }
  }
  return ids;
}

function singular(word: string): string {
  const lower = word.toLowerCase().replaceAll(/[\s_]+/gu, ' ').trim();
  if (lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  return lower.endsWith('s') ? lower.slice(0, -1) : lower;
}
