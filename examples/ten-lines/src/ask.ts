import { createEngine, openIndex } from 'graphwright';

/** Asks an index offline and gives the answer with what it cites, one line each. */
export async function ask(root: string, question: string): Promise<string[]> {
  const index = await openIndex(root);
  const engine = await createEngine({ index, model: 'extractive', embedder: 'hashed-ngrams' });
  const { text = 'Nothing was found.', citations } = await engine.ask({ question });
  await engine.close();
  await index.knowledge.close();
  return [text, ...citations.map(({ section, label, found }) => `${section} ${label}: in the ${found}`)];
}
