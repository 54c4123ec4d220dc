import {
  GraphwrightError,
  isGraphwrightError,
  type Ahead,
  type Budget,
  type LedgerEntry,
  type PackingPolicy,
  type PackRequest,
  type TokenCounter,
  type Warning,
  type Window,
} from '@graphwright/contract';
import { orAborted } from '../abort.ts';
import type { LedgerCap } from '../run/record.ts';
import { checkWindows, policyInvalid, sectionInvalid, type CheckedWindow } from './check.ts';
import { closeLedger } from './close.ts';
import { Offers } from './offer.ts';

/** What stands between two texts of a window that are not blank. */
const SEPARATOR = '\n\n';

/** What a packing needs of its run. */
export interface PackingContext {
  readonly policy: PackingPolicy;
  /** The name of the policy, for faults. */
  readonly name: string;
  readonly stage: string;
  readonly tokens: TokenCounter;
  readonly signal: AbortSignal;
  /** The id of the n-th of so many windows, n from 1. */
  windowId(number: number, windows: number): string;
}

/** Windows with the ledger that closes over them. */
export interface Packed {
  readonly windows: readonly Window[];
  readonly entries: readonly LedgerEntry[];
  readonly caps: readonly LedgerCap[];
  readonly warnings: readonly Warning[];
}

/**
 * Fills windows by a policy, checks what it returns, renders, and closes the ledger.
 *
 * @throws GraphwrightError `policy-invalid`, `ledger-unbalanced`, `usage-invalid`, `aborted`.
 */
export async function pack(request: PackRequest, context: PackingContext): Promise<Packed> {
  const { sections, budget, ahead, maxWindows = 1, use = 'evidence' } = request;
  checkBudget(budget, ahead);
  const separatorTokens = context.tokens.count(SEPARATOR);
  const offers = new Offers(sections);
  const terms = { policy: context.name, tokens: budget.context, separatorTokens, maxWindows };
  const views = offers.offers.map(({ view }) => view);
  const returned = await run(context, () =>
    context.policy.pack({ sections: views, tokens: budget.context, separatorTokens, maxWindows, signal: context.signal }),
  );
  const checked = checkWindows(returned, offers, terms);
  const ids = checked.map((_, index) => context.windowId(index + 1, maxWindows));
  const windows = await Promise.all(
    checked.map(async (window, index): Promise<Window> => {
      const sectionsShown = await shownSections(window, context.signal);
      if (ahead !== undefined && ahead.text !== '') sectionsShown.unshift({ name: ahead.name, text: ahead.text, tokens: ahead.tokens, fill: -1 });
      return {
        id: ids[index] ?? '',
        stage: context.stage,
        use,
        text: joined(sectionsShown),
        // What stands ahead counts against the history of the budget, not against what sections may fill.
        tokens: window.tokens,
        sections: sectionsShown.map(({ name, text, tokens }) => ({ name, text, tokens })),
        ...(window.overrun === undefined ? {} : { overrun: window.overrun }),
        budget: { ...budget },
      };
    }),
  );
  const closed = closeLedger(checked, ids, offers, context.stage);
  return { windows, ...closed, warnings: use === 'evidence' ? sourceWarnings(request, closed.entries) : [] };
}

/** A budget that was made by hand must add up, and what stands ahead must be in it, or the account of the window would be false. */
function checkBudget({ window, outputReserve, prompt, question, history, context, margin, unused }: Budget, ahead: Ahead | undefined): void {
  const sum = outputReserve + prompt + question + history + context + margin + unused;
  if (sum !== window) {
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: 'The budget of a packing does not add up.',
      expected: `${window} tokens`,
      found: `${sum} tokens`,
      next: 'Draw it with run.budget, or hand on the one of the request.',
    });
  }
  if (ahead !== undefined && ahead.tokens > history) {
    throw new GraphwrightError({
      code: 'usage-invalid',
      message: `The text ahead of the sections has ${ahead.tokens} tokens, and the budget was drawn with a history of ${history}.`,
      next: 'Draw the budget with the tokens of what stands ahead.',
    });
  }
}

interface Shown {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
  /** Parts of one fill stand without anything between them. */
  readonly fill: number;
}

async function shownSections({ fills }: CheckedWindow, signal: AbortSignal): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const [index, { filled, offer }] of fills.entries()) {
    const rendered = filled.render();
    const texts = rendered instanceof Promise ? await orAborted(rendered, signal) : rendered;
    if (texts.length !== filled.parts.length) {
      throw sectionInvalid(offer.section.name, `it has ${filled.parts.length} parts and renders ${texts.length} texts`);
    }
    for (const [part, { name, tokens }] of filled.parts.entries()) {
      const text = texts[part] ?? '';
      if (text !== '' || tokens > 0) shown.push({ name, text, tokens, fill: index });
    }
  }
  return shown;
}

function joined(shown: readonly Shown[]): string {
  const texts: string[] = [];
  let last: number | undefined;
  for (const { text, fill } of shown) {
    if (fill === last) texts.push(`${texts.pop() ?? ''}${text}`);
    else texts.push(text);
    last = fill;
  }
  return texts.filter((text) => /\S/u.test(text)).join(SEPARATOR);
}

/** An answer without any source text rests on summaries alone; where there were sources, somebody should know. */
function sourceWarnings({ sections }: PackRequest, entries: readonly LedgerEntry[]): Warning[] {
  let offered = 0;
  for (const section of sections) for (const { candidate } of section.entries) if (candidate.table === 'text_units') offered += 1;
  if (offered === 0 || entries.some(({ table, outcome }) => table === 'text_units' && outcome === 'included')) return [];
  return [
    {
      code: 'no-source-text',
      message: `No source text is in the window, though ${offered} ${offered === 1 ? 'was' : 'were'} found: cap, shares or budget leave no room for one.`,
      count: offered,
    },
  ];
}

async function run<T>({ name, signal }: PackingContext, work: () => Promise<T>): Promise<T> {
  try {
    return await orAborted(work(), signal);
  } catch (error) {
    if (isGraphwrightError(error)) throw error;
    throw policyInvalid(name, `it fails with "${error instanceof Error ? error.message : String(error)}"`, error);
  }
}
