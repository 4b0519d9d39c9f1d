import type { RosterImport, RosterImportLinePage } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import {
  type RosterImportLineState,
  type RosterImportRow,
  selectImportLinePage,
  selectRosterImport,
} from "#/store/tables/directories/roster-imports.ts";
import { describeImportLine, describeRosterImport } from "./internal/describe-roster-imports.ts";
import { seenChoices } from "./internal/seen-choices.ts";

export async function loadRosterImport({ connection, deps }: RequestContext, id: string): Promise<RosterImportRow> {
  const row = await selectRosterImport(deps.store.db, connection.id, id);
  if (row === undefined) throw operationError("not_found", "roster-import");
  return row;
}

/** An import with its progress. */
export async function getRosterImport(context: RequestContext, id: string): Promise<RosterImport> {
  return await describeRosterImport(context.deps.store.db, await loadRosterImport(context, id));
}

/** A page of an import's lines, in their original order. */
export async function listImportLines(
  context: RequestContext,
  id: string,
  query: { state?: RosterImportLineState | undefined; cursor?: string | undefined; limit: number },
): Promise<RosterImportLinePage> {
  const { id: importId } = await loadRosterImport(context, id);
  const { rows, total } = await selectImportLinePage(context.deps.store.db, importId, query);
  const { items, nextCursor } = cutPage(rows, query.limit, (row) => [row.line]);
  return {
    items: (await seenChoices(context, context.deps.store.db, items)).map(describeImportLine),
    nextCursor,
    total,
  };
}
