import { type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { effectiveNames } from "#/records/effective-names.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { deleteRosterEntry, insertRosterEntries } from "#/store/tables/directories/roster.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { practitionerInFields } from "#/upstream/records/to-domain.ts";

/** Keeps a record that is to be created on the roster for as long as its creation is live. */
export async function updateCreatedEntry(
  deps: Deps,
  trx: Transaction,
  { indexId, record, rows }: { indexId: string; record: RecordKey; rows: readonly ChangeRow[] },
): Promise<void> {
  const roster = { connectionId: deps.connection.id, indexId };
  const creation = rows.findLast(({ operation }) => operation.op === "create");
  if (creation?.operation.op !== "create") {
    await deleteRosterEntry(trx, { ...roster, record });
    return;
  }
  const { fields } = creation.operation;
  const names = await effectiveNames(deps, trx, { indexId, records: [record] });
  await insertRosterEntries(trx, {
    ...roster,
    entries: [
      {
        record,
        practitionerId:
          record.type === "practitioner" ? record.id : practitionerInFields(deps.service.profile, record.type, fields),
        name: names.get(recordKey(record)) ?? null,
        source: "created",
        sourceDetail: creation.change_set_id,
        state: "found",
      },
    ],
    actor: creation.created_by,
    now: deps.clock.now(),
  });
}
