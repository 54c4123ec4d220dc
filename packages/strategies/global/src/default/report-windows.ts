import { reportsSection } from '@graphwright/context';
import type { Candidate, Dropped, PackRequest, Run, Section, Window } from '@graphwright/contract';

/** Of a window, what a report that is longer than it may take: its title and its heading need the rest. */
const SHARE_OF_ONE = 0.8;

/** What windows of reports are made of. */
export interface ReportWindowsRequest extends Pick<PackRequest, 'budget' | 'policy' | 'ahead' | 'use'> {
  /** In the order in which rows stand in a window. */
  readonly candidates: readonly Candidate[];
  readonly dropped?: readonly Dropped[];
  /** Name of their section in windows and ledger. */
  readonly name: string;
  readonly form: 'full' | 'summary';
  /** As many as there are reports when left out. */
  readonly maxWindows?: number;
}

/** A window with the reports that stand in it. */
export interface ReportWindow {
  readonly window: Window;
  readonly reports: readonly Candidate[];
}

/** Windows of reports. */
export interface ReportWindows {
  readonly windows: readonly ReportWindow[];
  /** Reports of which only some findings fitted. */
  readonly shortened: readonly Candidate[];
  /** Reports that no window takes. */
  readonly left: readonly Candidate[];
  /** The report that is printed under a label. */
  readonly named: (label: string) => Candidate | undefined;
}

/** Deals reports into windows. One that is longer than a window goes alone, with as many of its findings as fit. */
export async function reportWindows({ candidates, dropped = [], name, form, budget, maxWindows, ...request }: ReportWindowsRequest, run: Run): Promise<ReportWindows> {
  const { knowledge, tokens, signal } = run;
  const shared = { knowledge, tokens, signal, name, title: 'Reports' };
  const whole = await reportsSection({ ...shared, found: { candidates, dropped, caps: [] }, form });
  const long = form === 'full' ? new Set(await longerThan(whole, budget.context)) : new Set<Candidate>();
  const fitting = whole.entries.map(({ candidate }) => candidate).filter((candidate) => !long.has(candidate));
  const section = long.size === 0 ? whole : await reportsSection({ ...shared, found: { candidates: fitting, dropped: whole.dropped, caps: [] }, form });
  const byLabel = labelsOf(section);
  const windows: ReportWindow[] = [];
  const pack = async (one: Section, most: number): Promise<void> => {
    const labels = labelsOf(one);
    for (const [label, candidate] of labels) byLabel.set(label, candidate);
    const packed = await run.pack({ ...request, sections: [one], budget, maxWindows: Math.max(1, most) });
    for (const window of packed) {
      const reports = reportsIn(window, name, labels);
      if (reports.length > 0) windows.push({ window, reports });
    }
  };
  if (section.entries.length > 0) await pack(section, maxWindows ?? fitting.length);
  else run.drop(name, section.dropped);
  const maxTokens = Math.max(1, Math.floor(budget.context * SHARE_OF_ONE));
  for (const one of long) await pack(await reportsSection({ ...shared, found: { candidates: [one], dropped: [], caps: [] }, form: 'findings', maxTokens }), 1);
  const read = new Set(windows.flatMap(({ reports }) => reports));
  return { windows, shortened: [...long].filter((one) => read.has(one)), left: candidates.filter((one) => !read.has(one)), named: (label) => byLabel.get(label) };
}

/** Tokens of the rows of reports, by id: counted once for the life of an engine. */
export async function reportTokens(candidates: readonly Candidate[], form: 'full' | 'summary', { knowledge, tokens, signal }: Run): Promise<ReadonlyMap<string, number>> {
  const section = await reportsSection({ knowledge, tokens, signal, name: 'counted', title: 'Reports', form, found: { candidates, dropped: [], caps: [] } });
  const counts = new Map<string, number>();
  for (const [row, { candidate }] of section.entries.entries()) counts.set(candidate.id, (await section.rows?.tokens(row)) ?? 0);
  return counts;
}

async function longerThan({ rows, entries }: Section, tokens: number): Promise<Candidate[]> {
  const long: Candidate[] = [];
  if (rows === undefined) return long;
  for (const [row, { candidate }] of entries.entries()) if ((await rows.tokens(row)) > tokens - rows.headingTokens) long.push(candidate);
  return long;
}

function labelsOf({ entries }: Section): Map<string, Candidate> {
  return new Map(entries.map(({ label = '', candidate }) => [label, candidate]));
}

/** Rows begin at the margin with their label, and no text of an index stands there. */
function reportsIn({ sections }: Window, name: string, byLabel: ReadonlyMap<string, Candidate>): Candidate[] {
  const found = new Set<Candidate>();
  for (const line of sections.flatMap((section) => (section.name === name ? section.text.split('\n') : []))) {
    const candidate = /^\s/u.test(line) ? undefined : byLabel.get(line.slice(0, line.indexOf(': ')));
    if (candidate !== undefined) found.add(candidate);
  }
  return [...found];
}
