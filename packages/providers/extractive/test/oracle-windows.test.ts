import { readdirSync, readFileSync } from 'node:fs';
import { sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '../src/index.ts';

const records = z.object({ ids: z.array(z.string()).default([]), inContext: z.union([z.boolean(), z.array(z.boolean())]).optional() });
const file = z.object({
  options: z.looseObject({ column_delimiter: z.string().optional() }).optional(),
  expect: z.object({ context: z.string().optional(), records: z.record(z.string(), records).optional() }),
});

const shared = sharedFolder();
if (shared === undefined) process.stderr.write('Shared test data is absent: windows of GraphRAG are not read back.\n');

describe.skipIf(shared === undefined)('windows that GraphRAG wrote are read back into the rows it put in', () => {
  const folder = shared === undefined ? '' : sharedPath('oracle', 'local');
  const names = shared === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('delimiters-in-text'));
  it.each(names)('%s', (name) => {
    const { expect: wanted } = file.parse(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
    const rows = rowsOf(wanted.context ?? '');
    for (const [section, { ids, inContext }] of Object.entries(wanted.records ?? {})) {
      if (!['reports', 'entities', 'relationships', 'claims', 'sources'].includes(section)) continue;
      const included = ids.filter((_, row) => (Array.isArray(inContext) ? inContext[row] : inContext !== false));
      const labels = rows.filter((row) => row.section?.toLowerCase() === section).map((row) => row.label);
      expect({ section, rows: labels.length, labels: new Set(labels) }).toEqual({ section, rows: included.length, labels: new Set(included) });
    }
  });
});
