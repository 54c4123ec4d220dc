import type { CountRange, StageEstimate } from '@graphwright/contract';
import type { RunFlags } from '../arguments/flags.ts';
import { shown } from '../print/numbers.ts';
import { openSession, type Session } from '../run/session.ts';
import { EXIT, type Surroundings } from '../surroundings.ts';
import { plainLine } from '../terminal/plain.ts';
import { progressOn } from '../terminal/progress.ts';

const MODEL = 'extractive';

/** `graphwright estimate`: what a question would cost, stage by stage; no model is asked. */
export async function estimate(question: string, flags: RunFlags, root: string, surroundings: Surroundings): Promise<number> {
  const { stdout } = surroundings;
  const progress = progressOn(surroundings, flags.quiet);
  let session: Session | undefined;
  try {
    session = await openSession(question, flags, root, MODEL, surroundings, progress);
    progress.say('Estimating');
    const { signal: _, ...request } = session.request;
    const stages = await session.engine.estimate(request);
    progress.clear();
    if (flags.json) stdout.write(`${JSON.stringify(stages, undefined, 2)}\n`);
    else for (const stage of [...stages, ...(stages.length > 1 ? [sum(stages)] : [])]) stdout.write(`${line(stage)}\n`);
    return EXIT.done;
  } finally {
    progress.clear();
    await session?.close();
  }
}

function line({ stage, calls, inputTokens, outputTokens }: StageEstimate): string {
  return `${plainLine(stage === '' ? 'answer' : stage)}: ${range(calls)} calls, ${range(inputTokens)} tokens in, ${range(outputTokens)} tokens out`;
}

function range({ from, to }: CountRange): string {
  return from === to ? shown(from) : `${shown(from)} to ${shown(to)}`;
}

function sum(stages: readonly StageEstimate[]): StageEstimate {
  const total = (count: (stage: StageEstimate) => CountRange): CountRange => ({
    from: stages.reduce((all, stage) => all + count(stage).from, 0),
    to: stages.reduce((all, stage) => all + count(stage).to, 0),
  });
  return { stage: 'in all', calls: total(({ calls }) => calls), inputTokens: total(({ inputTokens }) => inputTokens), outputTokens: total(({ outputTokens }) => outputTokens) };
}
