/**
 * What Node is told for each server. The bff's young generation stays small: one that grew while modules were loaded is
 * never given back, and holds 20 MiB for ever. The sandbox has a directory in memory and makes no claim.
 */
export const nodeFlags = {
  bff: ["--max-semi-space-size=4"],
  sandbox: [],
} as const satisfies Record<string, readonly string[]>;
