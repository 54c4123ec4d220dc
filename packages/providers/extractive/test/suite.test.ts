import { embedderSuite, languageModelSuite, registerSuite } from '@graphwright/conformance';
import { createExtractiveModel, createHashedNgrams, extractiveOptions, hashedNgramsOptions } from '@graphwright/provider-extractive';

registerSuite(languageModelSuite({ name: 'extractive', create: () => createExtractiveModel(extractiveOptions.parse({})) }));
registerSuite(embedderSuite({ name: 'hashed-ngrams', create: () => createHashedNgrams(hashedNgramsOptions.parse({})) }));
