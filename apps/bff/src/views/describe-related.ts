import type { RecordView, RelatedRecord } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { selectUsers } from "#/store/tables/records/record-references.ts";
import { fieldsHeldBy } from "#/upstream/records/references.ts";

/** The most affected practitioners that are listed by name. */
const NAMED = 50;

/** Shared records for display: the values that they hold for others, and whom a change of them affects. */
export async function describeRelated(
  deps: Deps,
  indexId: string,
  views: readonly RecordView[],
): Promise<RelatedRecord[]> {
  const shown: RelatedRecord[] = [];
  for (const view of views) {
    const users = await selectUsers(deps.store.db, {
      connectionId: deps.connection.id,
      indexId,
      record: view.record,
      limit: NAMED,
    });
    shown.push({
      ...view,
      holds: fieldsHeldBy(deps.service.profile, view.record.type),
      usedBy: users.map(({ record_type: type, record_id: id, name, practitioner_id, practitioner_name }) => ({
        record: { type, id },
        name,
        practitioner:
          type === "practitioner" || practitioner_id === null ? null : { id: practitioner_id, name: practitioner_name },
      })),
      usedByTotal: users[0]?.total ?? 0,
    });
  }
  return shown;
}
