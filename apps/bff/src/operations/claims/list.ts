import type { Claim, ClaimList, ClaimQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { describeAnswer } from "#/operations/shared-briefs/answer.ts";
import { selectStates } from "#/store/tables/directories/briefs.ts";
import { type ClaimRow, selectClaims } from "#/store/tables/directories/claims.ts";
import { selectRosterIds } from "#/store/tables/directories/roster.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

const MOST_LISTED = 200;

/** What readers of a directory's briefs said, as it waits for a person or was settled. */
export async function listClaims(context: RequestContext, indexId: string, { state }: ClaimQuery): Promise<ClaimList> {
  const { connection, deps } = context;
  await loadIndexVersion(context, indexId);
  const of = { connectionId: connection.id, indexId };
  const rows = await selectClaims(deps.store.db, { ...of, isOpen: state === "open", limit: MOST_LISTED });
  const practitionerIds = rows.map(({ practitioner_id: id }) => id);
  const [states, onRoster] = await Promise.all([
    selectStates(deps.store.db, { ...of, practitionerIds }),
    selectRosterIds(deps.store.db, { ...of, type: "practitioner", among: practitionerIds }),
  ]);
  const present = new Set(onRoster);
  const items = rows.map((row): Claim => ({
    ...describeAnswer(row),
    practitionerName: row.practitioner_name,
    about: row.about,
    howKnown: row.how_known,
    line: row.line,
    change: row.change,
    sharedWith: row.shared_with,
    movedSince: hasMovedSince(row, states, present),
    settled:
      row.settled_by === null || row.settled_at === null
        ? null
        : {
            by: row.settled_by,
            at: row.settled_at.toISOString(),
            reason: row.reason,
            changeSetId: row.change_set_id,
          },
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** Whether the directory says something else than was read: of who came or left, whether they left or came again. */
function hasMovedSince(
  { change, practitioner_id: id, state_seen: seen }: ClaimRow,
  states: ReadonlyMap<string, string>,
  present: ReadonlySet<string>,
): boolean {
  return change === null || change.kind === "changed"
    ? states.get(id) !== seen
    : present.has(id) !== (change.kind === "came");
}
