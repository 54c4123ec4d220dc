export { ranker } from './backwards.ts';
export { policy } from './evenly.ts';
