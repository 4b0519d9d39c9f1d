import type { SetUntilInput, UntilSet } from "@dc/contract";
import { isLive } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { todayOf } from "#/context/today.ts";
import { setUntil } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { selectEvidence } from "#/store/tables/changes/evidence.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";

/** Says until which day live overrides with a last day hold from now on, or that they have no end: all of them or none. */
export async function setUntilOf(
  context: RequestContext,
  { indexId, changeIds, until, reason }: SetUntilInput & { indexId: string },
): Promise<UntilSet> {
  const { actor, connection, deps } = context;
  refuseStandard(await loadIndexVersion(context, indexId));
  if (until !== null && until < todayOf(deps).today)
    throw operationError("invalid_request", "until-past", { pointer: "/until" });
  const ids = [...new Set(changeIds)];
  await withLedger(deps, async (ledger) => {
    const found = (await selectChangesByIds(ledger.trx, ids)).filter(
      (row) => row.connection_id === connection.id && row.index_id === indexId,
    );
    if (found.length < ids.length) throw operationError("not_found", "change");
    const evidence = await selectEvidence(
      ledger.trx,
      found.flatMap((row) => row.evidence_id ?? []),
    );
    const hasEnd = (row: ChangeRow) => evidence.get(row.evidence_id ?? "")?.until != null;
    if (!found.every((row) => isLive(row) && hasEnd(row))) throw operationError("wrong_state", "no-end");
    const said = { until, by: actor, at: deps.clock.now().toISOString() };
    if (!(await setUntil(deps, ledger, found, said))) throw operationError("version_mismatch", "override");
    await journal(context, ledger.trx, {
      subject: indexId,
      indexId,
      after: { until, changeIds: ids },
      message: { code: "decision.until", params: { by: actor.name, count: ids.length, until } },
      why: reason ?? null,
    });
  });
  return { changeIds: ids };
}
