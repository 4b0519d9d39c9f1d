import type { RosterEntry, RosterExportQuery } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { type Columns, pagesOf, ROWS_AT_ONCE, tableFile } from "#/sheets/table-file.ts";
import { listRoster } from "./list.ts";

/** The practitioners on a roster, then its schedules, as a file that can be added to a roster again. */
export async function exportRoster(
  context: RequestContext,
  indexId: string,
  { format, ...filter }: z.output<typeof RosterExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  async function* pages() {
    for (const type of ["practitioner", "schedule"] as const)
      yield* pagesOf((cursor) =>
        listRoster(context, indexId, { ...filter, type, cursor, limit: ROWS_AT_ONCE }, { isCounted: false }),
      );
  }
  return await tableFile({ name: "Roster", columns, pages: pages() }, format);
}

const isPractitioner = ({ record }: RosterEntry) => record.type === "practitioner";

const columns: Columns<RosterEntry> = [
  ["practitioner id", (entry) => (isPractitioner(entry) ? entry.record.id : (entry.practitioner?.id ?? null))],
  ["practitioner name", (entry) => (isPractitioner(entry) ? entry.name : (entry.practitioner?.name ?? null))],
  ["schedule id", (entry) => (isPractitioner(entry) ? null : entry.record.id)],
  ["schedule name", (entry) => (isPractitioner(entry) ? null : entry.name)],
  ["number of schedules", ({ schedules }) => schedules],
  ["bookable", ({ bookable }) => (bookable === null ? null : bookable.bookable ? "yes" : "no")],
  ["state", ({ state }) => state],
  ["why", ({ words }) => words],
  ["from", ({ source }) => source],
  ["added at", ({ addedAt }) => addedAt],
  ["added by", ({ addedBy }) => addedBy.name],
  ["last seen at", ({ lastSeenAt }) => lastSeenAt],
  ...(["ours", "base moved", "conflict", "differs", "outside", "held"] as const).map(
    (verdict) => [verdict, ({ counts }: RosterEntry) => counts?.[verdict] ?? null] as const,
  ),
];
