/** A room of the house: who lives in it, what they may import. */
export interface Room {
  readonly name: string;
  /** Folders of its packages: exactly this one, or with `/*` every folder directly below. */
  readonly folder: string;
  /** Names of the rooms whose packages may stand in its manifests and imports. */
  readonly mayImport: readonly string[];
  /** Libraries from outside that it may use, beside zod. */
  readonly vendors: readonly string[] | 'any';
  /** Whether its packages get the contract and zod from whoever installs them, so that a run has one copy. */
  readonly contractAsPeer: boolean;
}

const adapters = ['contract'];

/**
 * The table of arrows. A package outside these folders has no room yet: add a line here, with its reason in docs/decisions.
 * A new vendor library is a line here as well.
 */
const rooms: readonly Room[] = [
  { name: 'contract', folder: 'packages/contract', mayImport: [], vendors: [], contractAsPeer: false },
  { name: 'token-budget', folder: 'packages/token-budget', mayImport: ['contract'], vendors: [], contractAsPeer: true },
  { name: 'tokenizers', folder: 'packages/tokenizers/*', mayImport: adapters, vendors: ['tiktoken', 'gpt-tokenizer'], contractAsPeer: true },
  { name: 'context', folder: 'packages/context', mayImport: ['contract'], vendors: [], contractAsPeer: true },
  { name: 'retrieval', folder: 'packages/retrieval', mayImport: ['contract'], vendors: [], contractAsPeer: true },
  // Looks at whole indexes for people and build machines; no strategy and no engine needs it.
  { name: 'doctor', folder: 'packages/doctor', mayImport: ['contract'], vendors: [], contractAsPeer: true },
  // HTTP as every adapter needs it: patience, faults, no key in any text.
  { name: 'transport', folder: 'packages/transport', mayImport: ['contract'], vendors: [], contractAsPeer: true },
  { name: 'lexical', folder: 'packages/lexical', mayImport: ['contract'], vendors: [], contractAsPeer: true },
  {
    name: 'index',
    folder: 'packages/index/*',
    mayImport: adapters,
    vendors: ['hyparquet', 'hyparquet-compressors', 'hysnappy', 'csv-parse', 'yaml', 'pg'],
    contractAsPeer: true,
  },
  {
    name: 'vector-stores',
    folder: 'packages/vector-stores/*',
    mayImport: adapters,
    vendors: ['@lancedb/lancedb', 'apache-arrow', 'hnswlib-node', 'pgvector'],
    contractAsPeer: true,
  },
  {
    name: 'strategies',
    folder: 'packages/strategies/*',
    mayImport: ['contract', 'token-budget', 'context', 'retrieval'],
    vendors: [],
    contractAsPeer: true,
  },
  {
    name: 'providers',
    folder: 'packages/providers/*',
    mayImport: [...adapters, 'transport'],
    vendors: ['openai', '@anthropic-ai/sdk', 'ai', '@huggingface/transformers'],
    contractAsPeer: true,
  },
  { name: 'rankers', folder: 'packages/rankers/*', mayImport: [...adapters, 'transport', 'retrieval'], vendors: [], contractAsPeer: true },
  {
    name: 'engine',
    folder: 'packages/engine',
    mayImport: ['contract', 'token-budget'],
    // semver: a plugin may be named with a range of versions.
    vendors: ['jsonrepair', 'p-limit', 'keyv', 'semver'],
    contractAsPeer: true,
  },
  {
    name: 'graphwright',
    folder: 'packages/graphwright',
    mayImport: [
      'contract', 'token-budget', 'tokenizers', 'context', 'retrieval', 'lexical', 'index', 'vector-stores', 'strategies', 'providers', 'rankers', 'engine',
    ],
    vendors: [],
    contractAsPeer: false,
  },
  { name: 'conformance', folder: 'packages/conformance', mayImport: ['contract', 'engine'], vendors: ['vitest', 'fast-check'], contractAsPeer: true },
  {
    name: 'apps',
    folder: 'apps/*',
    mayImport: [
      'contract', 'token-budget', 'tokenizers', 'context', 'retrieval', 'lexical', 'index', 'vector-stores', 'strategies', 'providers', 'rankers', 'engine',
      'graphwright', 'conformance', 'doctor',
    ],
    vendors: ['commander', 'hono'],
    contractAsPeer: false,
  },
  {
    name: 'examples',
    folder: 'examples/*',
    mayImport: [
      'contract', 'token-budget', 'tokenizers', 'context', 'retrieval', 'lexical', 'index', 'vector-stores', 'strategies', 'providers', 'rankers', 'engine',
      'graphwright', 'conformance', 'apps', 'doctor',
    ],
    vendors: 'any',
    contractAsPeer: false,
  },
];

/** Everything under this folder may import anything; only tests may import from it. */
export const toolingFolder = 'tooling/';

/** Libraries that any number of packages may import: the schema library of every border, and the runner of every test. */
export const sharedVendors: readonly string[] = ['zod', 'vitest'];

/** The room of a package's folder, `undefined` when the table has none for it. */
export function roomOf(folder: string): Room | undefined {
  return rooms.find((room) =>
    room.folder.endsWith('/*') ? folder.startsWith(room.folder.slice(0, -1)) && !folder.slice(room.folder.length - 1).includes('/') : folder === room.folder,
  );
}
