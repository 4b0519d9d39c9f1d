const UNIQUE = "23505";

/** True if the store refused a row because its key exists already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (typeof error !== "object" || error === null || !("code" in error) || error.code !== UNIQUE) return false;
  return constraint === undefined || ("constraint" in error && error.constraint === constraint);
}
