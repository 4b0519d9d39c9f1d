import type { IndexVersion } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { type IndexVersionRow, selectLedgerTallies } from "#/store/tables/directories/index-versions.ts";
import { selectRosterTallies } from "#/store/tables/directories/roster-counts.ts";
import { sumByIndex } from "#/store/tables/records/record-summaries.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Index versions for display, with their counts, in a fixed number of queries. */
export async function describeIndexVersions(
  { connection, deps }: Pick<RequestContext, "connection" | "deps">,
  db: Database | Transaction,
  rows: readonly IndexVersionRow[],
): Promise<IndexVersion[]> {
  const ids = rows.map(({ id }) => id);
  const rosters = await selectRosterTallies(db, { connectionId: connection.id, ids, today: todayOf(deps) });
  const ledgers = await selectLedgerTallies(db, connection.id, ids);
  const counts = await sumByIndex(db, connection.id, ids);
  return rows.map((row) => {
    const roster = rosters.get(row.id);
    return {
      id: row.id,
      name: row.name,
      label: ownLabel(row),
      referrer:
        row.referrer_id === null
          ? null
          : { id: row.referrer_id, name: row.referrer_name ?? "", practitionerId: row.referrer_practitioner_id },
      notes: row.notes,
      origin: row.origin,
      readOnly: row.origin === "standard",
      defaultPolicy: row.default_policy,
      readAgainHours: row.read_again_hours,
      roster: {
        practitioners: roster?.practitioners ?? 0,
        schedules: roster?.schedules ?? 0,
        waiting: roster?.waiting ?? 0,
        overdue: roster?.overdue ?? 0,
      },
      overrides: ledgers.get(row.id) ?? { live: 0, held: 0, unknown: 0, drafts: 0 },
      counts: counts.get(row.id) ?? {
        same: 0,
        ours: 0,
        "base moved": 0,
        conflict: 0,
        differs: 0,
        outside: 0,
        held: 0,
        drafts: 0,
      },
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      archivedAt: row.archived_at?.toISOString() ?? null,
      deletedAt: row.deleted_at?.toISOString() ?? null,
      lastReadAt: roster?.lastReadAt?.toISOString() ?? null,
      version: row.version,
    };
  });
}

export async function describeIndexVersion(
  context: Pick<RequestContext, "connection" | "deps">,
  db: Database | Transaction,
  row: IndexVersionRow,
): Promise<IndexVersion> {
  const [described] = await describeIndexVersions(context, db, [row]);
  if (described === undefined) throw new RangeError("one row gives one index version");
  return described;
}

/** The label, if it differs from the name that would be shown without it. */
function ownLabel({ label, name, id }: IndexVersionRow): string | null {
  return label === (name ?? id) ? null : label;
}
