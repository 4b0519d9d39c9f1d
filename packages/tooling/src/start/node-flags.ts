/**
 * Node's flags for each server. The bff's young generation stays small, since one that grew while modules were loaded
 * is never released, which costs 20 MiB. The sandbox keeps a directory in memory and has no memory goal.
 */
export const nodeFlags = {
  bff: ["--max-semi-space-size=4"],
  sandbox: [],
} as const satisfies Record<string, readonly string[]>;
