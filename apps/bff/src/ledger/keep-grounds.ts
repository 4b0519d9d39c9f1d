import type { Deps } from "#/context/deps.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { compareGrounds, groundNow } from "./ground.ts";
import { settleGrounds } from "./changes.ts";
import { SupersededError } from "./move-change.ts";
import type { Ledger } from "./with-ledger.ts";

const nothingSeen = { base: null, index: null, effective: null, shown: [], at: new Date(0).toISOString() };

/**
 * Gives changes that an earlier version staged, without what their author saw, the values that are there as they are first
 * shown. Returns all of them, with their grounds.
 */
export async function keepGrounds(deps: Deps, ledger: Ledger, rows: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const without = rows.filter(({ ground, operation }) => ground === null && operation.op !== "create");
  if (without.length === 0) return [...rows];
  const asked = without.map((row) => ({ ...row, ground: { ...nothingSeen, effective: { absent: true as const } } }));
  const { byId } = await compareGrounds(deps, ledger.trx, asked);
  const now = deps.clock.now();
  const settled = without.flatMap((row) => {
    const compared = byId.get(row.id);
    if (compared === undefined) return [];
    return [{ row, ground: { ...groundNow(compared, now), isKept: false }, by: null }];
  });
  if (!(await settleGrounds(deps, ledger, settled)))
    throw new SupersededError("Some of the changes were changed in the meantime.");
  const groundOf = new Map(settled.map(({ row, ground }) => [row.id, ground]));
  return rows.map((row) => {
    const ground = groundOf.get(row.id);
    return ground === undefined ? row : { ...row, ground, version: row.version + 1 };
  });
}
