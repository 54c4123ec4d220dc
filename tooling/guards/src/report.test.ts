import { describe, expect, it } from 'vitest';
import { allChecks, type Check } from './checks.ts';
import { fromEndings, fromFindings, single, totals } from './outcomes.ts';
import { runChecks } from './report.ts';

const check = (name: string, outcome: Awaited<ReturnType<Check['run']>>): Check => ({ name, title: `title of ${name}`, run: async () => outcome });

async function run(checks: readonly Check[], isTTY = false): Promise<{ ok: boolean; text: string }> {
  let text = '';
  const ok = await runChecks(checks, { isTTY, write: (part: string) => (text += part) });
  return { ok, text };
}

describe('runChecks', () => {
  it('ends with the sum over all checks', async () => {
    const { ok, text } = await run([check('a', single(true, '')), check('tests', { passed: 40, failed: 0, skipped: 0, report: '' })]);
    expect(ok).toBe(true);
    expect(text).toMatch(/^✓ a +title of a {2}\d+\.\d s$/mu);
    expect(text.endsWith('\n41 passed, 0 failed\n')).toBe(true);
  });

  it('goes on after a failure, shows what was found and names what failed', async () => {
    const { ok, text } = await run([
      check('a', fromFindings([{ file: 'b.ts', line: 3, message: 'is wrong.' }])),
      { name: 'c', title: 'breaks', run: () => Promise.reject(new Error('broke down')) },
      check('tests', { passed: 3, failed: 2, skipped: 1, report: '' }),
      check('d', single(true, 'not of interest')),
    ]);
    expect(ok).toBe(false);
    expect(text).toContain('    b.ts:3  is wrong.\n');
    expect(text).toContain('    broke down\n');
    expect(text).toContain('✓ d');
    expect(text).not.toContain('not of interest');
    expect(text).toContain('Failed: a, c, tests.');
    expect(text.endsWith('\n4 passed, 4 failed, 1 skipped\n')).toBe(true);
  });

  it('leaves the last line bare on a terminal too', async () => {
    const { text } = await run([check('a', single(true, ''))], true);
    expect(text.endsWith('\n1 passed, 0 failed\n')).toBe(true);
  });
});

describe('outcomes', () => {
  it('fail when any program ended badly, with what it printed', () => {
    const good = { code: 0, stdout: 'fine', stderr: '' };
    expect(fromEndings([good])).toMatchObject({ passed: 1, failed: 0 });
    expect(fromEndings([good, { code: 2, stdout: 'out\n', stderr: 'err\n' }])).toEqual({ passed: 0, failed: 1, skipped: 0, report: 'out\nerr' });
  });

  it('add up', () => {
    expect(totals([])).toBe('0 passed, 0 failed');
  });
});

describe('allChecks', () => {
  it('has a name of its own for every check, and tests among them', () => {
    const names = allChecks('anywhere').map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['types', 'lint', 'arrows', 'exports', 'length', 'collected', 'publint', 'attw', 'unused', 'docs', 'packing', 'tests']));
  });
});
