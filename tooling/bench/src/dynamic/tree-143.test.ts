import { accountFaults } from '@graphwright/conformance';
import { sharedFolder } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { DENSITIES, graphrag, jaccard, measure, rater } from './tree-143.ts';

const STOP_OFF = { use: 'select-dynamic', stopWhenEnough: false, forecast: false };
const kinds = ['alike', 'misled'] as const;

describe.skipIf(sharedFolder() === undefined)('select-dynamic on tree-143 (skipped where the oracle is absent)', () => {
  it.each(DENSITIES)('%s: keeps the set of GraphRAG for 0.08 of its selection tokens, where summaries do not mislead', async (density) => {
    const theirs = graphrag(density);
    const ours = await measure(density, rater(density, 'alike'), STOP_OFF);
    expect([...ours.kept].toSorted()).toEqual([...theirs.kept].toSorted());
    expect(ours.selection).toBeLessThanOrEqual(0.08 * theirs.selection);
    expect(accountFaults(ours.answer)).toEqual([]);
  });

  it.each(DENSITIES)('%s: keeps nearly the set of GraphRAG for 0.4 of its selection tokens, where summaries mislead', async (density) => {
    const theirs = graphrag(density);
    const ours = await measure(density, rater(density, 'misled'), STOP_OFF);
    expect(jaccard(ours.kept, theirs.kept)).toBeGreaterThanOrEqual(0.9);
    expect(ours.selection).toBeLessThanOrEqual(0.4 * theirs.selection);
  });

  it.each(DENSITIES)('%s: a whole question with forecast and judge costs at most 1.1 of reading all, of GraphRAG and of our own', async (density) => {
    const plain = await measure(density, rater(density, 'alike'), { use: 'select-level' });
    for (const kind of kinds) {
      const ours = await measure(density, rater(density, kind), { use: 'select-dynamic' });
      expect(ours.answer.status).toBe('answered');
      expect(ours.total).toBeLessThanOrEqual(1.1 * Math.min(plain.total, graphrag(density).plain));
    }
  });

  it('stops after the roots where the judge says that they are enough', async () => {
    const [stopped, whole] = [await measure('high', rater('high', 'alike', true), { use: 'select-dynamic' }), await measure('high', rater('high', 'alike'), STOP_OFF)];
    expect(stopped.calls).toBe(2);
    expect(stopped.total).toBeLessThan(whole.total);
  });
});
