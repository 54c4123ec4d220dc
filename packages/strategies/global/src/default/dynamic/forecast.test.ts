import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportNode } from '../select/tree.ts';
import { forecastBelow, shareOf } from './forecast.ts';

const node = (id: string, children: readonly ReportNode[] = []): ReportNode => ({
  report: { id, communityId: id, number: id, ordinal: 0, level: 0, rank: undefined },
  children,
  uncovered: false,
});
const tree = node('a', [node('b', [node('d')]), node('c')]);
const full = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 100]));
const summary = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 10]));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('forecastBelow', () => {
  it('rates everything below and reads the leaves, where all is relevant', () => {
    expect(forecastBelow(tree, { full, summary, relevant: 1, doubtful: 0 })).toEqual({ rating: 30, reading: 200 });
  });

  it('rates the children and reads the report itself, where nothing below is relevant', () => {
    expect(forecastBelow(tree, { full, summary, relevant: 0, doubtful: 0.5 })).toEqual({ rating: 120, reading: 100 });
  });

  it('never expects more than rating and reading everything, and more rating where more is relevant', () => {
    fc.assert(
      fc.property(share, share, share, (relevant, more, doubtful) => {
        const [low, high] = [Math.min(relevant, more), Math.max(relevant, more)].map((one) => forecastBelow(tree, { full, summary, relevant: one, doubtful }));
        expect(low?.rating).toBeLessThanOrEqual((high?.rating ?? 0) + 1e-9);
        expect(high?.rating).toBeLessThanOrEqual(330);
        expect(high?.reading).toBeLessThanOrEqual(400);
      }),
    );
  });

  it('takes a few ratings for little', () => {
    expect([shareOf(1, 1), shareOf(0, 0), shareOf(99, 100)].map((one) => one.toFixed(2))).toEqual(['0.67', '0.50', '0.98']);
  });
});
