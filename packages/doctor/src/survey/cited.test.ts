import { describe, expect, it } from 'vitest';
import { citedNumbers } from './cited.ts';

describe('citedNumbers', () => {
  it('reads the marks of reports, whatever their case and blanks', () => {
    const text = 'One [Data: Entities (5, 8); Relationships ( 3 , +more)]. Two [data: reports (9); entities (8,  12)]. Entities (77).';
    expect(citedNumbers(text)).toEqual({ entities: ['5', '8', '12'], relationships: ['3'] });
  });

  it('finds none where there is none, or none that is a number', () => {
    expect(citedNumbers('')).toEqual({ entities: [], relationships: [] });
    expect(citedNumbers('[Data: Entities (a, -1, +more); Sources (2)] [Data: Entities (3')).toEqual({ entities: [], relationships: [] });
  });
});
