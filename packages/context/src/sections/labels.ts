import type { Candidate, Dropped } from '@graphwright/contract';
import type { RowForm, RowTable } from '../renderer.ts';
import type { RowRecord } from '../rows/rows-section.ts';

/** The numbers by which a record can be called. */
export interface RecordNumbers {
  readonly humanReadableId: string | undefined;
  /** Read only where it is needed. */
  ordinal(): number;
}

/**
 * Gives every candidate its label. Where labels must be unique and two records share a number (indexes put together, or a
 * number that was used twice), the later one takes its row number, else its number with `.2`, `.3` … behind it. What the index
 * does not have is dropped as `unavailable`.
 */
export function labelled<T extends RowTable>(
  candidates: readonly Candidate[],
  numbersOf: (position: number) => RecordNumbers | undefined,
  form: Pick<RowForm<T>, 'label' | 'uniqueLabels'>,
): { readonly rows: readonly RowRecord[]; readonly unavailable: readonly Dropped[] } {
  const rows: RowRecord[] = [];
  const unavailable: Dropped[] = [];
  const taken = new Set<string>();
  for (const [position, candidate] of candidates.entries()) {
    const numbers = numbersOf(position);
    if (numbers === undefined) {
      unavailable.push({ ...candidate, reason: 'unavailable' });
      continue;
    }
    const { humanReadableId } = numbers;
    const own = form.label === 'ordinal' ? String(numbers.ordinal()) : (humanReadableId ?? String(numbers.ordinal()));
    const label = form.uniqueLabels && taken.has(own) ? free(own, String(numbers.ordinal()), taken) : own;
    taken.add(label);
    // The text shows the label, and counts are kept by what the text depends on.
    rows.push(label === own ? { candidate, label, humanReadableId } : { candidate, label, humanReadableId, countKey: `${candidate.id} ${label}` });
  }
  return { rows, unavailable };
}

function free(own: string, ordinal: string, taken: ReadonlySet<string>): string {
  if (!taken.has(ordinal)) return ordinal;
  let number = 2;
  while (taken.has(`${own}.${number}`)) number += 1;
  return `${own}.${number}`;
}
