import { describe, expect, it } from 'vitest';
import { diagnose, diagnosisSchema } from '@graphwright/doctor';
import { CHECKS } from '../src/checks/all.ts';
import { communityCases } from './cases/communities.ts';
import { recordCases } from './cases/records.ts';
import { vectorCases } from './cases/vectors.ts';
import { madeIndex } from './healthy.ts';

const cases = [...recordCases, ...communityCases, ...vectorCases];

describe('the checks', () => {
  it('find nothing in a healthy index, and none is skipped but for want of an embedder', async () => {
    const { findings, skipped, checked } = await diagnose(madeIndex());
    expect(findings).toEqual([]);
    expect(skipped).toEqual([{ check: 'embedding-model', why: 'no embedder was given' }]);
    expect(checked.length).toBe(CHECKS.length - 1);
    expect(checked.filter(({ rows }) => rows === 0).map(({ check }) => check)).toEqual(['tables']);
  });

  it.each(cases.map((one) => [one.expected.code, one.what, one] as const))('%s: %s', async (_code, _what, { change, embedder, expected }) => {
    const diagnosis = await diagnose(madeIndex(change), embedder === undefined ? {} : { embedder });
    expect(diagnosisSchema.parse(diagnosis)).toEqual(diagnosis);
    const found = diagnosis.findings.filter(({ code, part }) => code === expected.code && (expected.part === undefined || part === expected.part));
    expect(found).toEqual([expect.objectContaining(expected)]);
  });

  it('have a case for every code', () => {
    const codes = CHECKS.flatMap((check) => Object.keys(check.codes));
    expect([...new Set(cases.map(({ expected }) => expected.code))].toSorted()).toEqual(codes.toSorted());
  });

  it('have names and codes of their own', () => {
    const codes = CHECKS.flatMap(({ codes: own }) => Object.keys(own));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  });
});
