export { local } from './default/local.ts';
export { localCompatible } from './compatible/local-compatible.ts';
export { localAnswer } from './prompt.ts';
export type { LocalAnswerInput } from './prompt.ts';
