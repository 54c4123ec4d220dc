import { answerSchema, type Answer } from '@graphwright/contract';
import { stableAnswer, type Engine, type RunRequest, type StreamEvent } from '@graphwright/engine';
import { check, checkEqual, type ConformanceCase, type ConformanceSuite } from '../suite.ts';
import { accountFaults } from './balance.ts';

/** What the suite needs of a strategy. */
export interface StrategySubject {
  readonly name: string;
  /** The id of the strategy. */
  readonly strategy: string;
  /** Makes an engine that has the strategy, an index with something to find, and a model; the suite closes it. */
  engine(): Engine;
  /** A question that finds something. */
  readonly question: string;
  /**
   * A value for every option that there is, with which the run is to differ from the plain one, and whatever else the request
   * needs for that. So no option can be dead.
   */
  readonly flips: Readonly<Record<string, OptionFlip>>;
  /** The compatible face of GraphRAG holds one record twice, which is then not a fault. */
  readonly doubles?: boolean;
}

/** How an option is shown to be alive. */
export interface OptionFlip {
  readonly value: unknown;
  /** Other options of the same run, in both runs that are compared. */
  readonly with?: Readonly<Record<string, unknown>>;
  /** Parts of the request, in both runs. */
  readonly request?: Partial<RunRequest>;
}

/** What every strategy must do in a real engine. */
export function strategySuite(subject: StrategySubject): ConformanceSuite {
  const plain: RunRequest = { question: subject.question, strategy: subject.strategy };
  const on = (name: string, work: (engine: Engine) => Promise<void>): ConformanceCase => ({
    name,
    async run() {
      const engine = subject.engine();
      try {
        await work(engine);
      } finally {
        await engine.close();
      }
    },
  });
  const account = (answer: Answer): void => {
    const faults = accountFaults(answer).filter((fault) => subject.doubles !== true || !fault.includes('stands twice'));
    check(faults.length === 0, faults.join('; '));
    answerSchema.parse(answer);
  };
  return {
    name: `strategy: ${subject.name}`,
    cases: [
      on('assembles windows whose account adds up', async (engine) => {
        const answer = await engine.context(plain);
        checkEqual(answer.status, 'assembled', 'the status');
        check(answer.windows.length > 0 && answer.ledger.entries.length > 0, 'Nothing was found for the question of the suite.');
        check(answer.text === undefined && answer.citations.length === 0, 'A context has a text.');
        account(answer);
      }),
      on('answers, with an account that adds up', async (engine) => {
        const answer = await engine.ask(plain);
        check(answer.status === 'answered', `The status is ${answer.status}: ${JSON.stringify(answer.failures)}.`);
        account(answer);
      }),
      on('gives the same bytes again, in the same engine and in another', async (engine) => {
        const first = bytes(await engine.context(plain));
        checkEqual(bytes(await engine.context(plain)), first, 'the second run');
        const other = subject.engine();
        checkEqual(bytes(await other.context(plain)), first, 'the run in another engine');
        await other.close();
      }),
      on('shares nothing between runs at the same time', async (engine) => {
        const requests = [plain, { ...plain, question: `${subject.question} ` }, plain];
        const together = await Promise.all(requests.map((request) => engine.ask(request)));
        for (const [row, request] of requests.entries()) {
          const [answer] = together.slice(row);
          check(answer !== undefined && bytes(await engine.ask(request)) === bytes(answer), `Run ${row} differs when it runs beside others.`);
        }
      }),
      on('streams to the same Answer', async (engine) => {
        const events: StreamEvent[] = [];
        for await (const event of engine.stream(plain)) events.push(event);
        const last = events.at(-1);
        check(last?.type === 'end', 'The stream does not end with the Answer.');
        checkEqual(bytes(last.answer), bytes(await engine.ask(plain)), 'the Answer of the stream');
        const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
        checkEqual(text, last.answer.text, 'the text that was streamed');
      }),
      on('ends well when it may not call anything', async (engine) => {
        const answer = await engine.ask({ ...plain, limits: { calls: 0 } });
        check(answer.status !== 'answered', 'An answer was given without a call.');
        check(answer.failures.some((failure) => failure.layer === 'limit'), 'No failure says that a limit was reached.');
        account(answer);
      }),
      on('ends well when it is aborted at the first window or call', async (engine) => {
        const abort = new AbortController();
        let answer: Answer | undefined;
        for await (const event of engine.stream({ ...plain, signal: abort.signal })) {
          if (event.type === 'window' || event.type === 'call') abort.abort();
          if (event.type === 'end') answer = event.answer;
        }
        check(answer !== undefined && answer.status !== 'answered', 'The aborted run has no Answer, or an answered one.');
        check(answer.failures.some((failure) => failure.layer === 'aborted'), 'No failure says that the run was aborted.');
        account(answer);
      }),
      on('estimates what a run costs as ranges, and asks no model', async (engine) => {
        const stages = await engine.estimate(plain);
        check(stages.length > 0, 'There is no stage.');
        for (const { stage, calls, inputTokens, outputTokens } of stages) {
          for (const range of [calls, inputTokens, outputTokens]) check(range.from >= 0 && range.from <= range.to, `A range of ${stage} is turned round.`);
        }
        const { cost } = await engine.ask(plain);
        const [asked, from, to] = [cost.entries.filter((entry) => entry.kind === 'model').length, sum(stages, 'from'), sum(stages, 'to')];
        check(asked >= from && asked <= to, `A run asks the model ${asked} times, the estimate says ${from} to ${to}.`);
      }),
      on('has a flip for every option', (engine) => {
        const plugin = engine.plugins.find(({ kind, id }) => kind.name === 'strategy' && id === subject.strategy);
        check(plugin !== undefined, `The engine has no strategy ${subject.strategy}.`);
        const { properties } = plugin.optionsJsonSchema();
        const options = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
        checkEqual(Object.keys(subject.flips).toSorted(), options.toSorted(), 'the list of flipped options');
        return Promise.resolve();
      }),
      ...Object.entries(subject.flips).map(([option, flip]) =>
        on(`reads the option ${option}`, async (engine) => {
          const request = (options: object): RunRequest => ({ ...plain, ...flip.request, strategy: { use: subject.strategy, ...flip.with, ...options } });
          const [before, after] = [await engine.ask(request({})), await engine.ask(request({ [option]: flip.value }))];
          check(observable(before) !== observable(after), `The option ${option} changes nothing that can be seen.`);
          account(after);
        }),
      ),
    ],
  };
}

function bytes(answer: Answer): string {
  return JSON.stringify(stableAnswer(answer));
}

/** All that a user sees but the options themselves and the times. */
function observable(answer: Answer): string {
  const { provenance, ...seen } = stableAnswer(answer);
  return JSON.stringify([seen, provenance.tokenizer, provenance.models]);
}

function sum(stages: Awaited<ReturnType<Engine['estimate']>>, end: 'from' | 'to'): number {
  return stages.reduce((total, { calls }) => total + calls[end], 0);
}
