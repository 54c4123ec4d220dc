const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A number as people read it: `12,000`, `0.35`. */
export function shown(value: number): string {
  return NUMBERS.format(value);
}

/** A count with its noun: `1 row`, `3 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${shown(count)} ${count === 1 ? one : many}`;
}
