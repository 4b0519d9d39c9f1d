import type { SearchResults } from "@dc/contract";
import { phoneWith } from "#/store/sql/phone-search.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { selectRecordNames } from "#/store/tables/records/record-names.ts";
import { selectUsers } from "#/store/tables/records/record-references.ts";
import { type FoundPhone, searchPhones } from "#/store/tables/directories/search.ts";

const MOST = 8;

interface Wanted {
  connectionId: string;
  indexId: string | undefined;
  near: string | undefined;
  digits: string;
}

/**
 * Practitioners who are reached by a phone with these digits: their own, one of their schedules', or one of a record that
 * several of them share.
 */
export async function findByPhone(db: Database, wanted: Wanted): Promise<SearchResults["practitioners"]> {
  const reached = [];
  for (const row of await searchPhones(db, wanted)) {
    const phone = phoneWith(row.phones, wanted.digits);
    if (phone === null) continue;
    for (const id of await practitionersOf(db, wanted.connectionId, row)) reached.push({ id, phone, row });
  }
  const practitioners = [...Map.groupBy(reached, ({ id }) => id)].slice(0, MOST);
  const asRecord = (id: string, row: FoundPhone) => ({
    connection_id: wanted.connectionId,
    index_id: row.index_id,
    record_type: "practitioner",
    record_id: id,
  });
  const nameOf = await selectRecordNames(
    db,
    practitioners.flatMap(([id, matches]) => matches.map(({ row }) => asRecord(id, row))),
  );
  return practitioners.map(([id, matches]) => {
    const directories = [...new Map(matches.map(({ row }) => [row.index_id, row.label]))];
    return {
      id,
      name: matches.map(({ row }) => nameOf(asRecord(id, row))).find((name) => name !== null) ?? null,
      phone: matches[0]?.phone ?? null,
      directories: directories.slice(0, MOST).map(([indexId, indexName]) => ({ indexId, indexName })),
      directoryCount: directories.length,
    };
  });
}

async function practitionersOf(db: Database, connectionId: string, row: FoundPhone): Promise<string[]> {
  if (row.practitioner_id !== null) return [row.practitioner_id];
  const record = { type: row.record_type, id: row.record_id };
  const users = await selectUsers(db, { connectionId, indexId: row.index_id, record, limit: MOST });
  return [...new Set(users.flatMap(({ practitioner_id: id }) => id ?? []))];
}
