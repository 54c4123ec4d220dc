import { definePlugin, kinds, type Found, type Needs, type Retriever } from '@graphwright/contract';
import { z } from 'zod';
import { reportsUpTo, type PoolReport } from '../../compatible/pool.ts';
import { readReportTree, type ReportNode } from './tree.ts';

const TABLE = 'community_reports';

const needs = (): Needs => ({
  tables: { community_reports: ['level'] },
  optionalTables: { communities: ['level', 'parentId', 'childIds'], community_reports: ['communityId', 'rank'] },
});

/** The selector `select-level`: the reports of one level, or of all up to it, in the order of their table, whatever the question. */
export const selectLevel = definePlugin(kinds.retriever, {
  id: 'select-level',
  version: '1.0.0',
  description: 'Community reports of one level, or of all levels up to it.',
  options: z.object({
    /** The finest level whose reports are read; null for all levels. */
    communityLevel: z.int().nonnegative().nullable().default(2),
    /** Whether coarser levels are left out. */
    exact: z.boolean().default(false),
  }),
  needs,
  create: ({ communityLevel, exact }): Retriever => ({
    specVersion: 'v1',
    async retrieve(_, { knowledge, signal }) {
      const reports = await reportsUpTo(communityLevel, knowledge, signal);
      return { ok: true, value: foundOf(reports, (report) => !exact || communityLevel === null || report.level === communityLevel, 'select-level', 'filtered') };
    },
  }),
});

/**
 * The selector `select-cut`: a cut through the tree of communities, so that nothing is read twice. A report gives way to those below it, down
 * to a level, where these cover all that its community has; where one community below has no report, the parent stays, and what lies
 * below it is `superseded`.
 */
export const selectCut = definePlugin(kinds.retriever, {
  id: 'select-cut',
  version: '1.0.0',
  description: 'Community reports along a cut through their tree: a parent gives way to its children.',
  options: z.object({
    /** The finest level whose reports are read; null for all levels. */
    communityLevel: z.int().nonnegative().nullable().default(2),
  }),
  needs,
  create: ({ communityLevel }): Retriever => ({
    specVersion: 'v1',
    async retrieve(_, { knowledge, signal }) {
      const { roots, pool } = await readReportTree(communityLevel, knowledge, signal);
      const cut = new Set(roots.flatMap((root) => cutBelow(root)));
      return { ok: true, value: foundOf(pool, (report) => cut.has(report), 'select-cut', 'superseded') };
    },
  }),
});

function cutBelow({ report, children, uncovered }: ReportNode): PoolReport[] {
  return children.length === 0 || uncovered ? [report] : children.flatMap((child) => cutBelow(child));
}

function foundOf(reports: readonly PoolReport[], kept: (report: PoolReport) => boolean, by: string, reason: string): Found {
  const candidates = reports.filter(kept).map(({ id }) => ({ table: TABLE, id, via: [{ by }] }));
  const dropped = reports.filter((report) => !kept(report)).map(({ id }) => ({ table: TABLE, id, via: [{ by }], reason }));
  return { candidates, dropped, caps: [] };
}
