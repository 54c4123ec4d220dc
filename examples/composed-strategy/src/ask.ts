import { createEngine, openIndex } from 'graphwright';
import { strategy } from './index.ts';

/** Asks by `brief@^1` from code: what it rests on, what it tells of its own, and the answer. */
export async function ask(root: string, question: string): Promise<string[]> {
  const index = await openIndex(root);
  const engine = await createEngine({ index, model: 'extractive', embedder: 'hashed-ngrams', plugins: [strategy] });
  const { text = 'Nothing was found.', provenance, details } = await engine.ask({ question, strategy: 'brief@^1' });
  await engine.close();
  await index.knowledge.close();
  const strategies = provenance.plugins.filter(({ kind }) => kind === 'strategy').map(({ id, version }) => `${id}@${version}`);
  return [strategies.join(' on '), JSON.stringify(details), text];
}
