import { createHash } from "node:crypto";
import { ColumnUse, maxLength } from "@dc/contract";
import { columnName } from "@dc/directory";
import { z } from "zod";
import type { Deps } from "#/context/deps.ts";
import { selectColumnMapping } from "#/store/tables/connections/column-mappings.ts";

/** A digest of headings in their order, the same in whatever case and spacing. */
export function headingsKey(headings: readonly string[]): string {
  const names = headings.map((heading) => columnName(heading.slice(0, maxLength.search)));
  return createHash("sha256").update(JSON.stringify(names)).digest("base64url").slice(0, 22);
}

/** What somebody said that columns with these headings say; null where nobody did. */
export async function findColumnMapping(
  { store, connection }: Deps,
  headings: readonly string[],
): Promise<ColumnUse[] | null> {
  const kept = await selectColumnMapping(store.db, { connectionId: connection.id, headings: headingsKey(headings) });
  return z.array(ColumnUse).safeParse(kept).data ?? null;
}
