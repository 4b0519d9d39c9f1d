import type { Inbox } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { describeChangeSets } from "#/views/describe-change-sets.ts";
import { selectChangeSetsByIds } from "#/store/tables/changes/change-sets.ts";
import { selectNewestClaims } from "#/store/tables/directories/claims.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import { inboxRows, isNew } from "#/views/inbox-rows.ts";

/** What waits for the caller, with the names of the sets and directories. */
export async function listInbox(context: RequestContext): Promise<Inbox> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const { rows, seenAt } = await inboxRows(context);
  const setIds = [...new Set(rows.flatMap(({ change_set_id: id }) => id ?? []))];
  const sets = await describeChangeSets(deps, db, await selectChangeSetsByIds(db, connection.id, setIds));
  const setOf = new Map(sets.map((set) => [set.id, set]));
  const indexes = rows.flatMap(({ index_id }) => (index_id === null ? [] : { connection_id: connection.id, index_id }));
  const names = await selectIndexNames(db, indexes);
  const answered = rows.flatMap(({ kind, index_id: id }) => (kind === "claim" && id !== null ? [id] : []));
  const claims = await selectNewestClaims(db, { connectionId: connection.id, indexIds: answered });
  const claimOf = new Map(claims.map((claim) => [claim.index_id, claim]));
  return {
    seenAt: seenAt?.toISOString() ?? null,
    items: rows.map((row) => {
      const set = row.change_set_id === null ? undefined : setOf.get(row.change_set_id);
      const claim = row.kind === "claim" ? claimOf.get(row.index_id ?? "") : undefined;
      return {
        id: row.id,
        kind: row.kind,
        at: row.at.toISOString(),
        isNew: isNew(row, seenAt),
        count: row.count,
        by: row.by,
        words: row.words,
        changeSet:
          set === undefined
            ? null
            : { id: set.id, name: set.name, state: set.state, changes: set.counts.total, indexName: set.indexName },
        creation: row.creation ?? null,
        answer:
          claim === undefined
            ? null
            : { id: claim.id, says: claim.says, practitionerName: claim.practitioner_name, line: claim.line },
        putOff: row.putOff === null ? null : { until: row.putOff.until?.toISOString() ?? null },
        index: row.index_id === null ? null : { id: row.index_id, name: names.get(row.index_id) ?? row.index_id },
      };
    }),
  };
}
