import type { VerificationPage, VerificationQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { selectAskAgainDays } from "#/store/tables/connections/connection.ts";
import { selectPersonNames } from "#/store/tables/people/people.ts";
import {
  countVerifications,
  selectLastVerifications,
  selectVerificationEntries,
  selectVerificationPage,
} from "#/store/tables/records/verification-pages.ts";
import { placeTypes } from "#/upstream/records/place-types.ts";
import { describeVerification, dueState } from "#/views/describe-verification.ts";

/** Practitioners with the directories in which they are to be verified again. */
export async function listVerifications(context: RequestContext, query: VerificationQuery): Promise<VerificationPage> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const { due, cursor, limit, q, practitionerId, indexId, referrerId, ownerId, place } = query;
  const day = todayOf(deps);
  const filter = {
    connectionId: connection.id,
    today: day,
    placeTypes: placeTypes(deps.service.profile),
    q,
    practitionerId,
    indexId,
    referrerId,
    ownerId,
    place,
  };
  const after = readCursor(cursor, ["text", "text", "text", "text"]);
  const [rows, weeks, askAgainAfterDays] = await Promise.all([
    selectVerificationPage(db, { ...filter, due, after, limit }),
    countVerifications(db, filter),
    selectAskAgainDays(db, connection.id),
  ]);
  const { items, nextCursor } = cutPage(rows, limit, (row) => [
    row.place_due_on,
    row.place_folded,
    row.due_on,
    row.practitioner_id,
  ]);
  const practitionerIds = items.map((row) => row.practitioner_id);
  const [entries, last] = await Promise.all([
    selectVerificationEntries(db, { ...filter, practitionerIds }),
    selectLastVerifications(db, { connectionId: connection.id, practitionerIds }),
  ]);
  const owners = await selectPersonNames(
    deps.wholeStore.db,
    entries.flatMap((row) => row.owner_id ?? []),
  );
  const entryKey = (row: { index_id: string; practitioner_id: string }) => `${row.index_id} ${row.practitioner_id}`;
  const lastOf = new Map(last.map((row) => [entryKey(row), describeVerification(row)]));
  const entriesOf = Map.groupBy(entries, (row) => row.practitioner_id);
  const countOf = (isMeant: (week: number) => boolean) =>
    weeks.reduce((sum, { week, count }) => sum + (isMeant(week) ? count : 0), 0);
  return {
    items: items.map((row) => ({
      practitionerId: row.practitioner_id,
      name: row.name,
      place: row.place === null ? null : { name: row.place, overdue: row.place_overdue, entries: row.place_entries },
      dueOn: row.due_on,
      entries: (entriesOf.get(row.practitioner_id) ?? []).map((entry) => ({
        indexId: entry.index_id,
        indexName: entry.label,
        owner:
          entry.owner_id === null ? null : { id: entry.owner_id, name: owners.get(entry.owner_id) ?? entry.owner_id },
        dueOn: entry.due_on,
        state: dueState(entry.due_on, day.today),
        changedSince: entry.changed_since,
        unsettled: entry.is_unsettled,
        last: lastOf.get(entryKey(entry)) ?? null,
      })),
    })),
    nextCursor,
    total: rows[0]?.total ?? 0,
    today: day.today,
    askAgainAfterDays,
    counts: {
      overdue: countOf((week) => week < 0),
      soon: countOf((week) => week === 0 || week === 1),
      inTime: countOf((week) => week > 1),
      changed: weeks.reduce((sum, { changed }) => sum + changed, 0),
    },
    weeks: weeks.map(({ week, count }) => ({ week, count })),
  };
}
