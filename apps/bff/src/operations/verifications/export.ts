import type { VerificationExportQuery, VerificationPage } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { type Columns, pagesOf, ROWS_AT_ONCE, tableFile } from "#/sheets/table-file.ts";
import { listVerifications } from "./list.ts";

type Row = VerificationPage["items"][number];

/** Practitioners with the directories in which they are to be verified again, as a file: a table has a row for each. */
export async function exportVerifications(
  context: RequestContext,
  { format, ...filter }: z.output<typeof VerificationExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const rows = pagesOf((cursor) => listVerifications(context, { ...filter, cursor, limit: ROWS_AT_ONCE }));
  if (format === "json") return await tableFile({ name: "Verified", columns: [], pages: rows }, format);
  async function* pages() {
    for await (const page of rows) yield page.flatMap((row) => row.entries.map((entry) => ({ ...row, entry })));
  }
  return await tableFile({ name: "Verified", columns, pages: pages() }, format);
}

const columns: Columns<Omit<Row, "entries"> & { entry: Row["entries"][number] }> = [
  ["practitioner id", ({ practitionerId }) => practitionerId],
  ["practitioner name", ({ name }) => name],
  ["place", ({ place }) => place?.name ?? null],
  ["directory id", ({ entry }) => entry.indexId],
  ["directory", ({ entry }) => entry.indexName],
  ["owner", ({ entry }) => entry.owner?.name ?? null],
  ["due on", ({ entry }) => entry.dueOn],
  ["state", ({ entry }) => entry.state],
  ["changed since", ({ entry }) => entry.changedSince],
  ["something waits", ({ entry }) => (entry.unsettled ? "yes" : "no")],
  ["last verified on", ({ entry }) => entry.last?.verifiedOn ?? null],
  ["said by", ({ entry }) => entry.last?.saidBy ?? null],
  ["how", ({ entry }) => entry.last?.how ?? null],
];
