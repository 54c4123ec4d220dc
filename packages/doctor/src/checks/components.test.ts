import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsOf } from './components.ts';

const node = fc.integer({ min: 0, max: 11 }).map((number) => `n${number}`);
const nodes = Array.from({ length: 12 }, (_, index) => `n${index}`);

describe('componentsOf', () => {
  it('puts together what a walk reaches, and names the largest piece', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ sourceId: node, targetId: node }), { maxLength: 14 }), (edges) => {
        const { of, largest } = componentsOf(nodes, edges);
        const reached = (start: string): Set<string> => {
          const seen = new Set([start]);
          for (const id of seen) for (const { sourceId, targetId } of edges) if (id === sourceId) seen.add(targetId); else if (id === targetId) seen.add(sourceId);
          return seen;
        };
        for (const id of nodes) expect(nodes.filter((other) => of(other) === of(id))).toEqual(nodes.filter((other) => reached(id).has(other)));
        expect(nodes.filter((id) => of(id) === largest).length).toBe(Math.max(...nodes.map((id) => reached(id).size)));
      }),
    );
  });

  it('passes over ends that are no nodes, and takes an empty graph', () => {
    const { of, largest } = componentsOf(['a', 'b'], [{ sourceId: 'a', targetId: 'gone' }, { sourceId: undefined, targetId: 'b' }]);
    expect([of('a'), of('b'), of('gone'), largest]).toEqual(['a', 'b', '', 'a']);
    expect(componentsOf([], []).largest).toBe('');
  });
});
