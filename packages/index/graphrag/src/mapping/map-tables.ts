import { mapCommunities } from './communities.ts';
import type { IndexContext } from './context.ts';
import { mapCovariates } from './covariates.ts';
import { mapEntities } from './entities.ts';
import type { MappedTables } from './plan.ts';
import { mapRelationships } from './relationships.ts';
import { mapReports } from './reports.ts';
import { mapDocuments, mapTextUnits } from './texts.ts';

/** Maps every table that an index has to the one shape of the contract. Reads no more than the communities' small columns. */
export async function mapTables(context: IndexContext): Promise<MappedTables> {
  const { stored } = context;
  const shape = await context.communities();
  const entities = stored.get('entities');
  const relationships = stored.get('relationships');
  const textUnits = stored.get('text_units');
  const reports = stored.get('community_reports');
  const covariates = stored.get('covariates');
  const documents = stored.get('documents');
  return {
    ...(entities === undefined ? {} : { entities: mapEntities(entities, context) }),
    ...(relationships === undefined ? {} : { relationships: mapRelationships(relationships, context) }),
    ...(textUnits === undefined ? {} : { text_units: mapTextUnits(textUnits) }),
    ...(shape === undefined ? {} : { communities: mapCommunities(shape, context) }),
    ...(reports === undefined ? {} : { community_reports: mapReports(reports, context) }),
    ...(covariates === undefined ? {} : { covariates: mapCovariates(covariates, context) }),
    ...(documents === undefined ? {} : { documents: mapDocuments(documents) }),
  };
}
