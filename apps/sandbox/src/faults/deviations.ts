/** Deliberate violations of the interface, one active at a time. A check of a service must detect each of them. */
export const deviations = [
  "standard-writable",
  "copy-follows-base",
  "write-leaks",
  "write-leaks-to-indices",
  "copy-changes-ids",
  "index-shared",
  "created-id-repeats",
  "authorization-ignored",
  "index-ignored",
  "list-for-object",
  "slot-time-imprecise",
  "test-mode-books",
  "index-name-missing",
  "version-ignored",
  "test-index-forgets",
] as const;

export type Deviation = (typeof deviations)[number];
