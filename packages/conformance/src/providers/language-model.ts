import type { LanguageModel } from '@graphwright/contract';
import { check, checkEqual, type ConformanceCase, type ConformanceSuite } from '../suite.ts';
import { hear, modelRequest } from './listen.ts';

/** What the suite needs of a language model that is ready to answer. */
export interface LanguageModelSubject {
  readonly name: string;
  readonly create: () => LanguageModel | Promise<LanguageModel>;
}

/** What every language model must do, wherever it runs. */
export function languageModelSuite({ name, create }: LanguageModelSubject): ConformanceSuite {
  const on = (what: string, work: (model: LanguageModel) => Promise<void>): ConformanceCase => ({ name: what, run: async () => work(await create()) });
  return {
    name: `language model: ${name}`,
    cases: [
      on('states its name and its limits', (model) => {
        checkEqual(model.specVersion, 'v1', 'specVersion');
        check(model.model !== '', 'The model has no name.');
        const { window, maxOutput } = model.limits;
        check(Number.isSafeInteger(window) && Number.isSafeInteger(maxOutput) && window > 0 && maxOutput > 0 && maxOutput <= window, `The limits ${window} and ${maxOutput} are none.`);
        return Promise.resolve();
      }),
      on('answers with text, then one finish', async (model) => {
        const { text, finish, error } = await hear(model);
        check(error === undefined, `It failed: ${error?.message}`);
        check(text.trim() !== '', 'There is no text.');
        check(finish !== undefined, 'There is no finish.');
      }),
      on('says the same to the same request', async (model) => {
        checkEqual((await hear(model)).text, (await hear(model)).text, 'the second answer');
      }),
      on('tells the usage in whole numbers, if at all', async (model) => {
        const { finish } = await hear(model);
        check(finish !== undefined, 'There is no finish.');
        for (const tokens of Object.values(finish.usage ?? {})) check(Number.isSafeInteger(tokens) && tokens >= 0, `${tokens} is no count.`);
      }),
      on('asks nobody when the signal has fired before', async (model) => {
        const { text, error } = await hear(model, modelRequest({ signal: AbortSignal.abort() }));
        checkEqual([text, error?.code], ['', 'aborted'], 'text and code');
      }),
      on('answers side by side as alone', async (model) => {
        const alone = await hear(model);
        const many = await Promise.all([0, 1, 2].map(() => hear(model)));
        checkEqual(many.map(({ text }) => text), [alone.text, alone.text, alone.text], 'the answers side by side');
      }),
    ],
  };
}
