import type { RecordComparison } from "./comparison.ts";
import { leavesOf } from "./compare-record.ts";
import { equalJson } from "./equal-json.ts";

/**
 * Whether a record of an index says in every field what the standard index says, although something of ours was applied there:
 * somebody set all of it back, or the answer was the standard index's own, since the service did not look at the index header.
 */
export function readsAsStandard({ presence, fields }: RecordComparison): boolean {
  if (presence !== "both") return false;
  const wasOurs = fields
    .flatMap(leavesOf)
    .some(({ override, flags }) => override?.state === "applied" && flags.includes("outside"));
  return (
    wasOurs && fields.every(({ values: { base, index } }) => base !== null && index !== null && equalJson(base, index))
  );
}
