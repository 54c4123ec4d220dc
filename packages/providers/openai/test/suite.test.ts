import { chatStream, embedderSuite, embeddingsReply, httpEmbedderSuite, httpLanguageModelSuite, languageModelSuite, openaiEmbedderWire, openaiWire, registerSuite } from '@graphwright/conformance';
import { embedderAt, KEY, modelAt, serving } from './setting.ts';

registerSuite(languageModelSuite({ name: 'openai', create: async () => modelAt(await serving(chatStream(['Mercer.'], { usage: [40, 7] }))) }));
registerSuite(httpLanguageModelSuite({ name: 'openai', wire: openaiWire, key: KEY, create: (url, settings) => modelAt({ url }, settings) }));

/** A server whose vectors depend on the text alone. */
const counting = async () => serving((request) => {
  const texts = Array.isArray(request.body['input']) ? request.body['input'].map(String) : [];
  return embeddingsReply(texts.map((text, index) => ({ index, embedding: [text.length, 1] })), { tokens: texts.length });
});
registerSuite(embedderSuite({ name: 'openai', create: async () => embedderAt(await counting()) }));
for (const base64 of [true, false]) {
  const name = `openai, ${base64 ? 'base64' : 'float'}`;
  registerSuite(httpEmbedderSuite({ name, wire: openaiEmbedderWire(base64), key: KEY, create: (url, settings) => embedderAt({ url }, settings) }));
}
