import { type ActivityExportQuery, type JournalEntry, maxActivityExport } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hasMoreActivityThan, selectActivity } from "#/store/tables/activity/activity.ts";
import { entriesFor, seesRefused } from "./list.ts";

const ENTRIES_AT_ONCE = 200;

/**
 * What the filter matches, newest first, as the text of a file. It is read as its reader takes it, so that an export holds
 * one part in memory whatever its length.
 */
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
  const lineOf = format === "csv" ? csvLine : (entry: JournalEntry) => `${JSON.stringify(entry)}\n`;
  const encoder = new TextEncoder();
  let before: number | undefined;
  let left = maxActivityExport;
  let head = format === "csv" ? csvHead : "";
  return new ReadableStream({
    async pull(controller) {
      const limit = Math.min(ENTRIES_AT_ONCE, left);
      const rows = await selectActivity(deps.store.db, { ...choice, before, limit });
      const page = rows.slice(0, limit);
      const text = head + page.map((row) => lineOf(tell(row))).join("");
      head = "";
      left -= page.length;
      const last = page.at(-1);
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (last === undefined || rows.length <= limit || left === 0) controller.close();
      else before = Number(last.seq);
    },
  });
}

const columns: readonly (readonly [name: string, tell: (entry: JournalEntry) => unknown])[] = [
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
// Spreadsheets take the text for UTF-8 only after this mark.
const csvHead = `\uFEFF${columns.map(([name]) => name).join(",")}\r\n`;

function csvLine(entry: JournalEntry): string {
  return `${columns.map(([, tell]) => csvCell(tell(entry))).join(",")}\r\n`;
}

/**
 * A cell that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it, also behind what some
 * spreadsheets split at, whatever the quotes around it.
 */
export function csvCell(value: unknown): string {
  const text = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const safe = text.replace(/(^|[;\t\r\n])(?=[^\S\r\n]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])|^(?=[\t\r\n])/gu, "$1'");
  return /["\r\n,;\t']/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
