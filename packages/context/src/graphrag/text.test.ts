import { readFileSync } from 'node:fs';
import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { csvRow, headingWithHeader, pythonFloat, textOrNan, weightText } from './text.ts';

describe('pythonFloat', () => {
  it.each([
    [1, '1.0'], [2.5, '2.5'], [-3, '-3.0'], [0, '0.0'], [-0, '-0.0'], [0.1 + 0.2, '0.30000000000000004'],
    [1e15, '1000000000000000.0'], [1e16, '1e+16'], [123456789012345680000, '1.2345678901234568e+20'], [1.5e300, '1.5e+300'],
    [0.0001, '0.0001'], [0.00012, '0.00012'], [0.00001, '1e-05'], [-1.25e-7, '-1.25e-07'], [5e-324, '5e-324'],
    [NaN, 'nan'], [Infinity, 'inf'], [-Infinity, '-inf'],
  ])('prints %d as %s', (value, text) => {
    expect(pythonFloat(value)).toBe(text);
  });
});

describe('cells', () => {
  it('quote what CSV needs quoted and nothing else', () => {
    expect(csvRow(['7', 'a|b', 'a"b', 'a\nb', 'a,b\\ \t;'], '|')).toBe('7|"a|b"|"a""b"|"a\nb"|a,b\\ \t;\n');
    expect(csvRow(['a,b', 'a|b', ''], ',')).toBe('"a,b",a|b,\n');
  });

  it('print what is absent as GraphRAG does', () => {
    expect([textOrNan(undefined), textOrNan(''), weightText(0), weightText(undefined), weightText(2)]).toEqual(['nan', '', '', 'nan', '2.0']);
    expect(headingWithHeader('claims', ['id', 'entity'], ',')).toBe('-----claims-----\nid,entity\n');
  });
});

const rulesSchema = z.object({
  rows: z.array(z.object({ separator: z.string(), field: z.string(), plain: z.string() })),
  floats: z.array(z.object({ value: z.number(), str: z.string() })),
});

describe.skipIf(sharedFolder() === undefined)('against what pandas and Python print', () => {
  const rules = () => rulesSchema.parse(JSON.parse(readFileSync(sharedPath('oracle', 'local', 'rules', 'csv.json'), 'utf8')));

  it('CSV rows agree to the byte', () => {
    const { rows } = rules();
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(({ separator, field }) => csvRow(['7', field], separator))).toEqual(rows.map(({ plain }) => plain));
  });

  it('floats agree', () => {
    const { floats } = rules();
    expect(floats.map(({ value }) => pythonFloat(value))).toEqual(floats.map(({ str }) => str));
  });
});
