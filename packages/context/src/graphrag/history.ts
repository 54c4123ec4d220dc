import type { Ahead, TokenCounter, Turn } from '@graphwright/contract';
import { csvRow, headingLine } from './text.ts';

/** How GraphRAG reads a conversation. */
export interface HistoryOptions {
  /** What stands between cells. */
  readonly columnDelimiter: string;
  /** Turns that count; null or 0 for all. */
  readonly conversationHistoryMaxTurns: number | null;
  /** Whether answers are left out. */
  readonly conversationHistoryUserTurnsOnly: boolean;
}

const HEADING = headingLine('Conversation History');

/** A question with everything that was answered before the next one. What was answered before the first is lost. */
interface Exchange {
  readonly question: string;
  readonly answers: readonly string[];
}

/** The text that is embedded: the question, and behind it the newest questions of the conversation, newest first. */
export function embeddedText(question: string, turns: readonly Turn[] | undefined, { conversationHistoryMaxTurns }: HistoryOptions): string {
  if (turns === undefined) return question;
  const newest = exchangesOf(turns).toReversed().slice(0, limitOf(conversationHistoryMaxTurns));
  return `${question}\n${newest.map((exchange) => exchange.question).join('\n')}`;
}

/**
 * The oldest exchanges as they stand before the sections, whole, while heading and rows fit the window; where not even the first
 * does, the bare heading. Nothing for a conversation without a question.
 *
 * @param fit Counts what fits; the section itself is counted by `tokens`.
 */
export function historyAhead(
  turns: readonly Turn[] | undefined,
  window: number,
  { columnDelimiter, conversationHistoryMaxTurns, conversationHistoryUserTurnsOnly }: HistoryOptions,
  tokens: TokenCounter,
  fit: TokenCounter,
): Ahead | undefined {
  const exchanges = exchangesOf(turns ?? []).slice(0, limitOf(conversationHistoryMaxTurns));
  if (exchanges.length === 0) return undefined;
  let rows = '';
  for (const { question, answers } of exchanges) {
    const answer = conversationHistoryUserTurnsOnly || answers.length === 0 ? '' : csvRow(['assistant', answers.join('\n')], columnDelimiter);
    const longer = rows + csvRow(['user', question], columnDelimiter) + answer;
    if (fit.count(HEADING + csvRow(['turn', 'content'], columnDelimiter) + longer) > window) break;
    rows = longer;
  }
  const text = HEADING + (rows === '' ? '\n' : csvRow(['turn', 'content'], columnDelimiter) + rows);
  return { name: 'history', text, tokens: tokens.count(text) };
}

function exchangesOf(turns: readonly Turn[]): Exchange[] {
  const exchanges: { question: string; answers: string[] }[] = [];
  for (const { role, content } of turns) {
    if (role === 'user') exchanges.push({ question: content, answers: [] });
    else exchanges.at(-1)?.answers.push(content);
  }
  return exchanges;
}

function limitOf(turns: number | null): number {
  return turns === null || turns === 0 ? Infinity : turns;
}
