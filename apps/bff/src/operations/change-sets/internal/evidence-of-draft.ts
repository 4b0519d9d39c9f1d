import type { Deps } from "#/context/deps.ts";
import { refuseImpossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import type { ChangeSetRow } from "#/store/tables/changes/change-sets.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { selectEvidence } from "#/store/tables/changes/evidence.ts";

/**
 * The evidence typed into the draft, for changes without their own. Refused with an impossible day, and without a reason
 * where the connection requires one, or where it says from or until which day they hold.
 */
export async function evidenceOfDraft(
  deps: Pick<Deps, "clock" | "service">,
  trx: Transaction,
  { evidence_id: id, connection_id: connectionId }: ChangeSetRow,
  drafts: readonly ChangeRow[],
): Promise<string | null> {
  const typed = id === null ? undefined : (await selectEvidence(trx, [id])).get(id);
  refuseImpossibleDays([{ evidence: typed, pointer: "/evidence" }], deps);
  if (typed !== undefined && typed.reason !== "") return id;
  if (drafts.every((draft) => draft.evidence_id !== null)) return null;
  const hasDays = typed !== undefined && (typed.from !== null || typed.until !== null);
  if (!hasDays && !(await selectApprovalSettings(trx, connectionId)).reasonRequired) return null;
  throw operationError("invalid_request", "reason", { pointer: "/evidence/reason" });
}
