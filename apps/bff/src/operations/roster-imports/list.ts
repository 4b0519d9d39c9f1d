import type { RosterImport } from "@dc/contract";
import type { RequestContext } from "#/context.ts";
import { loadIndexVersion } from "#/operations/index-versions/load.ts";
import { selectRosterImports } from "#/store/roster-imports.ts";
import { describeRosterImports } from "./describe.ts";

const NEWEST = 20;

/** The newest imports into a roster. */
export async function listRosterImports(context: RequestContext, indexId: string): Promise<{ items: RosterImport[] }> {
  const { connection, deps } = context;
  await loadIndexVersion(context, indexId);
  const rows = await selectRosterImports(deps.store.db, { connectionId: connection.id, indexId, limit: NEWEST });
  return { items: await describeRosterImports(deps.store.db, rows) };
}
