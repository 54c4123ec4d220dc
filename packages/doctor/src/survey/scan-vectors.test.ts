import { describe, expect, it } from 'vitest';
import { vectorSource } from '@graphwright/conformance';
import type { VectorSource } from '@graphwright/contract';
import { scanVectors } from './scan-vectors.ts';

const source = (count: number): VectorSource =>
  vectorSource({ dimensions: 2, rows: Array.from({ length: count }, (_, index) => ({ id: `v${index}`, vector: [Math.cos(index), Math.sin(index)] })) });

describe('scanVectors', () => {
  it('keeps five vectors, spread evenly', async () => {
    const { samples, count } = await scanVectors(source(100), () => undefined, undefined);
    expect(samples.map(({ id }) => id)).toEqual(['v0', 'v20', 'v40', 'v60', 'v80']);
    expect(samples[1]?.vector).toEqual(Float32Array.from([Math.cos(20), Math.sin(20)]));
    expect(count).toBe(100);
  });

  it('takes fewer than five, one, and none', async () => {
    expect((await scanVectors(source(3), () => undefined, undefined)).samples.length).toBe(3);
    expect(await scanVectors(source(1), () => undefined, undefined)).toMatchObject({ alike: false, count: 1 });
    expect(await scanVectors(source(0), () => undefined, undefined)).toMatchObject({ alike: false, count: 0, samples: [] });
  });

  it('takes a block that ends too early for vectors that are no numbers', async () => {
    const short: VectorSource = {
      ...source(2),
      async *blocks() {
        yield { ids: ['v0', 'v1'], vectors: Float32Array.from([1, 0, 1]) };
      },
    };
    expect((await scanVectors(short, () => undefined, undefined)).notFinite).toEqual(['v1']);
  });

  it('stops between blocks', async () => {
    const controller = new AbortController();
    await expect(scanVectors(source(3), () => controller.abort(), controller.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});
