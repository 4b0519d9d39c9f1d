import type { CreateRosterImportInput, RosterImport } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { beginRosterImport, refuseTooManyLines, type RosterToImport, ROSTER_IMPORTS } from "./begin-roster-import.ts";
import { describeRosterImport } from "./internal/describe-roster-imports.ts";
import { storeInSteps } from "./internal/store-lines.ts";

/**
 * Imports a list of ids, or the roster of another index version, into a roster, or reads the roster itself again; the
 * background reads the records.
 */
export async function createRosterImport(
  context: RequestContext,
  indexId: string,
  input: CreateRosterImportInput,
): Promise<RosterImport> {
  const { actor, deps, reach, requestId } = context;
  const index = await loadIndexVersion(context, indexId);
  // Its roster is of all referrers: whoever is limited sees nothing of it, and adds nothing to it.
  if (reach !== "all" && index.origin === "standard") throw operationError("forbidden", "every-referrer");
  if (input.from === "index") {
    await loadIndexVersion(context, input.indexId, "/indexId");
    if (input.indexId === indexId) throw operationError("wrong_state", "roster-to-itself");
  }
  if (input.from === "text") refuseTooManyLines(input.text, "/text");
  const roster = rosterIn(input);
  if (input.from !== "text") await storeInSteps(deps, input.from === "index" ? input.indexId : indexId);
  const row = await inTransaction(
    context,
    async (trx) => await beginRosterImport(deps, trx, { indexId, roster, actor, requestId }),
  );
  await storeInSteps(deps, indexId);
  const created = await describeRosterImport(deps.store.db, row);
  deps.background.trigger(ROSTER_IMPORTS);
  return created;
}

function rosterIn(input: CreateRosterImportInput): RosterToImport {
  switch (input.from) {
    case "index":
      return { copyOf: input.indexId };
    case "roster":
      return "itself";
    case "text":
      return { text: input.text, source: input.source ?? "paste" };
  }
}
