import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesOfSet } from "#/store/tables/changes/changes.ts";

/** The named changes of a set; refused where one of them is not in it. */
export async function changesNamed(
  trx: Transaction,
  changeSetId: string,
  changeIds: readonly string[],
): Promise<ChangeRow[]> {
  const ofSet = new Map((await selectChangesOfSet(trx, changeSetId)).map((change) => [change.id, change]));
  return [...new Set(changeIds)].map((id, index) => {
    const change = ofSet.get(id);
    if (change === undefined)
      throw operationError("invalid_request", "other-change-set", { pointer: `/changeIds/${index}` });
    return change;
  });
}
