export { diagnose } from './diagnose.ts';
export type { DiagnoseOptions, DiagnosisProgress } from './diagnose.ts';
export { diagnosisSchema, exampleSchema, findingSchema, strategyNameSchema } from './diagnosis.ts';
export type { Diagnosis, Example, Finding, StrategyName } from './diagnosis.ts';
export { embeddedOtherwise } from './checks/embedding-model.ts';
export type { EmbeddedText } from './checks/embedding-model.ts';
export { walkTable } from './walk.ts';
export type { WalkRequest } from './walk.ts';
