import type { ReportContent, Row, RowForm, RowForms, RowTable } from '../renderer.ts';
import { indented, onOneLine } from './text.ts';

/**
 * The forms of the compact renderer. A section is `# Name (what a row shows)` and its rows; a row is its id, a colon and its
 * content: `12: ALICE (person): Leads the crew.` Texts of several lines go on with one blank before each line.
 */
export function compactForms(content: ReportContent): RowForms {
  return {
    entities: form('name (type): description', ['title', 'type'], (row) => {
      const type = row.get('type');
      return withText(named(row.get('title'), type), row.text);
    }),
    relationships: form('source → target: description', ['sourceTitle', 'targetTitle'], (row) =>
      withText(`${onOneLine(row.get('sourceTitle'))} → ${onOneLine(row.get('targetTitle'))}`, row.text),
    ),
    covariates: form('subject → object (type, status, from, to): claim', ['subjectTitle', 'objectTitle', 'type', 'status', 'startDate', 'endDate'], (row) => {
      const subject = onOneLine(row.get('subjectTitle') ?? '');
      const object = stated(row.get('objectTitle'));
      const facts = [row.get('type'), row.get('status'), row.get('startDate'), row.get('endDate')].flatMap((fact) => stated(fact) ?? []);
      return withText(named(object === undefined ? subject : `${subject} → ${object}`, facts.join(', ')), row.text);
    }),
    community_reports: form(`title: ${{ full: 'report', summary: 'summary', findings: 'finding' }[content]}`, ['title'], (row) => {
      const title = row.get('title');
      return withText(onOneLine(title), content === 'full' ? withoutTitle(row.text, title) : row.text);
    }),
    text_units: form('text', [], (row) => indented(row.text ?? '')),
  };
}

function form<T extends RowTable>(shows: string, columns: RowForm<T>['columns'], content: (row: Row<T>) => string): RowForm<T> {
  return {
    columns,
    label: 'humanReadableId',
    uniqueLabels: true,
    heading: (name) => `# ${onOneLine(name.charAt(0).toUpperCase() + name.slice(1))} (id: ${shows})\n`,
    row: (row) => `${onOneLine(row.label)}: ${content(row)}\n`,
  };
}

function withText(head: string, text: string | undefined): string {
  const body = indented(text ?? '');
  return body === '' ? head : `${head}: ${body}`;
}

function named(name: string, detail: string | undefined): string {
  const shown = onOneLine(detail ?? '');
  return shown === '' ? onOneLine(name) : `${onOneLine(name)} (${shown})`;
}

/** A value of a claim, unless it is one of the words by which indexing models say that there is none. */
function stated(value: string | undefined): string | undefined {
  const text = onOneLine(value ?? '');
  return text === '' || text.toUpperCase() === 'NONE' ? undefined : text;
}

/** The full text of a report as a rule begins with its title as a heading, which the row shows already. */
function withoutTitle(text: string | undefined, title: string): string | undefined {
  const heading = `# ${title}`;
  return text?.startsWith(heading) === true && /^\s*(?:[\r\n]|$)/u.test(text.slice(heading.length)) ? text.slice(heading.length) : text;
}
