import { createEngine, openIndex } from 'graphwright';
import { ranker } from './reversed.ts';

/** The first three relationships of the window, in the order that comes along and in our own. */
export async function compare(root: string): Promise<string[]> {
  const index = await openIndex(root);
  const engine = await createEngine({ index, embedder: 'hashed-ngrams', plugins: [ranker] });
  const lines: string[] = [];
  for (const relationshipOrder of ['between-seeds', 'reversed@^1']) {
    const { ledger } = await engine.context({ question: 'What is a community report?', strategy: { use: 'local', relationshipOrder } });
    const rows = ledger.entries.filter(({ section, outcome }) => section === 'relationships' && outcome === 'included');
    lines.push(`${relationshipOrder}: ${rows.slice(0, 3).map(({ label }) => label).join(', ')}`);
  }
  await engine.close();
  await index.knowledge.close();
  return lines;
}
