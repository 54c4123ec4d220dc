/** Places that are tried next to each other before a probe jumps. */
const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;
const SMALLEST_TABLE = 8;
/** Above this many members a full table grows two-fold instead of four-fold. */
const LARGE = 50_000;

/**
 * The order in which a CPython set of whole numbers is walked after they were added one by one (CPython 3.7 to 3.13, `Objects/setobject.c`):
 * a number is its own hash, goes to the place of its lowest bits, and where that is taken to the next free place of a fixed sequence;
 * the table grows, and is filled anew, as soon as three fifths are taken. GraphRAG keeps the communities of an entity in such a set.
 *
 * @param numbers Whole numbers from 0 to 2^53 − 1; one that comes again stays where it is.
 * @returns Each number once.
 */
export function pythonSetOrder(numbers: readonly number[]): number[] {
  const members = [...new Set(numbers)];
  let table = emptyTable(SMALLEST_TABLE);
  for (const [index, number] of members.entries()) {
    insert(table, number);
    const used = index + 1;
    if (used * 5 >= (table.length - 1) * 3) table = grown(table, used > LARGE ? used * 2 : used * 4);
  }
  return taken(table);
}

type Table = (number | undefined)[];

function emptyTable(size: number): Table {
  return Array.from({ length: size }, () => undefined);
}

function taken(table: Table): number[] {
  return table.filter((number) => number !== undefined);
}

function grown(table: Table, least: number): Table {
  let size = SMALLEST_TABLE;
  while (size <= least) size *= 2;
  const larger = emptyTable(size);
  for (const number of taken(table)) insert(larger, number);
  return larger;
}

function insert(table: Table, number: number): void {
  const mask = table.length - 1;
  let perturb = number;
  let place = number % table.length;
  for (;;) {
    const probes = place + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
    for (let probe = place; probe <= place + probes; probe++) {
      if (table[probe] !== undefined) continue;
      table[probe] = number;
      return;
    }
    perturb = Math.floor(perturb / 2 ** PERTURB_SHIFT);
    place = (place * 5 + 1 + perturb) % table.length;
  }
}
