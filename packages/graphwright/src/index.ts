export { createEngine, DEFAULT_STRATEGY } from './create-engine.ts';
export type { GraphwrightOptions } from './create-engine.ts';
export { defaultPlugins } from './default-plugins.ts';
export { defaultIndexLoaders, openIndex } from './open-index.ts';
export type { OpenIndexOptions } from './open-index.ts';
export { givenVector, stableAnswer } from '@graphwright/engine';
export type { Choice, Engine, RunRequest, StreamEvent } from '@graphwright/engine';
export { definePlugin, definePrompt, GraphwrightError, isGraphwrightError, kinds, ref } from '@graphwright/contract';
export type { Answer, Citation, Failure, LedgerEntry, OpenedIndex, Plugin, Request, StageEstimate, Status, Turn, Warning, Window } from '@graphwright/contract';
