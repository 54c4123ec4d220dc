export { readQuestions } from './questions.ts';
export type { SampleQuestion } from './questions.ts';
export { makeSample } from './sample.ts';
