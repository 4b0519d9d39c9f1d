import type { Creation } from "@dc/contract";
import { leftOutText, reasonText } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import type { CreationRow } from "#/store/tables/directories/creations.ts";

export function describeCreation(row: CreationRow, reach: RequestContext["reach"]): Creation {
  return {
    id: row.id,
    name: row.name,
    referrer:
      row.referrer_id === null
        ? null
        : { id: row.referrer_id, name: row.referrer_name ?? "", practitionerId: row.referrer_practitioner_id },
    state: row.state,
    indexId: row.index_id,
    rosterImportId: row.roster_import_id,
    changeSetId: row.change_set_id,
    start:
      row.start === null
        ? null
        : {
            from: row.start.from,
            staged: row.start.staged,
            leftOut: row.start.leftOut.map((left) => ({ record: left.record, ...leftOutText(left) })),
          },
    words: row.words,
    why: row.reason === null ? row.why : reasonText(toldTo(reach, row.reason)),
    sentAt: row.sent_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

/** Who is limited is not told that an index version is known here, which may be another referrer's. */
function toldTo(reach: RequestContext["reach"], reason: NonNullable<CreationRow["reason"]>) {
  return reach !== "all" && reason.code === "index-version-known"
    ? { code: "index-version-reply-lost" as const, params: { cause: "other-id" as const } }
    : reason;
}
