import { describe, expect, it } from 'vitest';
import { formatFinding } from '../findings.ts';
import { madeUpTree } from '../made-up-tree.ts';
import { checkArrows } from './arrows.ts';

/** A house in which every arrow is right. */
const goodHouse = {
  'packages/contract/package.json': { name: '@graphwright/contract', peerDependencies: { zod: 'catalog:peers' }, devDependencies: { vitest: 'catalog:' } },
  'packages/contract/src/index.ts': "import { z } from 'zod';\nexport const a = z.string();\n",
  'packages/contract/src/index.test.ts': "import { it } from 'vitest';\nimport { a } from './index.ts';\nit('x', () => a);\n",
  'packages/token-budget/package.json': plugin('@graphwright/token-budget'),
  'packages/token-budget/src/index.ts': "export type { A } from '@graphwright/contract';\n",
  'packages/strategies/local/package.json': plugin('@graphwright/strategy-local', { dependencies: { '@graphwright/token-budget': 'workspace:^' } }),
  'packages/strategies/local/src/index.ts': "import { readFile } from 'node:fs/promises';\nimport { a } from '@graphwright/token-budget';\nexport { a, readFile };\n",
  'packages/strategies/local/test/whole.test.ts': "import { suite } from '@graphwright/conformance';\nsuite(await import('../src/index.ts'));\n",
  'packages/strategies/global/package.json': plugin('@graphwright/strategy-global'),
  'packages/strategies/global/src/index.ts': '',
  'packages/engine/package.json': plugin('@graphwright/engine', { dependencies: { '@graphwright/token-budget': 'workspace:^', jsonrepair: 'catalog:' } }),
  'packages/engine/src/index.ts': "import { jsonrepair } from 'jsonrepair';\nexport { jsonrepair };\n",
  'packages/conformance/package.json': plugin('@graphwright/conformance', { dependencies: { '@graphwright/engine': 'workspace:^' }, peerDependencies: { vitest: 'catalog:peers', zod: 'catalog:peers' } }),
  'packages/conformance/src/index.ts': "import { describe } from 'vitest';\nimport '@graphwright/engine';\nexport { describe };\n",
  'packages/vector-stores/lancedb/package.json': plugin('@graphwright/vector-store-lancedb', { optionalDependencies: { '@lancedb/lancedb': 'catalog:' } }),
  'packages/vector-stores/lancedb/src/index.ts': "export const load = () => import('@lancedb/lancedb');\n",
  'apps/cli/package.json': { name: '@graphwright/cli', dependencies: { '@graphwright/strategy-local': 'workspace:^', commander: 'catalog:' } },
  'apps/cli/src/index.ts': "import '@graphwright/strategy-local';\nimport 'commander';\n",
  'examples/first/package.json': { name: 'example-first', private: true, dependencies: { '@graphwright/strategy-local': 'workspace:^', 'anything-else': '1.0.0' } },
  'examples/first/main.ts': "import '@graphwright/strategy-local';\nimport 'anything-else';\n",
  'tooling/helpers/package.json': { name: '@graphwright-internal/helpers', private: true },
  'tooling/helpers/src/index.ts': '',
};

function plugin(name: string, more: object = {}): object {
  const devDependencies: Record<string, string> = { '@graphwright/contract': 'workspace:^' };
  if (name === '@graphwright/strategy-local') devDependencies['@graphwright/conformance'] = 'workspace:^';
  return { name, peerDependencies: { '@graphwright/contract': 'workspace:^', zod: 'catalog:peers' }, devDependencies, ...more };
}

async function findingsAfter(changes: Record<string, string | object>): Promise<string[]> {
  return checkArrows(await madeUpTree({ ...goodHouse, ...changes })).map(formatFinding);
}

