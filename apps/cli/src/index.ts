export { runCli } from './cli.ts';
export { EXIT } from './surroundings.ts';
export type { Output, Surroundings } from './surroundings.ts';
export type { IndexInfo } from './info/measure.ts';
