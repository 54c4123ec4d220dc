import { splitTable } from './table.ts';

/** A row of a window, as far as it can be read back out of the text. */
export interface WindowRow {
  /** Name of its section in citations (`Sources`, `Reports`, …), as GraphRAG spells it; undefined when the window names none. */
  readonly section: string | undefined;
  /** The id as the window prints it; undefined when it prints none. */
  readonly label: string | undefined;
  /** What the row is about: a title, or both ends of a relationship. */
  readonly title: string | undefined;
  /** Its prose, quotes of the table undone and marks of citations taken out. */
  readonly text: string;
}

const SECTIONS: ReadonlyMap<string, string> = new Map(
  ['Reports', 'Entities', 'Relationships', 'Claims', 'Sources'].map((name) => [name.toLowerCase(), name]),
);
const RULED = /^-{3,}\s*(?<name>\S.*?)\s*-{3,}$/u;
/** The compact rendering says behind the name what a row shows; text of an index never stands at the margin. */
const HEADED = /^# (?<name>\S.*?) \((?:id|who): .*\)$/u;
/** Marks inside a report point at rows that are not in the window. */
const MARK = /\s*\[Data:[^\]]*\]/gu;
/** A point that was noted on a batch of reports, as global search prints it. */
const ANALYST = /^Analyst \d+$/u;
const CITED = /\[Data: (?<section>\w+) \((?<label>[^),]+)/u;
const PROSE_COLUMNS = ['content', 'text', 'description', 'summary'];
const TITLE_COLUMNS = ['title', 'entity', 'source', 'target', 'object_id', 'object', 'name'];

/**
 * Reads a window back into rows. It understands the `graphrag` rendering (`-----Sources-----`, then a table whose header begins with
 * `id`, any one-character delimiter; such a table without a heading too) and the `compact` one (`# Sources (id: …)`, then
 * `label: …` at the margin), and points of global search, each cited by the first row that it names. Anything else is one row without a label. The conversation's history is left out: it is no evidence.
 */
export function rowsOf(window: string): WindowRow[] {
  return sectionsOf(window).flatMap(({ name, compact, lines }) => {
    if (name !== undefined && /history/iu.test(name)) return [];
    if (name !== undefined && ANALYST.test(name)) return [pointRow(lines)];
    const section = name === undefined ? undefined : (SECTIONS.get(name.toLowerCase()) ?? name);
    return section !== undefined && compact ? marginRows(section, lines) : tableRows(section, lines);
  });
}

interface RawSection {
  readonly name: string | undefined;
  readonly compact: boolean;
  readonly lines: string[];
}

function sectionsOf(window: string): RawSection[] {
  let current: RawSection = { name: undefined, compact: false, lines: [] };
  const sections = [current];
  for (const line of window.split(/\r\n?|\n/u)) {
    const ruled = RULED.exec(line)?.groups?.['name'];
    const name = ruled ?? HEADED.exec(line)?.groups?.['name'];
    if (name === undefined) current.lines.push(line);
    else sections.push((current = { name, compact: ruled === undefined, lines: [] }));
  }
  return sections.filter(({ lines }) => lines.some((line) => line.trim() !== ''));
}

function tableRows(section: string | undefined, lines: readonly string[]): WindowRow[] {
  const table = splitTable(lines, section === undefined || section === 'Reports');
  if (table !== undefined) {
    const prose = PROSE_COLUMNS.map((column) => table.columns.indexOf(column)).find((index) => index >= 0) ?? table.columns.length - 1;
    const titles = TITLE_COLUMNS.map((column) => table.columns.indexOf(column)).filter((index) => index >= 0 && index !== prose);
    // Batches of reports have no heading: they are told by their columns.
    const own = section ?? (table.columns.includes('title') && ['content', 'summary'].includes(table.columns[prose] ?? '') ? 'Reports' : undefined);
    return table.rows.map((cells) => ({
      section: own,
      label: cells[0]?.trim() === '' ? undefined : cells[0]?.trim(),
      title: titleOf(titles.map((index) => cells[index] ?? '')),
      text: proseOf(cells[prose] ?? ''),
    }));
  }
  return [{ section, label: undefined, title: undefined, text: proseOf(lines.join('\n')) }];
}

/** A point is cited by the first row that it names itself. */
function pointRow(lines: readonly string[]): WindowRow {
  const text = lines.filter((line) => !line.startsWith('Importance Score: ')).join('\n');
  const cited = CITED.exec(text)?.groups;
  return { section: cited?.['section'], label: cited?.['label'], title: undefined, text: proseOf(text) };
}

/** GraphRAG prints an absent text as Python's `nan`. */
function proseOf(text: string): string {
  return text === 'nan' ? '' : text.replaceAll(MARK, '');
}

function titleOf(parts: readonly string[]): string | undefined {
  const named = parts.map((part) => part.trim()).filter((part) => part !== '');
  return named.length === 0 ? undefined : named.join(' → ');
}

/** A row of the compact rendering begins at the margin with its label. */
const LABELLED = /^(?<label>\S+): ?(?<rest>.*)$/u;

/** Rows that begin at the margin with `label: `; lines that begin with a blank belong to the row above. */
function marginRows(section: string, lines: readonly string[]): WindowRow[] {
  const rows: { label: string; lines: string[] }[] = [];
  for (const line of lines) {
    const groups = LABELLED.exec(line)?.groups;
    if (groups === undefined) rows.at(-1)?.lines.push(line.trim());
    else rows.push({ label: groups['label'] ?? '', lines: [groups['rest'] ?? ''] });
  }
  return rows.map(({ label, lines: [first = '', ...others] }) => {
    const colon = section === 'Sources' ? 0 : first.indexOf(': ');
    const head = colon < 0 ? first : first.slice(0, colon);
    const body = section === 'Sources' ? first : colon < 0 ? '' : first.slice(colon + 2);
    const title = head.replace(/ \([^()]*\)$/u, '').trim();
    return { section, label, title: title === '' ? undefined : title, text: proseOf([body, ...others].join('\n')) };
  });
}
