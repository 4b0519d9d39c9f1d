import type { SearchResults } from "@dc/contract";
import { phoneWith } from "#/store/sql/phone-search.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { selectRecordNames } from "#/store/tables/records/record-names.ts";
import { selectUsingPractitioners } from "#/store/tables/records/record-references.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { type FoundPhone, MOST_FOUND, searchPhones } from "#/store/tables/directories/search.ts";

interface Wanted {
  connectionId: string;
  indexId: string | undefined;
  near: string | undefined;
  isLimited: boolean;
  digits: string;
}

/**
 * A page of the practitioners who are reached by a phone with these digits: their own, one of their schedules', or one of a
 * record that several of them share. Those of the index that is near come first, then by id.
 */
export async function findByPhone(
  db: Database,
  wanted: Wanted,
  after: readonly [isFar: number, id: string] | undefined,
): Promise<{ items: SearchResults["practitioners"]; nextCursor: string | null }> {
  const found = (await searchPhones(db, wanted)).flatMap((row) => {
    const phone = phoneWith(row.phones, wanted.digits);
    return phone === null ? [] : [{ phone, row }];
  });
  const shared = found.filter(({ row }) => row.practitioner_id === null);
  const users = await selectUsingPractitioners(db, {
    connectionId: wanted.connectionId,
    records: shared.map(({ row }) => recordAt(row)),
    limit: MOST_FOUND,
  });
  const usersOf = new Map(shared.map((match, at) => [match, users[at] ?? []]));
  const reached = found.flatMap((match) =>
    (usersOf.get(match) ?? [match.row.practitioner_id ?? ""]).map((id) => ({ id, ...match })),
  );
  const all = [...Map.groupBy(reached, ({ id }) => id)].map(([id, matches]) => {
    const isFar = matches.some(({ row }) => row.index_id === wanted.near) ? 0 : 1;
    return { id, matches, isFar };
  });
  const later = all
    .filter(({ isFar, id }) => after === undefined || isFar > after[0] || (isFar === after[0] && id > after[1]))
    .toSorted((a, b) => a.isFar - b.isFar || (a.id < b.id ? -1 : 1));
  const { items, nextCursor } = cutPage(later, MOST_FOUND, ({ isFar, id }) => ["phone", isFar, "", id]);
  const asRecord = (id: string, row: FoundPhone) => ({
    connection_id: wanted.connectionId,
    index_id: row.index_id,
    record_type: "practitioner",
    record_id: id,
  });
  const nameOf = await selectRecordNames(
    db,
    items.flatMap(({ id, matches }) => matches.map(({ row }) => asRecord(id, row))),
  );
  const practitioners = items.map(({ id, matches }) => {
    const directories = [...new Map(matches.map(({ row }) => [row.index_id, row.label]))];
    return {
      id,
      name: matches.map(({ row }) => nameOf(asRecord(id, row))).find((name) => name !== null) ?? null,
      preferredName: null,
      phone: matches[0]?.phone ?? null,
      directories: directories.slice(0, MOST_FOUND).map(([indexId, indexName]) => ({ indexId, indexName })),
      directoryCount: directories.length,
    };
  });
  return { items: practitioners, nextCursor };
}
