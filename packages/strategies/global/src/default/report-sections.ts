import { reportsSection } from '@graphwright/context';
import type { Budget, Candidate, Dropped, Run, Section } from '@graphwright/contract';

/** Of a window, what a report that is longer than it may take: its title and its heading need the rest. */
const SHARE_OF_ONE = 0.8;

/** What sections of reports are made of. */
export interface ReportSectionsRequest {
  /** In the order in which rows stand in a window. */
  readonly candidates: readonly Candidate[];
  readonly dropped?: readonly Dropped[];
  /** Name in windows and ledger. */
  readonly name: string;
  readonly form: 'full' | 'summary';
  readonly budget: Budget;
}

/** Sections of reports, with what is needed to tell which of them lie in a window. */
export interface ReportSections {
  readonly sections: readonly Section[];
  /** Reports too long for a window: each has a section of its own, and the findings that fit go in. */
  readonly long: readonly Candidate[];
  /** The candidates whose rows stand in the text of a window. */
  inside(text: string): Candidate[];
}

/** Reports as rows of one section; each that is longer than a window as a section of its own, a row a finding. */
export async function reportSections({ candidates, dropped = [], name, form, budget }: ReportSectionsRequest, run: Run): Promise<ReportSections> {
  const { knowledge, tokens, signal } = run;
  const shared = { knowledge, tokens, signal, name, title: 'Reports' };
  const whole = await reportsSection({ ...shared, found: { candidates, dropped, caps: [] }, form });
  const long = await longerThan(whole, budget.context);
  if (long.length === 0) return { sections: [whole], long, inside: labelsOf([whole]) };
  const gone = new Set(long);
  const fitting = whole.entries.map(({ candidate }) => candidate).filter((candidate) => !gone.has(candidate));
  const maxTokens = Math.max(1, Math.floor(budget.context * SHARE_OF_ONE));
  const sections = [
    await reportsSection({ ...shared, found: { candidates: fitting, dropped: whole.dropped, caps: [] }, form }),
    ...(await Promise.all(long.map((one) => reportsSection({ ...shared, found: { candidates: [one], dropped: [], caps: [] }, form: 'findings', maxTokens })))),
  ];
  return { sections, long, inside: labelsOf(sections) };
}

/** Tokens of the rows of reports, by id: counted once for the life of an engine. */
export async function reportTokens(candidates: readonly Candidate[], form: 'full' | 'summary', { knowledge, tokens, signal }: Run): Promise<ReadonlyMap<string, number>> {
  const section = await reportsSection({ knowledge, tokens, signal, name: 'counted', title: 'Reports', form, found: { candidates, dropped: [], caps: [] } });
  const counts = new Map<string, number>();
  for (const [row, { candidate }] of section.entries.entries()) counts.set(candidate.id, (await section.rows?.tokens(row)) ?? 0);
  return counts;
}

async function longerThan(section: Section, tokens: number): Promise<Candidate[]> {
  const { rows, entries } = section;
  if (rows === undefined) return [];
  const long: Candidate[] = [];
  for (const [row, { candidate }] of entries.entries()) if ((await rows.tokens(row)) > tokens - rows.headingTokens) long.push(candidate);
  return long;
}

/** Rows begin at the margin with their label, and no text of an index stands there. */
function labelsOf(sections: readonly Section[]): (text: string) => Candidate[] {
  const byLabel = new Map(sections.flatMap(({ entries }) => entries.map(({ label = '', candidate }) => [label, candidate] as const)));
  return (text) => {
    const found = new Set<Candidate>();
    for (const line of text.split('\n')) {
      const candidate = /^\s/u.test(line) ? undefined : byLabel.get(line.slice(0, line.indexOf(': ')));
      if (candidate !== undefined) found.add(candidate);
    }
    return [...found];
  };
}
