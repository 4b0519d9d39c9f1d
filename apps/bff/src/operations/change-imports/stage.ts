import { type Evidence, maxStagedAtOnce, type StagedChanges, type StageImportInput } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { openChangeSet } from "#/operations/change-sets/open.ts";
import { operationError } from "#/runtime/errors.ts";
import { hasNoReason, judgeImport } from "./preview.ts";

/** Stages what a file was previewed to change as one change set; refused where the file or a directory says something else by now. */
export async function stageImport(
  context: RequestContext,
  { digest, name, evidence, againstOurs, ...asked }: z.output<typeof StageImportInput>,
): Promise<StagedChanges> {
  const judgement = await judgeImport(context, asked);
  if (judgement.digest !== digest) throw operationError("moved_since_seen", "preview");
  const chosen = new Set(againstOurs.map(({ row, column }) => `${row} ${column}`));
  const changes = judgement.judged.flatMap(({ cell: { state, row, column }, change }) =>
    change === null || (state === "against ours" && !chosen.has(`${row} ${column}`)) ? [] : [change],
  );
  if (changes.length > maxStagedAtOnce)
    throw operationError("body_too_large", "too-many-changes", {
      most: maxStagedAtOnce.toLocaleString("en"),
      count: changes.length.toLocaleString("en"),
      pointer: "/content",
    });
  // A row that says a source or days alone has the reason of the import.
  const named = changes.map((change) =>
    change.evidence != null && hasNoReason(change)
      ? { ...change, evidence: withReasonOf(evidence, change.evidence) }
      : change,
  );
  if (changes.length === 0) throw operationError("set_empty", "nothing-to-stage");
  const set = { name: name ?? asked.fileName, evidence, changes: named, verification: null };
  return await openChangeSet(context, set);
}

function withReasonOf(ofImport: Evidence | null, { from, until, ...own }: Evidence): Evidence {
  if (ofImport === null) throw operationError("invalid_request", "reason", { pointer: "/evidence/reason" });
  const days = from === null && until === null ? ofImport : { from, until };
  return {
    reason: ofImport.reason,
    source: own.source ?? ofImport.source,
    verifiedOn: own.verifiedOn ?? ofImport.verifiedOn,
    reviewBy: own.reviewBy ?? ofImport.reviewBy,
    from: days.from,
    until: days.until,
  };
}
