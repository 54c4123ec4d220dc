import type { ReportNode } from '../select/tree.ts';

/** What the forecast goes by. */
export interface ForecastGround {
  /** Tokens of the whole report and of its summary, by id. */
  readonly full: ReadonlyMap<string, number>;
  readonly summary: ReadonlyMap<string, number>;
  /** Share of rated reports that were relevant in the last round, in (0, 1). */
  readonly relevant: number;
  /** Share of rated reports that were read whole to be rated, in [0, 1]. */
  readonly doubtful: number;
}

/** Tokens that are to be expected. */
export interface Forecast {
  /** Of rating what lies below. */
  readonly rating: number;
  /** Of reading what will be kept. */
  readonly reading: number;
}

/**
 * What going on below a report that is kept will cost: each child is rated, by its summary and in part by the whole report; each is kept with the
 * share of the last round; the report itself is read only where no child is kept.
 */
export function forecastBelow(node: ReportNode, ground: ForecastGround): Forecast {
  const { full, summary, relevant, doubtful } = ground;
  const own = full.get(node.report.id) ?? 0;
  let rating = 0;
  let reading = own * (1 - relevant) ** node.children.length;
  for (const child of node.children) {
    const below = forecastBelow(child, ground);
    rating += (summary.get(child.report.id) ?? 0) + doubtful * (full.get(child.report.id) ?? 0) + relevant * below.rating;
    reading += relevant * below.reading;
  }
  return { rating, reading };
}

/** The share of some that were relevant, moved a little to a half: a few ratings say little (Laplace's rule of succession). */
export function shareOf(relevant: number, rated: number): number {
  return (relevant + 1) / (rated + 2);
}
