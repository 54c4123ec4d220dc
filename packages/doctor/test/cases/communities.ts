import { edited, healthy } from '../healthy.ts';
import type { Case } from './case.ts';

const { communities, community_reports: reports } = healthy;
const orphan = { id: 'k3', level: 1, entityIds: ['e4'], period: '2026-01-01', size: 1 };
const reportOf = (id: string, communityId: string, level: number) => ({ id, communityId, level, summary: 'One.', fullContent: 'One more.', rank: 1 });

/** Cases about communities and their reports. */
export const communityCases: readonly Case[] = [
  { what: 'no community is at level 0', change: { tables: { communities: communities.map((row) => ({ ...row, level: (row.level ?? 0) + 1 })), community_reports: reports.map((row) => ({ ...row, level: (row.level ?? 0) + 1 })) } }, expected: { code: 'no-level-0', severity: 'note', count: 1, total: 3 } },
  { what: 'a level is missing', change: { tables: { communities: [...communities, { ...orphan, level: 3, parentId: 'k2' }] } }, expected: { code: 'level-gap', severity: 'hurts', count: 1, total: 3, examples: [{ table: 'communities', id: 'k3', name: 'level 3 after level 1' }] } },
  { what: 'a community hangs nowhere', change: { tables: { communities: [...communities, orphan] } }, expected: { code: 'community-orphan', severity: 'hurts', count: 1, total: 4, examples: [{ table: 'communities', id: 'k3', name: 'k3' }] } },
  { what: 'two communities are each other\'s parents', change: { tables: { communities: [...communities, { ...orphan, parentId: 'k4' }, { ...orphan, id: 'k4', level: 2, parentId: 'k3' }] } }, expected: { code: 'community-cycle', severity: 'hurts', count: 2, total: 5 } },
  { what: 'a community is two levels below its parent', change: { tables: { communities: [...communities, { ...orphan, level: 2, parentId: 'k0' }] } }, expected: { code: 'community-level-wrong', severity: 'note', count: 1, total: 4 } },
  { what: 'a community lists a child that names another parent', change: { tables: { communities: edited(communities, 'k1', { childIds: ['k2'] }) } }, expected: { code: 'parent-child-disagree', severity: 'hurts', count: 1, total: 3, examples: [{ table: 'communities', id: 'k1', name: 'k1' }] } },
  { what: 'a community has no report', change: { tables: { community_reports: reports.filter(({ id }) => id !== 'p2') } }, expected: { code: 'community-without-report', severity: 'hurts', count: 1, total: 3, hurts: ['local', 'global', 'drift'] } },
  { what: 'a community in the middle has no report', change: { tables: { community_reports: reports.filter(({ id }) => id !== 'p0') } }, expected: { code: 'branch-cut', severity: 'hurts', count: 2, total: 3, hurts: ['global'] } },
  { what: 'a report is about a community that is gone', change: { tables: { community_reports: [...reports, { ...reportOf('p3', '', 0), communityId: undefined }] } }, expected: { code: 'report-community-missing', severity: 'hurts', count: 1, total: 4 } },
  { what: 'a community has two reports', change: { tables: { community_reports: [...reports, reportOf('p3', 'k2', 1)] } }, expected: { code: 'report-repeated', severity: 'hurts', count: 1, total: 4, examples: [{ table: 'community_reports', id: 'p3', name: 'p3' }] } },
  { what: 'communities are of two days', change: { tables: { communities: edited(communities, 'k2', { period: '2026-02-01' }) } }, expected: { code: 'community-periods', severity: 'note', count: 2, total: 3 } },
  { what: 'a community states another size', change: { tables: { communities: edited(communities, 'k2', { size: 9 }) } }, expected: { code: 'community-size-differs', severity: 'hurts', count: 1, total: 3 } },
  { what: 'a report is of another level than its community', change: { tables: { community_reports: edited(reports, 'p2', { level: 0 }) } }, expected: { code: 'report-level-differs', severity: 'hurts', count: 1, total: 3 } },
  { what: 'a report cites what is not there', change: { tables: { community_reports: edited(reports, 'p2', { fullContent: 'So. [Data: Entities (3, 99); Relationships (77)]' }) } }, expected: { code: 'report-cites-missing', severity: 'hurts', count: 1, total: 3, examples: [{ table: 'community_reports', id: 'p2', name: 'Report 2 → entity 99, relationship 77' }] } },
  { what: 'a report cites the members of another community', change: { tables: { community_reports: edited(reports, 'p2', { fullContent: 'So. [Data: Entities (0, 1, 2, 3)]' }) } }, expected: { code: 'report-cites-elsewhere', severity: 'hurts', count: 1, total: 3 } },
  { what: 'a report is empty', change: { tables: { community_reports: edited(reports, 'p1', { fullContent: '\n' }) } }, expected: { code: 'report-without-content', severity: 'hurts', count: 1, total: 3 } },
  { what: 'a report has no summary', change: { tables: { community_reports: edited(reports, 'p1', { summary: undefined }) } }, expected: { code: 'report-without-summary', severity: 'note', count: 1, total: 3 } },
  { what: 'a report has no rank', change: { tables: { community_reports: edited(reports, 'p1', { rank: undefined }) } }, expected: { code: 'report-without-rank', severity: 'hurts', count: 1, total: 3 } },
  { what: 'a report is longer than the window', change: { tables: { community_reports: edited(reports, 'p1', { fullContent: 'long '.repeat(10_000) }) } }, expected: { code: 'report-long', severity: 'hurts', count: 1, total: 3 } },
  { what: 'a report is longer than the share of local', change: { tables: { community_reports: edited(reports, 'p1', { fullContent: 'long '.repeat(2000) }) } }, expected: { code: 'report-long-for-local', severity: 'note', count: 1, total: 3 } },
  { what: 'the reports of a level are longer than their sources', change: { tables: { community_reports: edited(reports, 'p0', { fullContent: 'long '.repeat(100) }) } }, expected: { code: 'level-longer-than-source', severity: 'note', count: 1, total: 2, examples: [{ table: 'community_reports', id: 'p0', name: 'level 0: reports of 125 tokens on texts of 82' }] } },
];
