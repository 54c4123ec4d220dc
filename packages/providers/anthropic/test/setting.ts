import { kinds, type LanguageModel } from '@graphwright/contract';
import { scriptedServer, type ScriptedHttpReply, type ScriptedServer } from '@graphwright/conformance';
import { anthropicPlugin } from '@graphwright/provider-anthropic';
import { onTestFinished } from 'vitest';

/** A key that must turn up nowhere. */
export const KEY = 'sk-ant-test-0123456789-secret';

/** A server for one test. */
export async function serving(...script: ScriptedHttpReply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

export function modelAt(url: string, options: object = {}, environment: Readonly<Record<string, string>> = { ANTHROPIC_API_KEY: KEY }): LanguageModel {
  const port = anthropicPlugin(environment).resolve({ model: 'claude-sonnet-4-5', baseURL: url, ...options }, {}).create();
  if (kinds.languageModel.check(port)) return port;
  throw new Error('no language model');
}
