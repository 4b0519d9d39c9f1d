const UNIQUE = "23505";

/** True when the store refused a row because another one has the same key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (typeof error !== "object" || error === null || !("code" in error) || error.code !== UNIQUE) return false;
  return constraint === undefined || ("constraint" in error && error.constraint === constraint);
}
