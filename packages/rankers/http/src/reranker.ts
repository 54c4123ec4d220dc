import type { Reranker } from '@graphwright/contract';
import { describeServer, malformed, postJson, valueOf, type Environment } from '@graphwright/transport';
import type { HttpRankerSettings } from './options.ts';
import { rerankReplySchema, scoresOf } from './reply.ts';

/**
 * A reranker behind the `/rerank` request.
 *
 * @param environment Where the key is looked up, by its name.
 */
export function createHttpReranker(settings: Omit<HttpRankerSettings, 'limit'>, environment: Environment = process.env): Reranker {
  const { baseURL, model, apiKeyVariable, timeout, textsField, body } = settings;
  const key = valueOf(environment, apiKeyVariable);
  const server = describeServer({ address: baseURL, api: 'a /rerank request', setBy: 'option baseURL', keyVariable: apiKeyVariable, timeout, key });
  const headers: Readonly<Record<string, string>> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const url = `${baseURL.replace(/\/+$/u, '')}/rerank`;
  return {
    specVersion: 'v1',
    model,
    async score({ question, texts, signal }) {
      const fields = { model, query: question, [textsField]: texts, ...body };
      const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      const value = await postJson(url, sent, headers, server, signal);
      const reply = rerankReplySchema.safeParse(value);
      if (!reply.success) throw malformed(server, JSON.stringify(value));
      return scoresOf(reply.data, texts.length);
    },
  };
}