describe('checkArrows', () => {
  it('passes a house in which every arrow is right', async () => {
    expect(await findingsAfter({})).toEqual([]);
  });

  it.each([
    ['a strategy that imports another', 'packages/strategies/local/src/x.ts', "import '@graphwright/strategy-global';", 'the room strategies may import contract, token-budget, context, retrieval.'],
    ['a strategy that imports the engine', 'packages/strategies/local/src/x.ts', "export type { E } from '@graphwright/engine';", 'imports @graphwright/engine: the room strategies may import'],
    ['a type written as an import', 'packages/strategies/local/src/x.ts', "export type E = import('@graphwright/engine').E;", 'imports @graphwright/engine: the room strategies may import'],
    ['a module loaded later', 'packages/strategies/local/src/x.ts', "export const load = () => import('@graphwright/engine');", 'imports @graphwright/engine: the room strategies may import'],
    ['a contract that imports a room', 'packages/contract/src/x.ts', "import '@graphwright/token-budget';", 'the room contract may import no other room.'],
    ['a library in a room without any', 'packages/token-budget/src/x.ts', "import 'lodash';", 'the room token-budget may use no library but zod.'],
    ['a library of another room', 'packages/engine/src/x.ts', "import '@lancedb/lancedb';", 'the room engine may use zod, jsonrepair, p-limit, keyv, semver.'],
    ['a test runner in code that is published', 'packages/token-budget/src/x.ts', "import 'vitest';", 'the room token-budget may use no library but zod.'],
    ['tooling in code that is published', 'apps/cli/src/x.ts', "import '@graphwright-internal/helpers';", 'nothing that is published imports tooling.'],
    ['tooling in an example', 'examples/first/x.ts', "import '@graphwright-internal/helpers';", 'nothing that is published imports tooling.'],
    ['a path that leaves the package', 'packages/engine/src/x.ts', "import '../../token-budget/src/index.ts';", 'leaves the package: import the other package by its name.'],
    ['a path that leaves the package in a test', 'packages/engine/src/x.test.ts', "import '../../token-budget/src/index.ts';", 'leaves the package: import the other package by its name.'],
    ['a name that the manifest lacks', 'packages/engine/src/x.test.ts', "import 'fast-check';", 'imports fast-check, which packages/engine/package.json does not declare.'],
    ['a module of Node under its bare name', 'packages/engine/src/x.ts', "import 'fs/promises';", 'fs/promises is a module of Node: write node:fs/promises.'],
  ])('finds %s', async (_what, path, text, message) => {
    const found = await findingsAfter({ [path]: `\n${text}\n` });
    expect(found.join('\n')).toContain(`${path}:2  `);
    expect(found.join('\n')).toContain(message);
  });

  it.each([
    ['a dependency on another room', { dependencies: { '@graphwright/engine': 'workspace:^' } }, 'depends on @graphwright/engine: the room strategies may import'],
    ['a peer of another room', { peerDependencies: { '@graphwright/engine': 'workspace:^' } }, 'depends on @graphwright/engine: the room strategies may import'],
    ['an optional library', { optionalDependencies: { '@lancedb/lancedb': 'catalog:' } }, 'depends on @lancedb/lancedb: the room strategies may use no library but zod.'],
    ['a second copy of the contract', { dependencies: { '@graphwright/contract': 'workspace:^' } }, '@graphwright/contract must be a peer dependency'],
    ['a second copy of zod', { dependencies: { zod: 'catalog:' } }, 'zod must be a peer dependency'],
    ['a version of a neighbour', { devDependencies: { '@graphwright/engine': '^1.0.0' } }, '@graphwright/engine lives in this workspace: write workspace:^ instead of ^1.0.0.'],
    ['tooling that users would install', { dependencies: { '@graphwright-internal/helpers': 'workspace:^' } }, 'depends on @graphwright-internal/helpers: nothing that is published imports tooling.'],
  ])('finds in a manifest %s', async (_what, more, message) => {
    const found = await findingsAfter({ 'packages/strategies/global/package.json': plugin('@graphwright/strategy-global', more) });
    expect(found.join('\n')).toContain('packages/strategies/global/package.json  ');
    expect(found.join('\n')).toContain(message);
  });

  it('finds a development dependency that published code imports', async () => {
    const found = await findingsAfter({
      'packages/token-budget/package.json': { name: '@graphwright/token-budget', devDependencies: { '@graphwright/contract': 'workspace:^' } },
    });
    expect(found).toEqual(['packages/token-budget/src/index.ts:1  imports @graphwright/contract, a development dependency, in code that is published.']);
  });

  it('finds a library that two packages import', async () => {
    const found = await findingsAfter({
      'packages/vector-stores/other/package.json': plugin('@graphwright/vector-store-other', { dependencies: { '@lancedb/lancedb': 'catalog:' } }),
      'packages/vector-stores/other/src/index.ts': "import '@lancedb/lancedb';\n",
    });
    const message = '@lancedb/lancedb is imported by packages/vector-stores/lancedb, packages/vector-stores/other; a vendor library has one package that imports it.';
    expect(found).toEqual([`packages/vector-stores/lancedb/src/index.ts:1  ${message}`, `packages/vector-stores/other/src/index.ts:1  ${message}`]);
  });

  it('finds packages in a ring, those for development included', async () => {
    const found = await findingsAfter({
      'packages/token-budget/package.json': plugin('@graphwright/token-budget', { devDependencies: { '@graphwright/contract': 'workspace:^', '@graphwright/conformance': 'workspace:^' } }),
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('depends on itself: @graphwright/conformance → @graphwright/engine → @graphwright/token-budget → @graphwright/conformance.');
  });

  it('finds a package without a room', async () => {
    expect(await findingsAfter({ 'packages/attic/package.json': { name: '@graphwright/attic' } })).toEqual([
      'packages/attic/package.json  packages/attic has no room in the table of arrows (tooling/guards/src/arrows/rooms.ts).',
    ]);
  });
});
