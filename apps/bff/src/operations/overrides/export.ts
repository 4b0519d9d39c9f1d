import type { OverrideExportQuery } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { overrideColumns } from "#/sheets/change-columns.ts";
import { pagesOf, ROWS_AT_ONCE, tableFile } from "#/sheets/table-file.ts";
import { listOverrides } from "./list.ts";

/** The overrides of an index, by record and field, as a file that can be imported again. */
export async function exportOverrides(
  context: RequestContext,
  indexId: string,
  { format, ...filter }: z.output<typeof OverrideExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const pages = pagesOf((cursor) => listOverrides(context, indexId, { ...filter, cursor, limit: ROWS_AT_ONCE }));
  return await tableFile({ name: "Overrides", columns: overrideColumns, pages }, format);
}
