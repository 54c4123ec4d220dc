import { compareStrings, type TextHit } from '@graphwright/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from './analysis.ts';
import { Bm25Index, type Bm25Options } from './bm25.ts';
import { PostingsBuilder } from './postings.ts';

const OPTIONS: Bm25Options = { k1: 1.5, b: 0.75, stem: 'none', stopWords: 'none' };
type Rows = Readonly<Record<string, string>>;

function indexOf(rows: Rows, options = OPTIONS): Bm25Index {
  const builder = new PostingsBuilder();
  for (const [id, text] of Object.entries(rows)) builder.add(id, termsOf(text, options));
  return new Bm25Index('text_units.text', builder.build(), options);
}

/** The same by the formula alone, row by row. */
function reference(rows: Rows, text: string, { k1, b }: Bm25Options = OPTIONS): TextHit[] {
  const documents = Object.entries(rows).map(([id, row]) => ({ id, terms: termsOf(row, OPTIONS) }));
  const mean = documents.reduce((sum, { terms }) => sum + terms.length, 0) / documents.length;
  const query = termsOf(text, OPTIONS);
  const distinct = [...new Set(query)];
  const idf = (term: string): number => {
    const holding = documents.filter(({ terms }) => terms.includes(term)).length;
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  };
  const whole = distinct.reduce((sum, term) => sum + idf(term), 0);
  return documents
    .map(({ id, terms }) => {
      const held = distinct.filter((term) => terms.includes(term));
      const score = query.reduce((sum, term) => {
        const frequency = terms.filter((one) => one === term).length;
        return sum + (idf(term) * frequency) / (frequency + k1 * (1 - b + (b * terms.length) / mean));
      }, 0);
      return { id, score: Math.round(score * 1e6) / 1e6, terms: held, share: held.reduce((sum, term) => sum + idf(term), 0) / whole };
    })
    .filter(({ terms }) => terms.length > 0)
    .toSorted((x, y) => y.score - x.score || compareStrings(x.id, y.id));
}

const rows = { a: 'leiden finds communities', b: 'leiden leiden and louvain', c: 'bm25 ranks words by how rare they are in all of the documents', d: '' };

describe('BM25', () => {
  it('scores rare words and short rows highest, and says which words it met', async () => {
    const hits = await indexOf(rows).search({ text: 'leiden louvain pagerank', k: 9 });
    expect(hits.map(({ id, terms }) => [id, terms])).toEqual([['b', ['leiden', 'louvain']], ['a', ['leiden']]]);
    expect(hits.map(({ share }) => share < 0.7)).toEqual([true, true]);
    expect((await indexOf(rows).search({ text: 'leiden', k: 9 })).map(({ share }) => share)).toEqual([1, 1]);
  });

  it('k1 and b change the order', async () => {
    const texts = { short: 'leiden', long: 'leiden leiden leiden and many other words that make it long' };
    const first = async (options: Bm25Options): Promise<string | undefined> => (await indexOf(texts, options).search({ text: 'leiden', k: 1 }))[0]?.id;
    expect(await first(OPTIONS)).toBe('short');
    expect(await first({ ...OPTIONS, b: 0 })).toBe('long');
    expect(await first({ ...OPTIONS, k1: 0 })).toBe('long');
  });

  it('keeps to k, least score, least share and filter', async () => {
    const index = indexOf(rows);
    const ids = async (query: object): Promise<string[]> => (await index.search({ text: 'leiden louvain', k: 9, ...query })).map(({ id }) => id);
    expect(await ids({ k: 1 })).toEqual(['b']);
    expect(await ids({ k: 0 })).toEqual([]);
    expect(await ids({ minShare: 0.9 })).toEqual(['b']);
    expect(await ids({ minScore: 100 })).toEqual([]);
    expect(await ids({ filter: { only: new Set(['a', 'c']) } })).toEqual(['a']);
    expect(await ids({ filter: { except: new Set(['b']) } })).toEqual(['a']);
    await expect(ids({ k: 1.5 })).rejects.toMatchObject({ code: 'usage-invalid' });
    await expect(ids({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    expect(await index.search({ text: '?!', k: 9 })).toEqual([]);
    expect(await indexOf({}).search({ text: 'leiden', k: 9 })).toEqual([]);
  });

  it('is the formula, for any rows and questions, one question after another', async () => {
    const text = fc.array(fc.constantFrom('leiden', 'louvain', 'graph', 'rank', 'word', 'page'), { maxLength: 12 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), fc.array(text, { minLength: 1, maxLength: 4 }), async (texts, questions) => {
        const made = Object.fromEntries(texts.map((one, row) => [`r${row}`, one]));
        const index = indexOf(made);
        for (const question of questions) {
          const hits = await index.search({ text: question, k: 20 });
          const wanted = reference(made, question);
          expect(hits.map(({ id, terms }) => [id, terms])).toEqual(wanted.map(({ id, terms }) => [id, terms]));
          for (const [place, { score, share }] of hits.entries()) {
            expect(score).toBeCloseTo(wanted[place]?.score ?? -1, 5);
            expect(share).toBeCloseTo(wanted[place]?.share ?? -1, 9);
            expect(share).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});
