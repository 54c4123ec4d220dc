import type { Ahead, Run, Turn } from '@graphwright/contract';

/** Earlier turns as they stand before the sections, and how many of them do. */
export interface History {
  /** Undefined where no turn goes in. */
  readonly ahead: Ahead | undefined;
  readonly used: number;
  readonly given: number;
}

const HEADING = '# History (who: what was said)\n';

/**
 * The newest turns that fit into some tokens, whole, oldest first: one row a turn, further lines of it with a blank before them, so
 * that nothing that was said can pass for a heading. Heading and rows are counted.
 */
export function historyOf(turns: readonly Turn[], limit: number, run: Run): History {
  const { tokens } = run;
  let text = '';
  let used = 0;
  for (const turn of turns.toReversed()) {
    const longer = `${turn.role}: ${turn.content.trim().replaceAll(/\s*\n\s*/gu, '\n ')}\n${text}`;
    if (tokens.count(HEADING + longer) > limit) break;
    text = longer;
    used += 1;
  }
  const given = turns.length;
  if (used === 0) return { ahead: undefined, used, given };
  return { ahead: { name: 'history', text: HEADING + text, tokens: tokens.count(HEADING + text) }, used, given };
}
