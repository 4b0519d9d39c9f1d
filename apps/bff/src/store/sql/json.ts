/** A value as a JSON column takes it. Always by this: `pg` would write an array as a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** As `json`, with null for SQL's null. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : json(value);
}
