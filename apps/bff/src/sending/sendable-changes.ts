import { setImmediate as nextTurn } from "node:timers/promises";
import { type ChangeReason, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type ChangeRow, orderOf } from "#/store/tables/changes/changes.ts";
import { orderByDependency, readinessOf } from "./creations/provisional-references.ts";
import { holdReason } from "./hold-reason.ts";
import { isPin } from "./records/settle-pins.ts";

/** So many changes are judged before other work has its turn. */
const AT_ONCE = 500;

export interface SendableChanges {
  sendable: ChangeRow[];
  held: { change: ChangeRow; reason: ChangeReason }[];
}

/** Which changes can be sent now, and why the others are held. Holding a change also holds those that name its record. */
export async function judgeSendable(deps: Deps, ready: readonly ChangeRow[]): Promise<SendableChanges> {
  let sendable = [...ready];
  const held: SendableChanges["held"] = [];
  for (;;) {
    const creations = creationsByIndex(sendable);
    const heldCreations = creationsByIndex(held.map(({ change }) => change));
    const heldNow: SendableChanges["held"] = [];
    for (const [place, change] of sendable.entries()) {
      if (place % AT_ONCE === AT_ONCE - 1) await nextTurn();
      const { index_id: indexId } = change;
      const readiness = await readinessOf(deps, change, creations.get(indexId), heldCreations.get(indexId));
      // A pin needs no write where the index has the value by itself, which only a reading can tell.
      const reason =
        (isPin(change) ? null : holdReason(deps, change)) ?? (readiness.outcome === "hold" ? readiness.reason : null);
      if (reason !== null) heldNow.push({ change, reason });
    }
    if (heldNow.length === 0) return { sendable, held };
    held.push(...heldNow);
    const ids = new Set(heldNow.map(({ change }) => change.id));
    sendable = sendable.filter((change) => !ids.has(change.id));
  }
}

function creationsByIndex(changes: readonly ChangeRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const creations = changes.filter(({ operation }) => operation.op === "create");
  const ofIndices = Map.groupBy(creations, (change) => change.index_id);
  return new Map([...ofIndices].map(([indexId, made]) => [indexId, new Set(made.map((change) => change.record_id))]));
}

/** Changes by record of an index version, each index in the order of approval, but creations before what names them. */
export function inOrderOfSending(changes: readonly ChangeRow[]): ChangeRow[][] {
  const ordered = changes.toSorted((a, b) => orderOf(a) - orderOf(b));
  const ofIndices = Map.groupBy(ordered, (change) => change.index_id);
  return [...ofIndices.values()].flatMap((ofIndex) => orderByDependency(byRecord(ofIndex)));
}

/** Groups changes by record of an index version, in the order of approval. */
export function byRecord(changes: readonly ChangeRow[]): ChangeRow[][] {
  const ordered = changes.toSorted((a, b) => orderOf(a) - orderOf(b));
  return [...Map.groupBy(ordered, (change) => `${change.index_id} ${recordKey(recordOf(change))}`).values()];
}
