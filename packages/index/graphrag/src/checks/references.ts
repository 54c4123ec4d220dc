import { normaliseName, type Warning } from '@graphwright/contract';
import { warning } from '../layout/warnings.ts';
import type { IndexContext } from '../mapping/context.ts';
import type { TitleReferences } from '../mapping/ends.ts';
import { titleColumn } from '../mapping/stored.ts';

/** Ends of relationships that are no entities. */
export async function relationshipWarnings(context: IndexContext): Promise<Warning[]> {
  const { stored } = context;
  if (!stored.has('relationships') || !stored.has('entities')) return [];
  const { sources, targets } = await context.ends();
  const missing = new Map<string, number>();
  countMissing(sources, missing);
  countMissing(targets, missing);
  return missingWarning(
    'relationship-end-missing',
    'Ends of relationships name no entity; the relationships stay, and keep the title alone.',
    missing,
    context,
  );
}

/** Subjects of claims that are no entities. */
export async function claimWarnings(context: IndexContext): Promise<Warning[]> {
  const { stored } = context;
  if (!stored.has('covariates') || !stored.has('entities')) return [];
  const missing = new Map<string, number>();
  countMissing(await context.subjects(), missing);
  return missingWarning(
    'claim-subject-missing',
    'Subjects of claims name no entity; the claims stay, and keep the title alone.',
    missing,
    context,
  );
}

/** Counts titles that name nothing; an absent one counts as empty. */
function countMissing({ titles, rows }: TitleReferences, missing: Map<string, number>): void {
  for (const [row, entity] of rows.entries()) {
    if (entity >= 0) continue;
    const title = titles.get(row) ?? '';
    missing.set(title, (missing.get(title) ?? 0) + 1);
  }
}

async function missingWarning(
  code: string,
  message: string,
  missing: ReadonlyMap<string, number>,
  context: IndexContext,
): Promise<Warning[]> {
  if (missing.size === 0) return [];
  const count = [...missing.values()].reduce((sum, times) => sum + times, 0);
  const alike = await alikeTitles(missing, context);
  const hint = alike > 0 ? ` ${alike} of the ${missing.size} titles would name one if case, width and blanks were ignored.` : '';
  return [warning(code, message + hint, [...missing.keys()].map((title) => (title === '' ? '(empty)' : title)), count)];
}

async function alikeTitles(missing: ReadonlyMap<string, number>, { stored }: IndexContext): Promise<number> {
  const entities = stored.get('entities');
  if (entities === undefined) return 0;
  const titles = await entities.labels(titleColumn(entities))();
  const names = new Set(Array.from({ length: titles.size }, (_, row) => normaliseName(titles.get(row) ?? '')));
  return [...missing.keys()].filter((title) => title !== '' && names.has(normaliseName(title))).length;
}
