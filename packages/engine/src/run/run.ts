import {
  GraphwrightError,
  type Random,
  type Ref,
  type Run,
  type Warning,
} from '@graphwright/contract';
import { orAborted } from '../abort.ts';
import { embedFor } from '../embedding/embed-for.ts';
import { droppedEntry } from '../packing/entries.ts';
import { pack } from '../packing/pack.ts';
import { createPort, guarded, nameOf } from '../registry/guard.ts';
import type { ResolvedPlugin } from '../registry/tree.ts';
import { budgetFor } from './budget.ts';
import type { RunContext } from './context.ts';
import { generateAnswer, generateValue } from './generate.ts';
import { createRandom } from './random.ts';
import { renderPrompt } from './rendered.ts';
import { stagePath } from './stage-path.ts';

/** A stage of a run, as strategies and their parts see it. The top has the path ''. */
export function createRun(path: string, context: RunContext): Run {
  const { parts, calls } = context;
  const { record, signal, seed } = calls;
  let random: Random | undefined;
  return {
    path,
    knowledge: parts.knowledge,
    get tokens() {
      return parts.tokens;
    },
    get random() {
      return (random ??= createRandom(seed, path));
    },
    seed,
    signal,
    tokensOf: (tokenizer) => parts.tokensOf(tokenizer),
    use: async (reference) => {
      const { plugin, port } = portOf(reference, context);
      return guarded(port, nameOf(plugin));
    },
    async vectors(space) {
      const { index, store } = await orAborted(parts.vectors(space), signal);
      context.plugins.set(store.key, store);
      return index;
    },
    embed: (texts, fit) => embedFor(texts, fit, path, context),
    budget(prompt, input, options = {}) {
      const tokens = options.tokens ?? parts.tokens;
      context.prompts.set(prompt.id, prompt);
      return budgetFor(prompt, renderPrompt(prompt, input, parts.prompts, tokens), parts.model, tokens, options);
    },
    async pack(request) {
      const place = record.place(path);
      const number = record.packing(path);
      const { plugin, port } = portOf(request.policy, context);
      const packed = await pack(request, {
        policy: port,
        name: plugin.plugin.id,
        stage: path,
        tokens: request.tokens ?? parts.tokens,
        signal,
        windowId: (window, windows) => stagePath(path, windows === 1 ? `window-${number}` : `window-${number}.${window}`),
      });
      for (const window of packed.windows) record.open(place, window);
      for (const entry of packed.entries) record.entries.add(place, entry);
      for (const cap of packed.caps) record.caps.add(place, cap);
      for (const warning of packed.warnings) record.warn(place, warning);
      return packed.windows;
    },
    generate: (prompt, input, options) => generateValue(prompt, input, options?.window, path, context),
    answer: (prompt, input, options) => generateAnswer(prompt, input, options?.window, path, context),
    stage(name) {
      const below = stagePath(path, name);
      record.emit({ type: 'stage', stage: below });
      return createRun(below, context);
    },
    report(name, data) {
      record.details.add(record.place(path), { stage: path, name, data: asJson(name, data) });
    },
    warn(warning) {
      record.warn(record.place(path), plainWarning(warning));
    },
    fail(failure) {
      record.fail(record.place(path), failure);
    },
    drop(section, dropped) {
      const place = record.place(path);
      for (const one of dropped) record.entries.add(place, droppedEntry(one, { stage: path, section, window: undefined }));
    },
  };
}

/** The port that a ref names, made once a run. */
function portOf<P>(reference: Ref<P>, context: RunContext): { readonly plugin: ResolvedPlugin; readonly port: P } {
  const plugin = context.parts.resolve(reference);
  context.plugins.set(plugin.key, plugin);
  const known = context.ports.get(plugin.key);
  if (reference.kind.check(known)) return { plugin, port: known };
  const port = createPort(reference.kind, plugin);
  context.ports.set(plugin.key, port);
  return { plugin, port };
}

function asJson(name: string, data: unknown): unknown {
  try {
    const text = JSON.stringify(data);
    // What has no form in JSON (undefined, a function) has no value either.
    return text === undefined ? null : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new GraphwrightError({ code: 'usage-invalid', message: `What is reported as "${name}" is not JSON.`, cause: error });
  }
}

function plainWarning({ code, message, count, examples }: Warning): Warning {
  return {
    code,
    message,
    ...(count === undefined ? {} : { count }),
    ...(examples === undefined ? {} : { examples: examples.slice(0, 5) }),
  };
}
