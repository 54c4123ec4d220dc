import type { CommunityRow } from '../survey/rows.ts';

/** The parents of a community, nearest first; ends at a root, at a parent that is not there, or where it would go round. */
export function ancestorsOf(row: CommunityRow, byId: ReadonlyMap<string, CommunityRow>): CommunityRow[] {
  const seen = new Set<CommunityRow>([row]);
  let parent = row.parentId === undefined ? undefined : byId.get(row.parentId);
  while (parent !== undefined && !seen.has(parent)) {
    seen.add(parent);
    parent = parent.parentId === undefined ? undefined : byId.get(parent.parentId);
  }
  seen.delete(row);
  return [...seen];
}

/** Whether a community is its own ancestor. */
export function isInCycle(row: CommunityRow, byId: ReadonlyMap<string, CommunityRow>): boolean {
  const last = ancestorsOf(row, byId).at(-1) ?? row;
  return last.parentId !== undefined && last.parentId === row.id;
}
