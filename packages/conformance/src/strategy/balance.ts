import type { Answer, LedgerEntry, Window } from '@graphwright/contract';

/** What is wrong with the account that an Answer gives: windows over their budget, budgets and ledgers that do not add up. */
export function accountFaults(answer: Answer): readonly string[] {
  return [...answer.windows.flatMap((window) => windowFaults(window, answer.ledger.entries)), ...totalFaults(answer), ...doubleFaults(answer)];
}

function windowFaults(window: Window, entries: readonly LedgerEntry[]): string[] {
  const { budget } = window;
  const faults: string[] = [];
  const sum = budget.outputReserve + budget.prompt + budget.question + budget.history + budget.context + budget.margin + budget.unused;
  if (sum !== budget.window) faults.push(`the budget of ${window.id} adds up to ${sum}, not to ${budget.window}`);
  if (window.tokens > budget.context && window.overrun === undefined) {
    faults.push(`${window.id} has ${window.tokens} tokens where ${budget.context} are allowed, and does not say why`);
  }
  for (const section of window.sections) {
    if (!window.text.includes(section.text.trim())) faults.push(`the text of ${section.name} is not in ${window.id}`);
    const rows = entries.filter((entry) => entry.window === window.id && entry.section === section.name && entry.outcome === 'included');
    const tokens = rows.reduce((total, entry) => total + (entry.tokens ?? 0), 0);
    if (tokens > section.tokens) faults.push(`the rows of ${section.name} in ${window.id} have ${tokens} tokens, the section ${section.tokens}`);
  }
  return faults;
}

/** Totals count distinct records, and a record that is in any window is included. */
function totalFaults({ ledger }: Answer): string[] {
  const sections = new Map<string, { readonly included: Set<string>; readonly all: Set<string> }>();
  for (const entry of ledger.entries) {
    const section = sections.get(entry.section) ?? { included: new Set<string>(), all: new Set<string>() };
    sections.set(entry.section, section);
    for (const id of entry.ids ?? [entry.id ?? '']) {
      section.all.add(`${entry.table} ${id}`);
      if (entry.outcome === 'included') section.included.add(`${entry.table} ${id}`);
    }
  }
  const faults: string[] = [];
  for (const name of new Set([...sections.keys(), ...Object.keys(ledger.totals)])) {
    const [counted, total] = [sections.get(name), ledger.totals[name]];
    const [considered, included] = [counted?.all.size ?? 0, counted?.included.size ?? 0];
    if (total?.considered === considered && total.included === included && total.dropped === considered - included) continue;
    faults.push(`the totals of ${name} are ${JSON.stringify(total)}, its entries ${considered} records of which ${included} are in`);
  }
  for (const entry of ledger.entries) {
    if (entry.outcome === 'dropped' && entry.reason === undefined) faults.push(`${entry.table} ${entry.id ?? 'group'} is dropped without a reason`);
    if (entry.id === undefined && entry.count !== entry.ids?.length) faults.push(`a group of ${entry.section} counts ${entry.count} and lists ${entry.ids?.length ?? 0}`);
  }
  return faults;
}

/** A window's section holds a record once. */
function doubleFaults({ ledger }: Answer): string[] {
  const seen = new Set<string>();
  return ledger.entries.flatMap((entry) => {
    if (entry.window === undefined || entry.id === undefined) return [];
    const key = [entry.window, entry.section, entry.table, entry.id].join(' ');
    if (seen.has(key)) return [`${entry.table} ${entry.id} stands twice in ${entry.section} of ${entry.window}`];
    seen.add(key);
    return [];
  });
}
