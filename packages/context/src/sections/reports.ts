import type { Finding, Section } from '@graphwright/contract';
import type { ReportContent } from '../renderer.ts';
import { stripCitationMarks } from '../text/citation-marks.ts';
import { tableSection, type TableSectionForm, type TableSectionRequest } from './table-section.ts';

/** What the section `reports` is made of. */
export interface ReportsSectionRequest extends TableSectionRequest {
  /** `full` (the default): the whole report; `summary`: its summary; `findings`: one row a finding, of which the first few may go in. */
  readonly form?: ReportContent | undefined;
  /** Whether `[Data: …]` marks inside reports stay; `strip` (the default) takes them out: their ids are not in the window. */
  readonly citationMarks?: 'strip' | 'keep' | undefined;
}

/**
 * The section `reports`: what was written about communities. A report of which only the summary or some findings are in is
 * one entry of the ledger, `shortened`, and `part` says what of it. One without findings gives its summary as its only row.
 */
export function reportsSection(request: ReportsSectionRequest): Promise<Section> {
  const { form = 'full', citationMarks = 'strip' } = request;
  const clean = (text: string | undefined): string | undefined =>
    text === undefined || citationMarks === 'keep' ? text : stripCitationMarks(text);
  return tableSection({ ...FORMS[form](clean), table: 'community_reports', name: 'reports', content: form, variant: `/${form}/${citationMarks}` }, request);
}

type Texts = Pick<TableSectionForm<'community_reports'>, 'textColumns' | 'texts' | 'divisible' | 'part'>;

const FORMS: Readonly<Record<ReportContent, (clean: (text: string | undefined) => string | undefined) => Texts>> = {
  full: (clean) => ({ textColumns: ['fullContent'], texts: (get) => [clean(get('fullContent'))] }),
  summary: (clean) => ({ textColumns: ['summary'], texts: (get) => [clean(get('summary'))], part: () => 'summary' }),
  findings: (clean) => {
    const without = new Set<string>();
    return {
      textColumns: ['id', 'findings', 'summary'],
      texts: (get) => {
        const findings = get('findings');
        if (findings.length > 0) return findings.map((finding) => clean(findingText(finding)));
        without.add(get('id'));
        return [clean(get('summary'))];
      },
      divisible: true,
      part: (id, lines, of) => {
        if (without.has(id)) return 'summary';
        return lines === of ? 'all findings' : `findings 1–${lines} of ${of}`;
      },
    };
  },
};

function findingText({ summary, explanation }: Finding): string {
  return [summary, explanation].filter((text) => text.trim() !== '').join('\n');
}
