import type { Deps } from "#/context/deps.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectPlans } from "#/store/tables/plans.ts";
import { setContentOf } from "#/upstream/set-members.ts";
import { recordNames } from "./record-names.ts";

/** A member of a set on a record of an index. */
export interface SetMember {
  index_id: string;
  record_type: string;
  field: string;
  id: string;
}

/**
 * The names of these members: of plans from the catalogue, of records from their rosters, null for words and nameless
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
  const nameOf = await recordNames(deps, db, members.flatMap(recordOf));
  return (member) => {
    if (contentOf(member) === "plans") return names.get(member.id) ?? null;
    const [record] = recordOf(member);
    return record === undefined ? null : nameOf(record);
  };
}
