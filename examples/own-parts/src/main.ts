import { accountFaults, failuresOf, packingPolicySuite } from '@graphwright/conformance';
import { kinds } from '@graphwright/contract';
import { createEngine, openIndex, type Answer } from 'graphwright';
import { policy, ranker } from './index.ts';

const [, , sample = 'apps/cli/sample'] = process.argv;
const index = await openIndex(sample);
const engine = await createEngine({ index, embedder: 'hashed-ngrams', plugins: [policy, ranker] });
const ask = (options: object): Promise<Answer> =>
  engine.context({ question: 'How does HippoRAG answer a multi-hop question?', strategy: { use: 'local', contextCap: 2500, ...options } });

const included = ({ ledger }: Answer): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(ledger.totals).map((section) => [
      section,
      ledger.entries.flatMap((entry) => (entry.section === section && entry.outcome === 'included' ? (entry.id ?? []) : [])),
    ]),
  );
const [plain, packed, ranked] = [await ask({}), await ask({ policy: { use: 'evenly', keep: 0.2 } }), await ask({ relationshipOrder: 'backwards@^1' })];
const port = policy.resolve({}, {}).create();
const failures = kinds.packingPolicy.check(port)
  ? await failuresOf(packingPolicySuite({ name: 'evenly', policy: port, owesFloors: () => false }))
  : [{ name: 'it is a policy' }];
await engine.close();
await index.knowledge.close();
process.stdout.write(
  `${JSON.stringify({
    plain: included(plain),
    packed: included(packed),
    ranked: included(ranked),
    faults: [plain, packed, ranked].flatMap(accountFaults),
    plugins: packed.provenance.plugins.map(({ id, version }) => `${id}@${version}`),
    failures: failures.map(({ name }) => name),
  })}\n`,
);
