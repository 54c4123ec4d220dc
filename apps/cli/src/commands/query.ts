import type { Answer } from '@graphwright/contract';
import type { RunFlags } from '../arguments/flags.ts';
import { citationLines } from '../print/citations.ts';
import { explainLines } from '../print/explain.ts';
import { problemLines } from '../print/problems.ts';
import { sectionLines } from '../print/section-lines.ts';
import { checkLedger, exitCodeOf, printJson, writeLedger } from '../run/outcome.ts';
import { openSession, type Session } from '../run/session.ts';
import type { Surroundings } from '../surroundings.ts';
import { plainLine, PlainStream } from '../terminal/plain.ts';
import { progressOn, type Progress } from '../terminal/progress.ts';
import { styleOf } from '../terminal/style.ts';

const MODEL = 'extractive';

/** What a command adds to a query. */
export interface QueryFrame {
  /** Written before the answer. */
  readonly before?: readonly string[];
  /** Written after answer and citations, on standard output; the summary on standard error is then left out. */
  after?(answer: Answer): readonly string[];
}

/** `graphwright query`: asks, streams the answer, lists its citations. */
export async function query(question: string, flags: RunFlags, root: string, surroundings: Surroundings, frame: QueryFrame = {}): Promise<number> {
  const progress = progressOn(surroundings, flags.quiet);
  let session: Session | undefined;
  try {
    await checkLedger(flags, surroundings);
    session = await openSession(question, flags, root, MODEL, surroundings, progress);
    const answer = flags.json ? await silently(session, progress) : await streamed(session, surroundings, progress, frame.before ?? []);
    progress.clear();
    await writeLedger(answer, flags, surroundings);
    if (flags.json) printJson(answer, flags.stable, surroundings);
    else await report(answer, session, flags, surroundings, frame);
    return exitCodeOf(answer);
  } finally {
    progress.clear();
    await session?.close();
  }
}

async function silently(session: Session, progress: Progress): Promise<Answer> {
  for await (const event of session.engine.stream(session.request)) {
    if (event.type === 'end') return event.answer;
    if (event.type === 'call' && event.state === 'started') progress.say(plainLine(`Asking: ${event.call}`));
  }
  throw new Error('The run ended without an answer.');
}

async function streamed(session: Session, surroundings: Surroundings, progress: Progress, before: readonly string[]): Promise<Answer> {
  const { stdout } = surroundings;
  const text = new PlainStream();
  let [begun, last] = [false, ''];
  const write = (piece: string): void => {
    if (piece === '') return;
    progress.clear();
    if (!begun) for (const line of before) stdout.write(`${line}\n`);
    begun = true;
    stdout.write(piece);
    last = piece;
  };
  for await (const event of session.engine.stream(session.request)) {
    if (event.type === 'text') write(text.push(event.text));
    else if (event.type === 'call' && event.state === 'started' && !begun) progress.say(plainLine(`Asking: ${event.call}`));
    else if (event.type === 'stage' && !begun) progress.say(event.stage === '' ? 'Searching' : plainLine(`Searching: ${event.stage}`));
    else if (event.type === 'end') {
      write(text.end());
      if (begun && !last.endsWith('\n')) stdout.write('\n');
      return event.answer;
    }
  }
  throw new Error('The run ended without an answer.');
}

async function report(answer: Answer, session: Session, flags: RunFlags, surroundings: Surroundings, frame: QueryFrame): Promise<void> {
  const { stdout, stderr } = surroundings;
  const style = styleOf(stdout, surroundings);
  // The lookup is short and its outcome is wanted after Ctrl-C as well, so the signal plays no part in it.
  const citations = await citationLines(answer, session.index.knowledge, style, stdout.columns ?? 80);
  if (citations.length > 0) stdout.write(`\n${style.bold('Cited')}\n${citations.join('\n')}\n`);
  // Of a model that was not asked there is nothing to say.
  const notices = new Set((answer.text === undefined ? [] : answer.provenance.models).flatMap(({ notice }) => (notice === undefined ? [] : [plainLine(notice)])));
  for (const notice of notices) stdout.write(`\n${style.dim(notice)}\n`);
  const after = frame.after?.(answer) ?? [];
  if (after.length > 0) stdout.write(`\n${after.join('\n')}\n`);
  if (flags.explain) for (const line of await explainLines(answer, session.index.knowledge)) stdout.write(`${line}\n`);
  const problems = styleOf(stderr, surroundings);
  if (answer.status === 'no-relevant-data') stderr.write('Nothing in the index bears on the question; no model was asked.\n');
  if (answer.status === 'failed') stderr.write('There is no answer.\n');
  for (const line of problemLines(answer, problems)) stderr.write(`${line}\n`);
  if (!flags.quiet && after.length === 0) for (const line of sectionLines(answer)) stderr.write(`${line}\n`);
}
