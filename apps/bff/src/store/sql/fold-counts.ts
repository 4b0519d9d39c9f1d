import { sql } from "kysely";
import { type Database, transact } from "./transaction.ts";

/** The tables of kept counts: of what they count, what tells apart the rows that are summed, and what is summed. */
const tables = {
  roster_count: {
    of: "index_id",
    keys: ["record_type", "ask_again_on", "unverified_since", "seen_hour"],
    sums: ["entries", "waiting"],
    newest: ["last_seen_at"],
  },
  verdict_count: {
    of: "index_id",
    keys: [],
    sums: ["same", "ours", "base_moved", "conflict", "differs", "outside", "held", "drafts"],
    newest: [],
  },
  change_count: {
    of: "change_set_id",
    keys: [
      "index_id",
      "record_type",
      "field",
      "kind",
      "op",
      "is_whole",
      "state",
      "is_read_again",
      "is_at_rest",
      "was_live",
      "is_replaced",
    ],
    sums: ["changes", "versions", "records"],
    newest: [],
  },
};
const WORTH_FOLDING = 10;

/** Puts one row in the place of those of an index version, or of a change set, that are summed anyway. Only one process does so at a time. */
export async function foldCounts(db: Database, signal: AbortSignal): Promise<void> {
  for (const [table, { of: counted, keys, sums, newest }] of Object.entries(tables)) {
    const of = ["connection_id", counted, ...keys].map((name) => sql.ref(name));
    const { rows } = await sql<{ connection_id: string; id: string }>`
      select connection_id, ${sql.ref(counted)} as id from ${sql.table(table)} where not is_folded
      group by connection_id, ${sql.ref(counted)} having count(*) >= ${WORTH_FOLDING}`.execute(db);
    for (const { connection_id: connectionId, id } of rows) {
      if (signal.aborted) return;
      await transact(db, async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('folding of counts'))`.execute(trx);
        await sql`
          with taken as (delete from ${sql.table(table)}
            where connection_id = ${connectionId} and ${sql.ref(counted)} = ${id} returning *)
          insert into ${sql.table(table)} (${sql.join([...of, ...[...newest, ...sums, "is_folded"].map((name) => sql.ref(name))])})
            select ${sql.join([...of, ...newest.map((name) => sql`max(${sql.ref(name)})`), ...sums.map((name) => sql`sum(${sql.ref(name)})`), sql`true`])}
            from taken group by ${sql.join(of)}
            having ${sql.join(
              sums.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
              sql` or `,
            )}`.execute(trx);
      });
    }
  }
}
