/** An object as JSON has them. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
