import type { PractitionerView } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { describeChanges } from "#/operations/changes/describe.ts";
import { selectWithdrawnOn } from "#/store/tables/withdrawn-changes.ts";

const most = 50;

/** The changes of these records in one index that were withdrawn last, newest first, each with who did it and when. */
export async function withdrawnOn(
  { deps, connection }: Pick<RequestContext, "deps" | "connection">,
  indexId: string,
  records: readonly RecordKey[],
): Promise<PractitionerView["withdrawn"]> {
  const { db } = deps.store;
  const rows = await selectWithdrawnOn(db, { connectionId: connection.id, indexId, records }, most);
  const changes = await describeChanges(db, rows);
  return changes.map((change, at) => ({
    change,
    at: change.updatedAt,
    by: rows[at]?.withdrawn_by ?? change.createdBy,
  }));
}
