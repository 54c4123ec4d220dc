/** A distribution in five numbers and its mean. */
export interface Quantiles {
  readonly count: number;
  readonly least: number;
  readonly tenth: number;
  readonly median: number;
  readonly ninetieth: number;
  readonly most: number;
  readonly mean: number;
}

/** The quantiles of some values (nearest rank), or undefined for none. The mean is rounded to two digits. */
export function quantilesOf(values: readonly number[]): Quantiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { count: values.length, least: at(0), tenth: at(0.1), median: at(0.5), ninetieth: at(0.9), most: at(1), mean: Math.round(mean * 100) / 100 };
}
