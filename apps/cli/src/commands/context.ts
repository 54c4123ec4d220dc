import type { RunFlags } from '../arguments/flags.ts';
import { explainLines } from '../print/explain.ts';
import { problemLines } from '../print/problems.ts';
import { sectionLines } from '../print/section-lines.ts';
import { checkLedger, exitCodeOf, printJson, writeLedger } from '../run/outcome.ts';
import { openSession, type Session } from '../run/session.ts';
import type { Surroundings } from '../surroundings.ts';
import { plain } from '../terminal/plain.ts';
import { progressOn } from '../terminal/progress.ts';
import { styleOf } from '../terminal/style.ts';

/** `graphwright context`: assembles the windows of a question and prints their text; no model is asked for an answer. */
export async function context(question: string, flags: RunFlags, root: string, surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  const progress = progressOn(surroundings, flags.quiet);
  let session: Session | undefined;
  try {
    await checkLedger(flags, surroundings);
    session = await openSession(question, flags, root, undefined, surroundings, progress);
    progress.say('Searching');
    const answer = await session.engine.context(session.request);
    progress.clear();
    await writeLedger(answer, flags, surroundings);
    if (flags.json) {
      printJson(answer, flags.stable, surroundings);
      return exitCodeOf(answer);
    }
    const texts = answer.windows.filter(({ use }) => use === 'evidence').map(({ text }) => plain(text).trimEnd());
    if (texts.length > 0) stdout.write(`${texts.join('\n\n')}\n`);
    if (flags.explain) for (const line of await explainLines(answer, session.index.knowledge)) stderr.write(`${line}\n`);
    const style = styleOf(stderr, surroundings);
    if (answer.status === 'no-relevant-data') stderr.write('Nothing in the index bears on the question.\n');
    for (const line of problemLines(answer, style)) stderr.write(`${line}\n`);
    if (!flags.quiet) for (const line of sectionLines(answer)) stderr.write(`${line}\n`);
    return exitCodeOf(answer);
  } finally {
    progress.clear();
    await session?.close();
  }
}
