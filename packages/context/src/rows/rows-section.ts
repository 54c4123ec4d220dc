import type { Allowance, Candidate, Cap, Dropped, Filled, Section, SectionEntry, TokenCounter } from '@graphwright/contract';
import { RowPool, type TakenRow } from './row-pool.ts';

/** The text of a row: whole lines, each with its line end. */
export interface RowText {
  /** As they are measured. One for a row that stays whole, several for a row of which a part may go in. */
  readonly lines: readonly string[];
  /** As they are printed, one for one, where that is not as they are measured. */
  readonly printed?: readonly string[];
}

/** A record that a section offers as a row. */
export interface RowRecord {
  readonly candidate: Candidate;
  /** The id as the row prints it; undefined when it prints none. */
  readonly label: string | undefined;
  readonly humanReadableId: string | undefined;
  /** The key under which its count is kept; the candidate's id when left out. Its text must depend on it alone. */
  readonly countKey?: string;
}

/** What a section of independent rows is made of. */
export interface RowsSectionRequest {
  /** Its name in windows, ledger and citations. */
  readonly name: string;
  /** Best first. */
  readonly rows: readonly RowRecord[];
  readonly dropped?: readonly Dropped[];
  readonly caps?: readonly Cap[];
  readonly tokens: TokenCounter;
  /** The name under which counts of these rows are kept: whatever changes a byte of a row must be in it. */
  readonly rendering: string;
  /** What stands above the rows, with its line end; counted once a window. May be empty. */
  readonly heading: string;
  /** What is counted for the heading, where that is not what is printed. */
  readonly countedHeading?: string;
  /** What stands there when no row is in, also over the allowance; nothing when left out. */
  readonly empty?: string;
  /**
   * Reads the texts of some rows in one go, and gives each by its position in `rows` when it is asked for. Called for a few
   * dozen rows at a time, only for rows that are counted for the first time or printed.
   */
  readonly texts: (rows: readonly RowRecord[]) => Promise<(position: number) => RowText>;
  /** Whether rows have several lines of which the first few may go in. Such rows are read whenever a fill meets them. */
  readonly divisible?: boolean;
  /** What of a row is in when it is not the whole record: `lines` of its `of` lines are in. Asked only after it was counted. */
  readonly part?: (row: RowRecord, lines: number, of: number) => string | undefined;
  /** The order in which the rows that are in are printed; as offered when left out. */
  readonly arrange?: (included: readonly SectionEntry[]) => readonly SectionEntry[];
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
}

/**
 * Makes a section of rows that do not depend on each other. A fill takes rows in order until the first that does not fit;
 * `rows` lets a policy deal them out one by one. Counts are kept in the counter's memo and texts are decoded only to be counted
 * for the first time or printed, so a fill whose counts are known reads nothing and waits for nothing. An entry has `tokens`
 * only once a fill of this section (or of its rests) has met it. A row of which a part is in counts as included, and the rest
 * of it is given up.
 */
export function rowsSection(request: RowsSectionRequest): Section {
  const pool = new RowPool(request);
  return sectionOver(pool, request.rows.map((_, row) => row), request.dropped ?? [], request.caps ?? []);
}

function sectionOver(pool: RowPool, rows: readonly number[], dropped: readonly Dropped[], caps: readonly Cap[]): Section {
  const { name, floor, cap } = pool.request;
  let entries: readonly SectionEntry[] | undefined;
  return {
    name,
    ...(floor === undefined ? {} : { floor }),
    ...(cap === undefined ? {} : { cap }),
    get entries() {
      return (entries ??= rows.map((row) => pool.entryOf(row)));
    },
    dropped,
    caps,
    fill: (allowance) => fill(pool, rows, allowance),
    rows: {
      size: rows.length,
      get headingTokens() {
        return pool.headingTokens;
      },
      tokens: (position) => tokensOf(pool, rows, position),
      take: (positions) => take(pool, rows, positions),
    },
  };
}

function fill(pool: RowPool, rows: readonly number[], allowance: Allowance): Filled | Promise<Filled> {
  const limit = allowance.items ?? Infinity;
  const taken: TakenRow[] = [];
  let left = allowance.tokens - pool.headingTokens;
  let items = 0;
  let position = 0;
  for (; items < limit && left > 0; position++) {
    const row = rows[position];
    if (row === undefined) break;
    const cost = pool.costOf(row);
    // Counts are missing: read the next block and fill anew, which costs next to nothing for the rows that are counted.
    if (cost === undefined) return pool.read(rows, position).then(() => fill(pool, rows, allowance));
    const next = typeof cost === 'number' ? (cost <= left ? { row, lines: 1, tokens: cost } : undefined) : firstLines(row, cost, left, limit - items);
    if (next === undefined) break;
    taken.push(next);
    left -= next.tokens;
    items += next.lines;
    if (typeof cost !== 'number' && next.lines < cost.length) {
      position += 1;
      break;
    }
  }
  return filledWith(pool, taken, items, () => rows.slice(position), allowance.tokens);
}

/** The first lines of a row that fit, or undefined when not even one does. */
function firstLines(row: number, costs: readonly number[], left: number, limit: number): TakenRow | undefined {
  let tokens = 0;
  let lines = 0;
  for (const cost of costs) {
    if (lines === limit || tokens + cost > left) break;
    tokens += cost;
    lines += 1;
  }
  return lines === 0 ? undefined : { row, lines, tokens };
}

function take(pool: RowPool, rows: readonly number[], positions: readonly number[]): Filled | Promise<Filled> {
  const wanted = positions.flatMap((position) => rows[position] ?? []);
  const taken: TakenRow[] = [];
  let items = 0;
  for (const row of wanted) {
    const cost = pool.costOf(row);
    if (cost === undefined) return pool.read(wanted, taken.length).then(() => take(pool, rows, positions));
    const lines = typeof cost === 'number' ? 1 : cost.length;
    taken.push({ row, lines, tokens: total(cost) });
    items += lines;
  }
  const inside = new Set(wanted);
  return filledWith(pool, taken, items, () => rows.filter((row) => !inside.has(row)), Infinity);
}

function tokensOf(pool: RowPool, rows: readonly number[], position: number): number | Promise<number> {
  const row = rows[position];
  const cost = row === undefined ? 0 : pool.costOf(row);
  return cost === undefined ? pool.read(rows, position).then(() => tokensOf(pool, rows, position)) : total(cost);
}

function filledWith(pool: RowPool, taken: readonly TakenRow[], items: number, rest: () => readonly number[], allowed: number): Filled {
  const { name, empty = '' } = pool.request;
  const tokens = taken.length === 0 ? pool.tokensOfText(empty) : taken.reduce((sum, one) => sum + one.tokens, pool.headingTokens);
  const shown = pool.arranged(taken);
  let restSection: Section | undefined;
  return {
    parts: [{ name, tokens, included: shown.map((one) => pool.included(one)) }],
    tokens,
    items,
    undone: [],
    ...(tokens > allowed ? { overrun: `what stands in ${name} without rows passes its ${allowed} tokens` } : {}),
    get rest() {
      return (restSection ??= sectionOver(pool, rest(), [], []));
    },
    render() {
      const text = pool.print(shown, empty);
      return typeof text === 'string' ? [text] : text.then((one) => [one]);
    },
  };
}

function total(cost: number | readonly number[]): number {
  return typeof cost === 'number' ? cost : cost.reduce((sum, tokens) => sum + tokens, 0);
}
