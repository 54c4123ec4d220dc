export { createExtractiveModel, EXTRACTIVE_NOTICE, extractive, extractiveOptions } from './model/model.ts';
export { createHashedNgrams, hashedNgrams, hashedNgramsEmbedder, hashedNgramsOptions } from './embedder/hashed-ngrams.ts';
export { extract } from './text/extract.ts';
export type { Extract, ExtractionSettings } from './text/extract.ts';
export { rowsOf } from './window/rows.ts';
export type { WindowRow } from './window/rows.ts';
