import { createHash } from "node:crypto";
import { ColumnUse, ListColumnUse, maxLength } from "@dc/contract";
import { columnName, type ListKind } from "@dc/directory";
import { z } from "zod";
import type { Deps } from "#/context/deps.ts";
import { selectColumnMapping } from "#/store/tables/connections/column-mappings.ts";

/** A digest of headings in their order, the same in whatever case and spacing. */
export function headingsKey(headings: readonly string[]): string {
  const names = headings.map((heading) => columnName(heading.slice(0, maxLength.search).toWellFormed()));
  return createHash("sha256").update(JSON.stringify(names)).digest("base64url").slice(0, 22);
}

/** Under what a mapping is kept: those of overrides, of rosters and of plan names are not each other's. */
export function mappingKey(of: ListKind | "overrides", headings: readonly string[]): string {
  return of === "overrides" ? headingsKey(headings) : `${of} ${headingsKey(headings)}`;
}

/** What somebody said that columns of overrides with these headings say; null where nobody did. */
export async function findColumnMapping(deps: Deps, headings: readonly string[]): Promise<ColumnUse[] | null> {
  return z.array(ColumnUse).safeParse(await kept(deps, "overrides", headings)).data ?? null;
}

/** What somebody said that columns of a roster or of plan names with these headings say; null where nobody did. */
export async function findListMapping(
  deps: Deps,
  of: ListKind,
  headings: readonly string[],
): Promise<ListColumnUse[] | null> {
  return z.array(ListColumnUse).safeParse(await kept(deps, of, headings)).data ?? null;
}

async function kept({ store, connection }: Deps, of: ListKind | "overrides", headings: readonly string[]) {
  return await selectColumnMapping(store.db, { connectionId: connection.id, headings: mappingKey(of, headings) });
}
