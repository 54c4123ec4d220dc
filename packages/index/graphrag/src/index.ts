export { graphragIndexLoader } from './loader.ts';
export { openGraphragIndex } from './open-index.ts';
export type { OpenIndexRequest } from './open-index.ts';
