import type { Check } from '../check.ts';
import { claims } from './claims.ts';
import { entityDescriptions, relationshipDescriptions, reportTexts, variety } from './descriptions.ts';
import { embeddingModel } from './embedding-model.ts';
import { evidence, unitTexts } from './evidence.ts';
import { graph } from './graph.ts';
import { hierarchy } from './hierarchy.ts';
import { ids } from './ids.ts';
import { levels } from './levels.ts';
import { membership } from './membership.ts';
import { names } from './names.ts';
import { references } from './references.ts';
import { relationshipEnds } from './relationship-ends.ts';
import { reports } from './reports.ts';
import { levelLengths, reportSizes, unitSizes } from './sizes.ts';
import { communityAge, reportAge } from './staleness.ts';
import { tables } from './tables.ts';
import { spaces, vectors } from './vectors.ts';

/** Every check, in the order in which findings are told. A new check is a module and a line here. */
export const CHECKS: readonly Check[] = [
  tables,
  ids,
  ...references,
  relationshipEnds,
  claims,
  membership,
  levels,
  hierarchy,
  reports,
  communityAge,
  reportAge,
  names,
  entityDescriptions,
  relationshipDescriptions,
  variety,
  reportTexts,
  unitTexts,
  evidence,
  unitSizes,
  reportSizes,
  levelLengths,
  graph,
  spaces,
  vectors,
  embeddingModel,
];
