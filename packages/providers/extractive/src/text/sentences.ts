/** Made on first use: it loads the platform's dictionaries. */
let segmenter: Intl.Segmenter | undefined;
const WHITE_SPACE = /\s+/gu;
/** Ends that look like the end of a sentence and are not: titles, initials, and the usual Latin. */
const ABBREVIATION = /(?:^|[\s("“])(?:(?:Dr|Mr|Mrs|Ms|Prof|St|No|Fig|vs|cf|etc|approx|e\.g|i\.e|al)|\p{Lu})\.$/u;
/** Longer pieces are not sentences but tables or code: they are cut at white space. In UTF-16 code units. */
const LONGEST = 600;

/**
 * The sentences of a text, each with its white space collapsed to single spaces. A blank line ends a sentence, a single line end
 * does not (texts are often wrapped); lines that are headings or rules in Markdown are no sentences; marks of lists are taken off.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    let held = '';
    for (const { segment } of (segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' })).segment(paragraph)) {
      held += segment;
      if (ABBREVIATION.test(held.trimEnd())) continue;
      push(sentences, held);
      held = '';
    }
    push(sentences, held);
  }
  return sentences;
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) paragraphs.push(lines.join(' '));
    lines = [];
  };
  for (const raw of text.split(/\r\n?|\n/u)) {
    const line = raw.trim();
    const item = /^(?:[-*+•]|\d{1,3}[.)])\s+(?<text>.*)$/u.exec(line)?.groups?.['text'];
    if (line === '' || item !== undefined || /^#{1,6}(?:\s|$)/u.test(line) || /^[-=*_|:\s]{3,}$/u.test(line)) flush();
    if (line === '' || /^#{1,6}(?:\s|$)/u.test(line) || /^[-=*_|:\s]{3,}$/u.test(line)) continue;
    lines.push(item ?? line);
  }
  flush();
  return paragraphs;
}

function push(sentences: string[], piece: string): void {
  const sentence = piece.replaceAll(WHITE_SPACE, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(sentence)) return;
  for (const part of cut(sentence)) sentences.push(part);
}

function cut(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(' ', LONGEST);
    const at = space > 0 ? space : safeEnd(rest, LONGEST);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

/** Never between the halves of a surrogate pair. */
function safeEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
