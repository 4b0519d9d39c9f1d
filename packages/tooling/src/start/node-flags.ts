/**
 * Node's flags for each server. The bff collects once what its start left, and its young generation stays small, since one that grew while modules were loaded
 * is never released: with 16 MiB it costs 9 MiB at rest, with 8 MiB 6, and with 4 MiB collecting it takes a third of the
 * processor time of a bulk change. The sandbox keeps a directory in memory and has no memory goal.
 */
export const nodeFlags = {
  bff: ["--max-semi-space-size=8", "--expose-gc"],
  sandbox: [],
} as const satisfies Record<string, readonly string[]>;
