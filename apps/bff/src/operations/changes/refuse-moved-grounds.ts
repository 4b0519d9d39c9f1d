import type { SettleMovedInput } from "@dc/contract";
import { equalPart, isStaged, movedPhonesClause, phoneKeyText, phonesOf, type Reading, shapeOf } from "@dc/directory";
import { type OperationError, operationError } from "#/runtime/errors.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { compareGrounds, type ComparedGround, isMoved } from "#/ledger/grounds/ground.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { describeCurrentValue } from "./refuse-moved.ts";

const MOST_NAMED = 100;

/** Refuses an act on changes whose ground moved, and says of each what is there now. */
export async function refuseMovedGrounds(
  deps: Deps,
  trx: Transaction,
  compared: Iterable<ComparedGround>,
): Promise<void> {
  const moved = [...compared].filter(isMoved);
  if (moved.length > 0) throw await movedRefusal(deps, trx, moved);
}

/** A token settles of what moved its own alone: it neither discards nor withdraws what somebody else staged. */
export async function refuseMovedOfOthers(
  { actor, deps }: Pick<RequestContext, "actor" | "deps">,
  trx: Transaction,
  rows: readonly ChangeRow[],
): Promise<void> {
  if (actor.kind !== "token") return;
  const ofOthers = rows.filter((row) => row.created_by.id !== actor.id && isStaged(row));
  const { byId } = await compareGrounds(deps, trx, ofOthers);
  if ([...byId.values()].some(isMoved)) throw operationError("forbidden", "person-settles");
}

/** The refusal that names these changes, whose ground moved. */
export async function movedRefusal(
  deps: Deps,
  trx: Transaction,
  moved: readonly ComparedGround[],
): Promise<OperationError> {
  const named = await nameEach(deps, trx, moved);
  const sentence = moved.length === 1 ? (named[0]?.detail ?? "") : "Look at them, and settle each or split them off.";
  return operationError("moved_since_seen", "changes", { count: moved.length, sentence, moved: named });
}

/** Refuses to settle changes where something else of what they decide is there by now than was shown; nothing was stated of none. */
export async function refuseOtherThanSeen(
  deps: Deps,
  trx: Transaction,
  compared: Iterable<ComparedGround>,
  seen: SettleMovedInput["seen"],
): Promise<void> {
  if (seen === undefined) return;
  const others = [...compared].filter((ground) => !isAsSeen(deps, ground, seen[ground.row.id] ?? {}));
  if (others.length > 0) throw await movedRefusal(deps, trx, others);
}

function isAsSeen(
  { service: { profile } }: Deps,
  ground: ComparedGround,
  seen: NonNullable<SettleMovedInput["seen"]>[string],
): boolean {
  const { row, moved, now } = ground;
  return sides.every(([side]) => {
    const [shown, is] = [seen[side] ?? null, now[side]];
    if (shown === null || is === null) return is === null ? shown === null : !isMoved(ground) || !moved[side];
    const readings = { a: shown, b: is, effective: ground.ground.effective ?? is };
    return equalPart(row.kind ?? "json", row.operation, readings, profile.defaultRegion);
  });
}

/** The refusal to keep ours where the entry of a list is gone that these changes are about, and nothing is in its place. */
export async function keepRefusal(
  deps: Deps,
  trx: Transaction,
  gone: readonly ComparedGround[],
): Promise<OperationError> {
  const named = await nameEach(deps, trx, gone);
  return operationError("moved_since_seen", "keep-ours", { count: gone.length, moved: named });
}

async function nameEach(deps: Deps, trx: Transaction, moved: readonly ComparedGround[]) {
  const named = [];
  for (const ground of moved.slice(0, MOST_NAMED))
    named.push({ changeId: ground.row.id, detail: await movedText(deps, trx, ground) });
  return named;
}

const sides = [
  ["base", "In the standard index,"],
  ["index", "In the index,"],
  ["effective", "In the directory,"],
] as const;

/** What moved, in sentences. */
async function movedText(
  deps: Deps,
  trx: Transaction,
  { row, ground, now, moved, missing, isGone }: ComparedGround,
): Promise<string> {
  const { record_type: type } = row;
  const sentences = [];
  if (missing !== null) {
    const phone = phoneKeyText(missing.key, [ground.effective, row.value_before, row.base_seen]);
    sentences.push(
      missing.listed === 0
        ? `This ${type} no longer has the phone ${phone}.`
        : `Several phones of this ${type} have the number ${phone}.`,
    );
  }
  for (const [side, where] of sides) {
    if (!moved[side]) continue;
    if (row.field === null) sentences.push(`${where} the record changed.`);
    else {
      const is = side === "index" && isGone ? null : now[side];
      sentences.push(`${where} ${await movedClause(deps, trx, row, { seen: ground[side], now: is })}.`);
    }
  }
  return sentences.join(" ");
}

/** What a side says now of what a change decides: of its phones or its member, or of its whole field. */
async function movedClause(
  deps: Deps,
  trx: Transaction,
  { field, kind, index_id: indexId, record_type: type, operation }: ChangeRow,
  { seen, now }: { seen: Reading | null; now: Reading | null },
): Promise<string> {
  const shape = shapeOf(kind ?? "json");
  const isOfPhones = shape === "keyed" && seen !== null && now !== null && phonesOf(seen) !== null;
  if (isOfPhones && phonesOf(now) !== null)
    return movedPhonesClause(operation, { seen, now }, deps.service.profile.defaultRegion);
  const member = shape === "members" && "element" in operation ? operation.element : undefined;
  const element = typeof member === "string" ? member : undefined;
  const look = { at: { indexId, type }, field: field ?? "", kind: kind ?? "json", element, seen, now } as const;
  return await describeCurrentValue(deps, look, trx);
}
