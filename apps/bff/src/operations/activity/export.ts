import { type ActivityExportQuery, type JournalEntry, maxActivityExport } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type Columns, tableFile } from "#/sheets/table-file.ts";
import { hasMoreActivityThan, selectActivity } from "#/store/tables/activity/activity.ts";
import { entriesFor, seesRefused } from "./list.ts";

const ENTRIES_AT_ONCE = 200;

/** What the filter matches, newest first, as a file. */
export async function exportActivity(
  context: RequestContext,
  { format, ...filter }: ActivityExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { connection, deps } = context;
  const choice = { ...filter, connectionId: connection.id, withRefused: seesRefused(context) };
  if (await hasMoreActivityThan(deps.store.db, choice, maxActivityExport))
    throw operationError("invalid_request", "too-many-entries", {
      most: maxActivityExport.toLocaleString("en"),
      pointer: "?from",
    });
  const tell = entriesFor(context);
  async function* pages(): AsyncGenerator<JournalEntry[]> {
    let before: number | undefined;
    for (let left = maxActivityExport; left > 0; left -= ENTRIES_AT_ONCE) {
      const limit = Math.min(ENTRIES_AT_ONCE, left);
      const rows = await selectActivity(deps.store.db, { ...choice, before, limit });
      yield rows.slice(0, limit).map(tell);
      if (rows.length <= limit) return;
      before = Number(rows[limit - 1]?.seq);
    }
  }
  return await tableFile({ name: "Activity", columns, pages: pages() }, format);
}

const columns: Columns<JournalEntry> = [
  ["number", ({ number }) => number],
  ["at", ({ at }) => at],
  ["actor", ({ actor }) => actor.name],
  ["actor kind", ({ actor }) => actor.kind],
  ["action", ({ action }) => action],
  ["sentence", ({ sentence }) => sentence],
  ["index version", ({ indexId }) => indexId],
  ["index version name", ({ indexName }) => indexName],
  ["subject", ({ subject }) => subject],
  ["before", ({ before }) => before],
  ["after", ({ after }) => after],
  ["why", ({ why }) => why],
  ["request id", ({ requestId }) => requestId],
  ["address", ({ address }) => address],
];
