export { globalBatchesCompatible } from './compatible/batches-policy.ts';
export { globalCompatible } from './compatible/global-compatible.ts';
export { selectLevelCompatible } from './compatible/select-level.ts';
export { selectDynamicCompatible } from './compatible/dynamic/select-dynamic.ts';
export { globalMap, globalReduce, globalReduceWithKnowledge, rateReport } from './prompts.ts';
export type { GlobalMapInput, GlobalReduceInput, RateReportInput } from './prompts.ts';
