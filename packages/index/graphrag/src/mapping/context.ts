import { communityShape, type CommunityShape } from './communities-shape.ts';
import { loadEnds, loadSubjects, type RelationshipEnds, type TitleReferences } from './ends.ts';
import { loadHierarchy, type Hierarchy } from './hierarchy.ts';
import { lazy, type Lazy } from './lazy.ts';
import { loadMembership, type Membership } from './membership.ts';
import type { StoredTables } from './stored.ts';

/** The stored tables with what connects them, each worked out once and on first use. */
export interface IndexContext {
  readonly stored: StoredTables;
  /** Undefined when nothing in the index names a community. */
  readonly communities: Lazy<CommunityShape | undefined>;
  readonly membership: Lazy<Membership>;
  readonly hierarchy: Lazy<Hierarchy>;
  /** To be asked only where there are relationships. */
  readonly ends: Lazy<RelationshipEnds>;
  /** To be asked only where there are covariates. */
  readonly subjects: Lazy<TitleReferences>;
}

/** Connects the tables of an index. */
export function indexContext(stored: StoredTables): IndexContext {
  const communities = communityShape(stored);
  const membership = lazy(async () => loadMembership(stored, await communities()));
  return {
    stored,
    communities,
    membership,
    hierarchy: lazy(async () => loadHierarchy(await communities(), membership)),
    ends: lazy(() => loadEnds(stored)),
    subjects: lazy(() => loadSubjects(stored)),
  };
}
