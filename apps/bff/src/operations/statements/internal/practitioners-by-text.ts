import type { Deps } from "#/context/deps.ts";
import { askedDigits, phoneWith } from "#/store/sql/phone-search.ts";
import { selectUsers } from "#/store/tables/records/record-references.ts";
import { searchPhones, searchRecords } from "#/store/tables/directories/search.ts";

/** The most practitioners that one shared record leads to. */
const MOST_USERS = 500;

/** Practitioners whom a text finds by a phone of theirs, or by a record that their schedules share, such as a place. */
export async function practitionersByText({ store: { db }, service, connection }: Deps, q: string): Promise<string[]> {
  const wanted = { connectionId: connection.id, q, indexId: undefined };
  const ids = new Set<string>();
  const addUsers = async (row: { index_id: string; record_type: string; record_id: string }) => {
    const record = { type: row.record_type, id: row.record_id };
    const of = { connectionId: connection.id, indexId: row.index_id, record, limit: MOST_USERS };
    for (const { practitioner_id: id } of await selectUsers(db, of)) if (id !== null) ids.add(id);
  };
  const digits = askedDigits(q, service.profile.defaultRegion);
  for (const row of digits === null ? [] : await searchPhones(db, { ...wanted, digits })) {
    if (phoneWith(row.phones, digits ?? "") === null) continue;
    if (row.practitioner_id !== null) ids.add(row.practitioner_id);
    else await addUsers(row);
  }
  const shared = service.profile.recordTypes.filter((type) => type !== "practitioner" && type !== "schedule");
  for (const row of shared.length === 0 ? [] : await searchRecords(db, wanted, shared)) await addUsers(row);
  return [...ids];
}
