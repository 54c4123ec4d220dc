import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHashedNgrams, hashedNgrams, hashedNgramsEmbedder } from './hashed-ngrams.ts';

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe('hashed-ngrams', () => {
  it('gives unit vectors of the wanted length for any text, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 16, max: 400 }), (text, dimensions) => {
        const vector = hashedNgrams(text, dimensions);
        expect(vector).toHaveLength(dimensions);
        expect(cosine(vector, vector)).toBeCloseTo(1, 5);
        expect(hashedNgrams(text, dimensions)).toEqual(vector);
      }),
    );
  });

  it('is of lexical grade: shared spelling is near, other words are far, width and case do not matter', () => {
    const near = cosine(hashedNgrams('community detection', 256), hashedNgrams('detecting communities', 256));
    const far = cosine(hashedNgrams('community detection', 256), hashedNgrams('lexical ranking', 256));
    expect(near).toBeGreaterThan(far + 0.2);
    expect(hashedNgrams('ＧＲＡＰＨ 项目', 64)).toEqual(hashedNgrams('graph 项目', 64));
    expect(cosine(hashedNgrams('社区报告', 256), hashedNgrams('社区', 256))).toBeGreaterThan(0.3);
  });

  it('keeps its vectors: stored ones would not fit any others', () => {
    expect([...hashedNgrams('Leiden', 16)].map((value) => Math.round(value * 1e6) / 1e6)).toMatchInlineSnapshot(`
      [
        0,
        -0.408248,
        0,
        -0.408248,
        0,
        0,
        0,
        0,
        0,
        0,
        0.408248,
        0,
        -0.57735,
        -0.408248,
        0,
        0,
      ]
    `);
  });

  it('embeds in order and stops at the signal', async () => {
    const embedder = createHashedNgrams({ dimensions: 32 });
    const texts = Array.from({ length: 130 }, (_, index) => `text ${index}`);
    const { vectors } = await embedder.embed({ texts });
    expect(vectors.map((vector) => [...vector])).toEqual(texts.map((text) => [...hashedNgrams(text, 32)]));
    await expect(embedder.embed({ texts, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('is a plugin with one option', () => {
    expect(hashedNgramsEmbedder.resolve({}, {}).create()).toMatchObject({ model: 'hashed-ngrams-256', dimensions: 256 });
    expect(hashedNgramsEmbedder.resolve({ dimensions: 64 }, {}).create()).toMatchObject({ dimensions: 64 });
    expect(() => hashedNgramsEmbedder.resolve({ dimensions: 4 }, {})).toThrow(/dimensions/u);
  });
});
