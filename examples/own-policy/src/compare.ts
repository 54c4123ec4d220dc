import { createEngine, openIndex } from 'graphwright';
import { policy } from './sources-first.ts';

/** How many source texts are in a small window, by the policy that comes along and by our own. */
export async function compare(root: string): Promise<string[]> {
  const index = await openIndex(root);
  const engine = await createEngine({ index, embedder: 'hashed-ngrams', plugins: [policy] });
  const lines: string[] = [];
  for (const use of ['priority', 'sources-first@^1']) {
    const { ledger } = await engine.context({ question: 'What is a community report?', strategy: { use: 'local', policy: use, contextCap: 1500 } });
    const rows = ledger.entries.filter(({ section, outcome }) => section === 'sources' && outcome === 'included').length;
    lines.push(`${use}: ${rows} source texts`);
  }
  await engine.close();
  await index.knowledge.close();
  return lines;
}
