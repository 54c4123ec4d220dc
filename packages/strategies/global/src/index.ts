export { globalBatchesCompatible } from './compatible/batches-policy.ts';
export { globalCompatible } from './compatible/global-compatible.ts';
export { selectLevelCompatible } from './compatible/select-level.ts';
export { globalMap, globalReduce, globalReduceWithKnowledge } from './prompts.ts';
export type { GlobalMapInput, GlobalReduceInput } from './prompts.ts';
