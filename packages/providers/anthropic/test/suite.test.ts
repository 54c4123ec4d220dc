import { httpLanguageModelSuite, languageModelSuite, registerSuite } from '@graphwright/conformance';
import { anthropicWire } from './anthropic-wire.ts';
import { KEY, modelAt, serving } from './setting.ts';

const answer = anthropicWire.reply({ pieces: ['Mer', 'cer.'], streamed: true, usage: { inputTokens: 40, outputTokens: 7 } });

registerSuite(languageModelSuite({ name: 'anthropic', create: async () => modelAt((await serving(answer)).url) }));
registerSuite(httpLanguageModelSuite({ name: 'anthropic', wire: anthropicWire, key: KEY, create: (url, settings) => modelAt(url, settings) }));
