import { indexRecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { selectPlans } from "#/store/tables/connections/plans.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";
import { effectiveNames } from "./effective-names.ts";
import { recordNames } from "./record-names.ts";

/** A member of a set on a record of an index. */
export interface SetMember {
  index_id: string;
  record_type: string;
  field: string;
  id: string;
}

/**
 * The names of these members: of plans from the catalogue, of records from their rosters or as last read, null for words and nameless
 * members. Sets that the active profile lacks may have held plans, so they are looked up in the catalogue too.
 */
export async function memberNames(
  deps: Deps,
  db: Database | Transaction,
  members: readonly SetMember[],
): Promise<(member: SetMember) => string | null> {
  const { connection, service } = deps;
  const { profile } = service;
  const contentOf = ({ record_type: type, field }: SetMember) => setContentOf(profile, type, field) ?? "plans";
  const plans = members.filter((member) => contentOf(member) === "plans");
  const rows = await selectPlans(db, connection.id, [...new Set(plans.map(({ id }) => id))]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const recordOf = (member: SetMember) => {
    const content = contentOf(member);
    return typeof content === "string"
      ? []
      : [
          {
            connection_id: connection.id,
            index_id: member.index_id,
            record_type: content.recordsOf,
            record_id: member.id,
          },
        ];
  };
  const records = members.flatMap(recordOf);
  const nameOf = await recordNames(deps, db, records);
  const read = await namesAsRead(
    deps,
    db,
    records.filter((record) => nameOf(record) === null),
  );
  return (member) => {
    if (contentOf(member) === "plans") return names.get(member.id) ?? null;
    const [record] = recordOf(member);
    return record === undefined ? null : (nameOf(record) ?? read.get(indexRecordKey(recordAt(record))) ?? null);
  };
}

/** The names of records that no roster names, such as places, by what was read of them. */
async function namesAsRead(
  deps: Deps,
  db: Database | Transaction,
  records: readonly { index_id: string; record_type: string; record_id: string }[],
): Promise<Map<string, string>> {
  const nameOf = new Map<string, string>();
  for (const [indexId, ofIndex] of Map.groupBy(records, ({ index_id: id }) => id)) {
    const asked = ofIndex.map(({ record_type: type, record_id: id }) => ({ type, id }));
    const names = await effectiveNames(deps, db, { indexId, records: asked });
    for (const record of asked) {
      const name = names.get(recordKey(record)) ?? null;
      if (name !== null) nameOf.set(indexRecordKey({ indexId, record }), name);
    }
  }
  return nameOf;
}
