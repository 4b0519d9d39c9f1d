import type { Actor } from "#/store/schema/stored-values.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { json } from "#/store/sql/json.ts";
import { searchText } from "#/store/sql/search-text.ts";
import { onlyOverdue } from "./need.ts";
import { indexSearchText, type IndexVersionRow } from "./index-versions.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

export interface ProfileIndexVersions {
  connectionId: string;
  standardIndex: string;
  /** null if the service has none, or not in this mode. */
  testIndex: string | null;
  actor: Actor;
  requestId: string | null;
  now: Date;
}

const labels = { standard: "Standard index", test: "Test index" } as const;
type GivenOrigin = keyof typeof labels;

/**
 * Stores the index versions that exist without being created, as the profile names them. Formerly named ones are kept
 * as adopted if anything depends on them, else archived.
 */
export async function syncProfileIndexVersions(trx: Transaction, given: ProfileIndexVersions): Promise<void> {
  const { connectionId, standardIndex, testIndex } = given;
  const named = new Map<string, GivenOrigin>([
    ...(testIndex === null ? [] : ([[testIndex, "test"]] as const)),
    [standardIndex, "standard"] as const,
  ]);
  const rows = await trx
    .selectFrom("index_version")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where((where) => where.or([where("origin", "in", ["standard", "test"]), where("id", "in", [...named.keys()])]))
    .execute();
  for (const row of rows) {
    const origin = named.get(row.id) ?? "adopted";
    if (row.origin !== origin) await changeOrigin(trx, given, row, origin);
  }
  const isFirst = rows.length === 0;
  for (const [id, origin] of named)
    if (!rows.some((row) => row.id === id)) await insertGiven(trx, given, { id, origin, isFirst });
  if (!isFirst && !rows.some((row) => row.id === standardIndex && row.origin === "standard"))
    await forgetCounts(trx, connectionId);
}

async function insertGiven(
  trx: Transaction,
  given: ProfileIndexVersions,
  { id, origin, isFirst }: { id: string; origin: GivenOrigin; isFirst: boolean },
): Promise<void> {
  const { connectionId, now, actor } = given;
  const label = labels[origin];
  const inserted = await trx
    .insertInto("index_version")
    .values({
      connection_id: connectionId,
      id,
      name: null,
      label,
      search: searchText(label, id),
      origin,
      created_at: now,
      created_by: json(actor),
    })
    // Replicas may do this concurrently.
    .onConflict((conflict) => conflict.columns(["connection_id", "id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  // The journal records the connection at its first start; its index versions need no row of their own then.
  if (inserted !== undefined && !isFirst) await recordOrigin(trx, given, { id, before: null, origin });
}

async function changeOrigin(
  trx: Transaction,
  given: ProfileIndexVersions,
  row: IndexVersionRow,
  origin: GivenOrigin | "adopted",
): Promise<void> {
  const isPlain = row.label === (row.name ?? row.id) || Object.values<string>(labels).includes(row.label);
  const label = isPlain ? (origin === "adopted" ? (row.name ?? row.id) : labels[origin]) : row.label;
  const isBare = origin === "adopted" && !(await hasAnything(trx, row));
  await trx
    .updateTable("index_version")
    .set({
      origin,
      label,
      search: indexSearchText({ ...row, label }),
      archived_at: isBare ? given.now : null,
      version: row.version + 1,
    })
    .where("connection_id", "=", row.connection_id)
    .where("id", "=", row.id)
    .execute();
  await recordOrigin(trx, given, { id: row.id, before: row.origin, origin });
}

/** Whether the index version has a roster or a ledger. */
async function hasAnything(trx: Transaction, { connection_id, id }: IndexVersionRow): Promise<boolean> {
  for (const table of ["roster_entry", "change_set"] as const) {
    const row = await trx
      .selectFrom(table)
      .select("index_id")
      .where("connection_id", "=", connection_id)
      .where("index_id", "=", id)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** Deletes counts that were made against another standard index; they are made again at the next reading. */
async function forgetCounts(trx: Transaction, connectionId: string): Promise<void> {
  await trx.deleteFrom("record_summary").where("connection_id", "=", connectionId).execute();
  await trx
    .updateTable("roster_entry")
    .set({ need: onlyOverdue })
    .where("connection_id", "=", connectionId)
    .where("need", ">", 0)
    .execute();
}

async function recordOrigin(
  trx: Transaction,
  { connectionId, actor, now, requestId }: Pick<ProfileIndexVersions, "connectionId" | "actor" | "now" | "requestId">,
  { id, before, origin }: { id: string; before: IndexVersionRow["origin"] | null; origin: GivenOrigin | "adopted" },
): Promise<void> {
  await appendJournal(trx, {
    connectionId,
    at: now,
    actor,
    subject: id,
    indexId: id,
    before: before === null ? null : { origin: before },
    after: { origin },
    message:
      origin === "adopted"
        ? { code: "index-version.no-longer-named", params: { index: id, role: before ?? "" } }
        : { code: "index-version.named-by-profile", params: { index: id, role: origin } },
    requestId,
  });
}
