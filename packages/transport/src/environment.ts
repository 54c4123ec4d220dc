/** Variables by name, as in `process.env`. Holds keys: never printed, never kept in an option. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable without the white space around it; undefined where it is not set or empty. */
export function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}
