import type { UndecidedPage, UndecidedQuery } from "@dc/contract";
import { isUndecidedAs, standingOut, undecided } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { refreshComparisons } from "#/records/refresh-comparisons.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { selectOwners } from "#/store/tables/records/record-names.ts";
import { selectUndecided } from "#/store/tables/records/record-summaries.ts";
import { selectToBeCounted } from "#/store/tables/records/to-be-counted.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { memberRecords } from "#/views/member-records.ts";
import { plansOfRecords } from "#/views/plans-of-records.ts";

/** The records of an index of which something waits for a decision, each with what base, index and the directory say of it. */
export async function listUndecided(
  context: RequestContext,
  indexId: string,
  { only, practitionerId, cursor, limit }: UndecidedQuery,
): Promise<UndecidedPage> {
  const { connection, deps } = context;
  await loadIndexVersion(context, indexId);
  const { rows, total } = await selectUndecided(deps.store.db, {
    connectionId: connection.id,
    indexId,
    only: only ?? "any",
    uncounted: await selectToBeCounted(deps.wholeStore.db, { connectionId: connection.id, indexId }),
    practitionerId,
    after: readCursor(cursor, ["text", "text", "text"]),
    limit: limit + 1,
  });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [
    row.practitioner_id ?? "",
    row.record_type,
    row.record_id,
  ]);
  const compared = await refreshComparisons(deps, {
    indexId,
    againstId: deps.service.profile.standardIndex,
    records: items.map(recordOf),
    maxAge: "kept",
  });
  const nameOf = await namesAmong(deps, indexId, compared);
  const ownerOf = await selectOwners(deps.store.db, items);
  const [plans, members] = await Promise.all([plansOfRecords(deps, compared), memberRecords(deps, indexId, compared)]);
  return {
    items: compared.flatMap((one) => {
      const { record, comparison } = one;
      const fields = standingOut(comparison.fields, (row) =>
        only === undefined ? undecided(row) !== null : isUndecidedAs(row, only),
      );
      const name = nameOf(one);
      const row = { connection_id: connection.id, index_id: indexId, record_type: record.type, record_id: record.id };
      const practitioner = record.type === "practitioner" ? { id: record.id, name } : ownerOf(row);
      return fields.length === 0 ? [] : [{ record, name, practitioner, presence: comparison.presence, fields }];
    }),
    nextCursor,
    total,
    plans,
    members,
  };
}
