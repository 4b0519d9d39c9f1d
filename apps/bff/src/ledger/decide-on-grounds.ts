import { unsentStates } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { json } from "#/store/sql/json.ts";
import { isAtRest, reasonColumns, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { annotateChange } from "./changes.ts";
import { compareGrounds } from "./ground.ts";
import type { Ledger } from "./with-ledger.ts";

/** Who keeps ours, or accepts what the index says, has seen what is there now: it is the ground of what was not sent yet, too. */
export async function decideOnGrounds(
  deps: Deps,
  ledger: Ledger,
  { connectionId, indexId, record, field }: FieldOfIndex,
  side: "base" | "index",
): Promise<void> {
  const place = { connectionId, indexId, records: [record], states: unsentStates };
  const rows = (await selectChangesOnRecords(ledger.trx, place)).filter((row) => row.field === field);
  const { byId } = await compareGrounds(deps, ledger.trx, rows);
  const at = deps.clock.now();
  for (const { row, ground, now, moved } of byId.values()) {
    const goesOn = isAtRest(row) && !moved[side === "base" ? "index" : "base"];
    await annotateChange(deps, ledger, row, {
      ground: json({ ...ground, [side]: now[side] ?? ground[side], at: at.toISOString() }),
      ...(goesOn ? { ...reasonColumns(null), try_after: at } : {}),
    });
  }
}
