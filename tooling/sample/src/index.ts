export { makeSample } from './sample.ts';
