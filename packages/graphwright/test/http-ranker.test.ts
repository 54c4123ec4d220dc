import { scriptedServer } from '@graphwright/conformance';
import { httpRankerPlugin } from '@graphwright/ranker-http';
import { repositoryRoot } from '@graphwright-internal/testing';
import { createEngine, openIndex } from 'graphwright';
import { expect, it, onTestFinished } from 'vitest';

it('orders the sources of local by id and options alone, within the limits of the run and with its cost', async () => {
  const server = await scriptedServer(({ body }) => {
    const documents = Array.isArray(body['documents']) ? body['documents'] : [];
    return { body: JSON.stringify({ results: documents.map((_, index) => ({ index, relevance_score: index })), usage: { total_tokens: 99 } }) };
  });
  onTestFinished(() => server.close());
  const index = await openIndex(`${repositoryRoot()}/apps/cli/sample`);
  onTestFinished(() => index.knowledge.close());
  const engine = await createEngine({ index, embedder: 'hashed-ngrams', plugins: [httpRankerPlugin({})] });
  onTestFinished(() => engine.close());
  const question = 'How do Leiden and Louvain find communities?';
  const plain = await engine.context({ question });
  const sourcesOf = ({ windows }: typeof plain): string => windows[0]?.sections.find(({ name }) => name === 'sources')?.text ?? '';
  const ranked = await engine.context({ question, strategy: { use: 'local', sourceOrder: { use: 'http', baseURL: server.url } } });
  expect(ranked.failures).toEqual([]);
  expect(sourcesOf(ranked)).not.toBe(sourcesOf(plain));
  expect(ranked.cost.entries.filter(({ kind }) => kind === 'rerank')).toMatchObject([{ model: 'default', inputTokens: 99, estimated: false }]);
  const limited = await engine.context({ question, limits: { tokens: 1 }, strategy: { use: 'local', sourceOrder: { use: 'http', baseURL: server.url } } });
  expect(limited.status).toBe('partial');
  expect(limited.failures.map(({ call, code }) => [call, code])).toContainEqual(['rerank', 'limit-tokens']);
  expect(server.requests).toHaveLength(1);
});
