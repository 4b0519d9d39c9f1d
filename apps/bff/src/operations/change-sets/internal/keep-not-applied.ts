import { consoleActors } from "#/context/console-actors.ts";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { oldestGround } from "#/operations/changes/read-grounds.ts";
import type { OperationError } from "#/runtime/errors.ts";
import type { NotApplied } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { updateCheck } from "#/store/tables/changes/change-set-leases.ts";
import type { ChangeSetRow } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";

/** The most changes that a refusal names. */
const MOST_NAMED = 100;

/** Ends a check without applying the set, and keeps why, for whoever applied it; `changes` are those that were to be applied. */
export async function keepNotApplied(
  { deps, requestId }: RequestContext,
  trx: Transaction,
  {
    row,
    by,
    refusal,
    changes,
  }: { row: ChangeSetRow; by: Actor; refusal: OperationError; changes: readonly ChangeRow[] },
): Promise<void> {
  const named = (refusal.moved ?? []).slice(0, MOST_NAMED);
  const versionOf = new Map(
    (
      await selectChangesByIds(
        trx,
        named.map(({ changeId }) => changeId),
      )
    ).map((change) => [change.id, change.version]),
  );
  const readAt = await oldestGround(deps, trx, refusal.code === "ground_not_read" ? changes : []);
  const notApplied: NotApplied = {
    requestId,
    by,
    at: deps.clock.now().toISOString(),
    code: refusal.code,
    detail: refusal.message,
    changes: named.map(({ changeId: id, detail }) => ({ id, version: versionOf.get(id) ?? 0, detail })),
    version: row.version,
    readAt: readAt?.toISOString() ?? null,
  };
  await updateCheck(trx, row.id, { checking: null, notApplied });
  await journal({ deps, requestId, actor: consoleActors.checker }, trx, {
    subject: row.id,
    indexId: row.index_id,
    message: { code: "change-set.not-applied", params: { detail: refusal.message } },
  });
}
