import { describe, expect, it } from 'vitest';
import { scriptedEmbedder } from '@graphwright/conformance';
import { embeddedOtherwise } from './embedding-model.ts';

const embedder = scriptedEmbedder({ dimensions: 2, vectors: { east: [1, 0], north: [0, 1] } });
const stored = (text: string, ...vector: number[]) => ({ id: `id of ${text}`, text, vector: Float32Array.from(vector) });

describe('embeddedOtherwise', () => {
  it('goes by direction: of another length the same, from 0.95 on', async () => {
    const atEdge = [0.96, Math.sqrt(1 - 0.96 ** 2)];
    expect(await embeddedOtherwise([stored('east', 5, 0), stored('north', 0, 1), stored('east', ...atEdge)], embedder)).toEqual([]);
    const [differing] = await embeddedOtherwise([stored('east', 0.94, Math.sqrt(1 - 0.94 ** 2)), stored('north', 0, 1)], embedder);
    expect(differing?.id).toBe('id of east');
    expect(differing?.cosine).toBeCloseTo(0.94);
  });

  it('tells vectors of another number of dimensions, and of length zero', async () => {
    expect(await embeddedOtherwise([stored('east', 1, 0, 0), stored('north', 0, 0)], embedder)).toEqual([
      { id: 'id of east', cosine: undefined },
      { id: 'id of north', cosine: 0 },
    ]);
  });

  it('asks nothing for nothing, and once for all', async () => {
    const asked = scriptedEmbedder({ dimensions: 2 });
    expect(await embeddedOtherwise([], asked)).toEqual([]);
    await embeddedOtherwise([stored('east', 1, 0), stored('north', 0, 1)], asked);
    expect(asked.calls).toEqual([['east', 'north']]);
  });

  it('refuses an embedder that gives fewer vectors than texts', async () => {
    const lazy = { ...embedder, embed: () => Promise.resolve({ vectors: [Float32Array.from([1, 0])] }) };
    await expect(embeddedOtherwise([stored('east', 1, 0), stored('north', 0, 1)], lazy)).rejects.toMatchObject({ code: 'reply-invalid' });
  });
});
