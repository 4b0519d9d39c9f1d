import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";

/** The named changes of a set; refused where one of them is not in it. */
export async function changesNamed(
  trx: Transaction,
  changeSetId: string,
  changeIds: readonly string[],
): Promise<ChangeRow[]> {
  const rows = await selectChangesByIds(trx, changeIds);
  return namedAmong(
    rows.filter((row) => row.change_set_id === changeSetId),
    changeIds,
  );
}

/** The named ones of these changes of a set; refused where one of them is none of these. */
export function namedAmong(rows: readonly ChangeRow[], changeIds: readonly string[]): ChangeRow[] {
  const ofSet = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(changeIds)].map((id, index) => {
    const change = ofSet.get(id);
    if (change === undefined)
      throw operationError("invalid_request", "other-change-set", { pointer: `/changeIds/${index}` });
    return change;
  });
}
