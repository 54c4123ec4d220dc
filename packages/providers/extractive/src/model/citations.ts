import type { Extract } from '../text/extract.ts';

/** GraphRAG's prompts ask for at most five ids a section, then `+more`. */
const MOST_LABELS = 5;

/**
 * The mark that cites the rows of an extract, as GraphRAG writes it: `[Data: Sources (3, 4); Reports (1)]`; undefined when no
 * row has both a section and a label.
 */
export function citationOf(extract: Extract): string | undefined {
  const labels = new Map<string, string[]>();
  for (const { section, label } of extract.rows) {
    if (section === undefined || label === undefined) continue;
    const known = labels.get(section) ?? [];
    if (!known.includes(label)) known.push(label);
    labels.set(section, known);
  }
  if (labels.size === 0) return undefined;
  const parts = [...labels].map(([section, ids]) => {
    const more = ids.length > MOST_LABELS ? ', +more' : '';
    return `${section} (${ids.slice(0, MOST_LABELS).join(', ')}${more})`;
  });
  return `[Data: ${parts.join('; ')}]`;
}

/** An extract as the answer prints it: what the row is about where the sentence does not say it, the sentence, the mark. */
export function printed(extract: Extract): string {
  const title = extract.rows[0]?.title;
  const names = title?.split(' → ') ?? [];
  const said = title === undefined || extract.rows.length > 1 || names.some((name) => mentions(extract.sentence, name));
  const mark = citationOf(extract);
  const text = said || extract.rows[0]?.section === 'Reports' ? extract.sentence : `${title}: ${extract.sentence}`;
  return mark === undefined ? text : `${text} ${mark}`;
}

function mentions(sentence: string, name: string): boolean {
  return sentence.normalize('NFKC').toLowerCase().includes(name.normalize('NFKC').toLowerCase());
}
