import type { House } from "#/routes/handler.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Index } from "#/store/indices.ts";

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

/** Under `copy-changes-ids` a record of the base has an id of its own in every copy, which its old id does not find. */
export function isCopyRenamed({ dials, store }: House, index: Index, kind: RecordKind, id: string): boolean {
  return (
    dials.deviation === "copy-changes-ids" && index.owner !== null && store.base.exists(kind, id, store.base.revision)
  );
}
