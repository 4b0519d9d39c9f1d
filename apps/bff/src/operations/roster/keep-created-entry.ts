import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context.ts";
import type { ChangeRow } from "#/store/changes.ts";
import { deleteRosterEntry, insertRosterEntries } from "#/store/roster.ts";
import type { Transaction } from "#/store/transaction.ts";
import { nameMeanings } from "#/upstream/to-domain.ts";

/** A record that is to be created is on the roster as long as its creation stands. */
export async function keepCreatedEntry(
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
  const text = (field: string | undefined) => {
    const value = field === undefined ? undefined : fields[field];
    return typeof value === "string" && value.trim() !== "" ? value : null;
  };
  const practitioner = deps.service.profile
    .meanings(record.type)
    .find(({ of, via }) => of === "practitioner" && via.length === 0);
  await insertRosterEntries(trx, {
    ...roster,
    entries: [
      {
        record,
        practitionerId: record.type === "practitioner" ? record.id : text(practitioner?.name),
        name: text(nameMeanings.find((field) => text(field) !== null)),
        source: "created",
        sourceDetail: creation.change_set_id,
        state: "found",
      },
    ],
    actor: creation.created_by,
    now: deps.clock.now(),
  });
}
