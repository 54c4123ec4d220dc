import type { Answer } from '@graphwright/contract';
import type { Style } from '../terminal/style.ts';
import { fitted, padded, widthOf, wrapped } from '../terminal/width.ts';
import { plainLine } from '../terminal/plain.ts';
import { shown } from './numbers.ts';
import { sectionSummaries } from './section-lines.ts';

const USED = '█';
const DROPPED = '▒';
const LEFT = '·';
const NARROWEST = 10;
const WIDEST = 110;

interface Bar {
  readonly name: string;
  readonly used: number;
  readonly dropped: number;
  readonly left: number;
  readonly note: string;
}

/**
 * The evidence windows of an answer as a bar chart: a bar for each window (used, left) and one for each section (used, dropped). Bars
 * of sections share one scale. Dropped rows that packing never counted are taken as long as the section's mean row, and marked `≈`.
 *
 * @param columns Width of the terminal; used between 10 and 110.
 */
export function windowChart(answer: Answer, style: Style, columns: number): string[] {
  const windows = answer.windows.filter(({ use }) => use === 'evidence');
  const bars = [
    ...windows.map(({ id, tokens, budget }, index): Bar => {
      const room = budget.context;
      return {
        name: windows.length === 1 ? 'window' : `window ${index + 1}`,
        used: tokens,
        dropped: 0,
        left: Math.max(0, room - tokens),
        note: `${shown(tokens)} of ${shown(room)} tokens used, ${shown(Math.max(0, room - tokens))} left${windows.length === 1 ? '' : ` (${plainLine(id)})`}`,
      };
    }),
    ...sectionSummaries(answer).map((section): Bar => {
      const { tokens, estimated } = droppedTokens(answer, section.name, section.tokens, section.included);
      return {
        name: plainLine(section.name),
        used: section.tokens,
        dropped: tokens,
        left: 0,
        note: `${shown(section.included)} in, ${shown(section.tokens)} tokens; ${shown(section.dropped)} dropped${tokens > 0 ? `, ${estimated ? '≈ ' : ''}${shown(tokens)} tokens` : ''}`,
      };
    }),
  ];
  if (bars.length === 0) return [];
  const legend = wrapped(`${USED} used  ${DROPPED} dropped  ${LEFT} left`, widthWithin(columns)).map((line) => style.dim(line));
  return [...drawn(bars, windows.length, style, columns), ...legend];
}

function drawn(bars: readonly Bar[], windows: number, style: Style, columns: number): string[] {
  const width = widthWithin(columns);
  const names = Math.max(...bars.map(({ name }) => widthOf(name)));
  const notes = Math.max(...bars.map(({ note }) => widthOf(note)));
  // On a narrow terminal the note goes under its bar, on a very narrow one the bar under its name.
  const beside = width - names - notes - 4 >= 16;
  const below = width - names - 2 < 16;
  const room = beside ? width - names - notes - 4 : below ? width : width - names - 2;
  const indent = ' '.repeat(below ? 0 : names + 2);
  const scaleOf = (some: readonly Bar[]): number => Math.max(1, ...some.map(({ used, dropped, left }) => used + dropped + left));
  const scales = [scaleOf(bars.slice(0, windows)), scaleOf(bars.slice(windows))];
  return bars.flatMap((bar, index) => {
    const scale = scales[index < windows ? 0 : 1] ?? 1;
    const used = cells(bar.used, scale, room);
    const dropped = Math.min(room - used, cells(bar.dropped, scale, room));
    const left = bar.left > 0 ? room - used - dropped : 0;
    const drawing = style.good(USED.repeat(used)) + style.warning(DROPPED.repeat(dropped)) + style.dim(LEFT.repeat(left));
    const blanks = ' '.repeat(room - used - dropped - left);
    const line = `${padded(bar.name, names)}  ${drawing}`;
    if (beside) return [`${line}${blanks}  ${bar.note}`];
    return [...(below ? [fitted(bar.name, width), drawing] : [line]), ...wrapped(bar.note, width - indent.length).map((part) => indent + part)];
  });
}

function widthWithin(columns: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns)) - 1;
}

/** At least one cell for what is there at all. */
function cells(value: number, scale: number, room: number): number {
  return value === 0 ? 0 : Math.max(1, Math.min(room, Math.round((value / scale) * room)));
}

function droppedTokens({ ledger }: Answer, section: string, usedTokens: number, included: number): { tokens: number; estimated: boolean } {
  const mean = included === 0 ? 0 : usedTokens / included;
  let tokens = 0;
  let estimated = false;
  for (const entry of ledger.entries) {
    if (entry.section !== section || entry.outcome === 'included') continue;
    if (entry.tokens !== undefined) tokens += entry.tokens;
    else {
      tokens += (entry.count ?? 1) * mean;
      estimated = true;
    }
  }
  return { tokens: Math.round(tokens), estimated: estimated && tokens > 0 };
}
