import { describe, expect, it } from 'vitest';
import { citedIds } from './citation-marks.ts';

const cited = (text: string): string[] => citedIds(text, ['reports', 'entities', 'graph points']).map(({ section, label }) => `${section} ${label}`);

describe('citedIds', () => {
  it.each([
    ['[Data: Reports (3, 5); Sources (12, +more)]', ['reports 3', 'reports 5', 'sources 12']],
    ['[data: report (3) , entity (1)]', ['reports 3', 'entities 1']],
    ['[Records: Text Units (4), Covariates (9)]', ['sources 4', 'claims 9']],
    ['【Data：Reports（1，2）】', ['reports 1', 'reports 2']],
    ['［数据 Data: Sources (1)］', ['sources 1']],
    ['[Data: [Reports (1)]]', ['reports 1']],
    ['[Relationships (7)]', ['relationships 7']],
    ['[Data: Graph Points (2)]', ['graph points 2']],
    ['[Data: Websites (2)]', ['websites 2']],
    ['[Data: Reports (1 and 2 & #3)]', ['reports 1', 'reports 2', 'reports 3']],
    ['[Data: Sources (abc-12)] [Data: Sources (5f)]', ['sources abc-12', 'sources 5f']],
    ['see [the page (old)] and (Reports 3), [Data: Reports (', []],
    ['[Data: Reports ()] [Data: Reports (+ more)]', []],
  ])('reads %s', (text, expected) => {
    expect(cited(text)).toEqual(expected);
  });

  it('says where the mark stands', () => {
    expect(citedIds('a [Data: Reports (1)] b [Data: Reports (1)]', []).map(({ position }) => position)).toEqual([2, 24]);
  });

  it('takes no longer than its text is long', () => {
    const text = `[${'Reports (1) '.repeat(20_000)}`;
    expect(cited(text + text)).toEqual([]);
  });
});
