import { sourcesSection } from '@graphwright/context';
import { memoryKnowledge } from '@graphwright/conformance';
import { createTokenCounter, priorityPolicy } from '@graphwright/token-budget';

/** Two texts, one window of 40 words: its text, and how many words each row was counted at. */
export async function window(): Promise<string[]> {
  const knowledge = memoryKnowledge({
    text_units: [
      { id: 't1', text: 'Mara Voss lit the lamp at dusk.' },
      { id: 't2', text: 'The storm lasted until the morning.' },
    ],
  });
  const tokens = createTokenCounter({ specVersion: 'v1', encoding: 'words', exact: true, count: (text) => text.split(/\s+/u).length });
  const candidates = ['t1', 't2'].map((id) => ({ table: 'text_units', id, via: [] }));
  const section = await sourcesSection({ knowledge, tokens, found: { candidates, dropped: [], caps: [] } });
  const [packed] = await priorityPolicy().pack({ sections: [section], tokens: 40, separatorTokens: 1, maxWindows: 1, signal: new AbortController().signal });
  const texts = await Promise.all((packed?.filled ?? []).map(async (filled) => (await filled.render()).join('').trimEnd()));
  return [...texts, ...section.entries.map(({ candidate, tokens: counted }) => `${candidate.id}: ${counted}`)];
}
