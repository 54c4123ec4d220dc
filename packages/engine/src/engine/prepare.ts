import { GraphwrightError, kinds, refTo, type AnyPrompt, type Limits, type Ref, type Request, type Strategy } from '@graphwright/contract';
import { checkPromptTexts, promptInUse } from '../model/prompt-text.ts';
import { refOf, type Choice } from '../registry/choice.ts';
import { createPort } from '../registry/guard.ts';
import { needUnmet, unmetNeeds, type Provision, type UnmetNeed } from '../registry/needs.ts';
import { needsOf, promptsOf, type ResolvedPlugin } from '../registry/tree.ts';
import type { EngineOptions } from './options.ts';
import type { AssembledParts } from './parts.ts';
import { splitRequest, type RunRequest } from './request.ts';

/** A request that can be run: everything that can be wrong with it was looked at. */
export interface Prepared {
  readonly request: Request;
  readonly tree: ResolvedPlugin;
  readonly strategy: Strategy;
  readonly seed: number;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/**
 * Checks a request, its strategy with all nested options, and that everything needed is there, before anything is called.
 *
 * @throws GraphwrightError `question-invalid`, `history-invalid`, `usage-invalid`, `plugin-unknown`, `option-unknown`,
 * `option-invalid`, `plugin-cycle`, `need-unmet`, `prompt-invalid`.
 */
export function prepare(mode: 'answer' | 'context' | 'estimate', given: RunRequest, parts: AssembledParts, options: EngineOptions): Prepared {
  const { question, run } = splitRequest(given);
  const tree = parts.resolve(strategyRef(run.strategy ?? options.strategy, parts));
  const [unmet] = unmetOf(tree, mode === 'answer', parts);
  if (unmet !== undefined) throw needUnmet(tree.plugin.id, unmet, workingStrategies(tree.plugin.id, mode === 'answer', parts));
  if (mode === 'answer' && parts.model === undefined) {
    throw new GraphwrightError({ code: 'need-unmet', message: 'An answer needs a language model, and the engine has none.', next: 'Give the engine a model, or ask for context alone.' });
  }
  const strategy = createPort(kinds.strategy, tree);
  checkPrompts(promptsOf(tree), parts);
  return { request: question, tree, strategy, seed: run.seed ?? options.seed ?? 0, limits: { ...options.limits, ...run.limits }, signal: run.signal };
}

function strategyRef(choice: Choice<Strategy> | undefined, { registry }: AssembledParts): Ref<Strategy> {
  if (choice !== undefined) return refOf(kinds.strategy, choice);
  const ids = registry.ofKind(kinds.strategy.name).map(({ id }) => id);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return refTo(kinds.strategy, only);
  throw new GraphwrightError({
    code: 'usage-invalid',
    message: 'The request names no strategy, and the engine has no default.',
    next: ids.length === 0 ? 'Register one.' : `Name one of: ${ids.join(', ')}.`,
  });
}

/** Needs that are not met. Windows alone need no model for the strategy and those it is composed of, but for the parts that choose with one. */
function unmetOf(tree: ResolvedPlugin, asked: boolean, parts: AssembledParts): readonly UnmetNeed[] {
  const provision: Provision = {
    knowledge: parts.knowledge,
    spaces: parts.spaces.names,
    embedder: parts.embedder !== undefined,
    model: parts.model !== undefined,
  };
  const needs = needsOf(tree).map((one) => {
    const { model, ...withoutModel } = one.needs;
    return asked || model === undefined || one.kind !== kinds.strategy.name ? one : { ...one, needs: withoutModel };
  });
  return unmetNeeds(needs, provision);
}

function workingStrategies(but: string, asked: boolean, parts: AssembledParts): readonly string[] {
  const others = parts.registry.ofKind(kinds.strategy.name).filter(({ id }) => id !== but);
  return others.flatMap(({ id }) => {
    try {
      return unmetOf(parts.resolve(refTo(kinds.strategy, id)), asked, parts).length === 0 ? [id] : [];
    } catch {
      // One that cannot even be settled with its defaults is no help here; it says why when it is asked for.
      return [];
    }
  });
}

function checkPrompts(prompts: readonly AnyPrompt[], parts: AssembledParts): void {
  const texts = parts.prompts;
  const ids = new Set(prompts.map(({ id }) => id));
  if (Object.keys(texts).some((id) => !ids.has(id))) checkPromptTexts(texts, [...prompts, ...allPrompts(parts)]);
  for (const prompt of prompts) promptInUse(prompt, texts);
}

function allPrompts({ registry }: AssembledParts): AnyPrompt[] {
  return registry.all.flatMap((plugin) => {
    try {
      return [...plugin.resolve({}, {}).prompts];
    } catch {
      // A plugin that must be given options cannot tell its prompts without.
      return [];
    }
  });
}
