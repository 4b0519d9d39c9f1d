/** Ways to break what the interface promises, on purpose, one at a time: whoever checks a service must find each. */
export const deviations = [
  "standard-writable",
  "copy-follows-base",
  "write-leaks",
  "copy-changes-ids",
  "index-shared",
  "created-id-repeats",
  "open-door",
  "index-ignored",
  "list-for-object",
  "slot-time-loose",
  "test-books",
  "index-unnamed",
  "version-ignored",
] as const;

export type Deviation = (typeof deviations)[number];
