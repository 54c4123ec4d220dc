import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '@graphwright-internal/testing';
import { CHECKS } from '../src/checks/all.ts';
import { OPENING_CODES } from '../src/checks/opening.ts';
import { EXPLAINED } from './explained.ts';

const page = await readFile(join(repositoryRoot(), 'docs', 'doctor.md'), 'utf8');

/** The rows of a part of the page, from its heading to the next one. */
function rowsUnder(heading: string): string[] {
  const [, part = ''] = page.split(`\n${heading}\n`);
  return (part.split('\n#')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
}

describe('docs/doctor.md', () => {
  it('lists every code with its meaning, whom it hurts from which share on, and what to do', () => {
    const rows = CHECKS.flatMap(({ codes }) =>
      Object.entries(codes).map(([code, { meaning, hurts, hurtsFrom, advice }]) => {
        const from = hurtsFrom === undefined ? 'never' : hurtsFrom === 0 ? 'the first' : `${hurtsFrom * 100} %`;
        return `| \`${code}\` | ${meaning} | ${hurts.join(', ') || '–'} | ${from} | ${advice} |`;
      }),
    );
    expect(rowsUnder('## Codes')).toEqual(rows);
  });

  it('lists what is told by opening', () => {
    expect(rowsUnder('## Codes from opening')).toEqual(Object.entries(OPENING_CODES).map(([code, { hurts, advice }]) => `| \`${code}\` | ${hurts.join(', ') || '–'} | ${advice} |`));
  });

  it.each(Object.entries(EXPLAINED))('explains the findings of %s', (name, findings) => {
    expect(rowsUnder(`### ${name}`)).toEqual(findings.map(([severity, code, count, total, why]) => `| \`${code}\` | ${severity} | ${count} of ${total} | ${why} |`));
  });
});
