import type { Change, ChangeState } from "@dc/contract";
import type { LedgerEntry } from "@dc/sandbox/app";
import { changesOn, type History, isSame } from "./history.ts";
import { type ApprovalBook, createApprovalBook } from "./approvals.ts";
import {
  isReplaced,
  describeElements,
  effectiveOf,
  type Elements,
  isInWanted,
  type Kind,
  touchedBy,
} from "./oracle.ts";
import type { Field } from "./service-states.ts";

/** What the author of a change saw of its field, and how long the service's ledger was then. */
interface Ground {
  at: number;
  base: Elements;
  index: Elements;
  /** Without what was queued then, and with it. */
  effective: readonly Elements[];
  /** The staged changes that were shown. */
  shown: ReadonlySet<string>;
}

interface Move {
  id: string;
  from: ChangeState;
  to: ChangeState;
  change: Change;
}

/** Judges by the service's own ledger that nothing is in it whose author did not see what it was decided on. */
export interface GroundChecker {
  approvals: ApprovalBook;
  /** Takes what is there now for what the authors of these changes saw. */
  see(changes: readonly Change[]): void;
  /** Takes over what the step staged, and checks what became live in it. */
  checkLive(moves: readonly Move[]): void;
  checkWrites(entries: readonly LedgerEntry[]): void;
}

const everLive: readonly ChangeState[] = ["deferred", "held", "sending", "unknown", "applied", "failed"];

export function createGroundChecker(history: History): GroundChecker {
  const { serviceStates, stack } = history;
  const { ledger } = stack.app.sandbox;
  const grounds = new Map<string, Ground>();
  const approvals = createApprovalBook(history.approvals);
  let stepBegan = ledger.length;
  const fieldOf = (change: Change): Field => {
    const found = history.fields.find((one) => isSame(one.record, change.record) && one.field === change.field);
    if (found === undefined) throw new Error(`${change.id} is about something that was never staged.`);
    return found;
  };

  function see(changes: readonly Change[]): void {
    for (const change of changes) {
      const field = fieldOf(change);
      const [base, index] = [stack.standardIndex, change.indexId].map((id) => serviceStates.elements(id, field));
      if (base === undefined || index === undefined) continue;
      const others = changesOn(history, change.indexId, field).filter(({ id }) => id !== change.id);
      const isShown = (one: Change) =>
        ["draft", "in review", "approved", "queued"].includes(one.state) &&
        (one.changeSetId === change.changeSetId || one.createdBy.id === change.createdBy.id);
      grounds.set(change.id, {
        at: ledger.length,
        base,
        index,
        effective: [isInWanted, isQueuedOrLive].map((counts) => effectiveOf(field.kind, index, others, counts)),
        shown: new Set(others.filter(isShown).map(({ id }) => id)),
      });
    }
  }

  /** E without its own set says what its author saw of it, or that with the shown changes that went live laid over it. */
  function checkEffective(change: Change, stateBefore: (change: Change) => ChangeState): void {
    const field = fieldOf(change);
    const ground = groundOf(change);
    const all = changesOn(history, change.indexId, field);
    const earlier = all.filter(
      (one) => one.changeSetId !== change.changeSetId && (one.order ?? Infinity) < (change.order ?? 0),
    );
    const { kind } = field;
    const index = serviceStates.elementsAt(change.indexId, field, stepBegan + 1);
    const counting = [isInWanted, (one: Change) => isQueuedOrLive({ ...one, state: stateBefore(one) })];
    const now = counting.map((counts) =>
      effectiveOf(
        kind,
        index,
        // What was sent in this step is not in the index as that was at its beginning.
        earlier.filter(counts).map((one) => ({ ...one, state: stateBefore(one) === "applied" ? "applied" : "held" })),
      ),
    );
    const wentLive = earlier
      .filter(({ id, state }) => ground.shown.has(id) && everLive.includes(state))
      .map((one) => ({ ...one, state: "held" as const }));
    const seen = ground.effective.flatMap((effective) => [effective, effectiveOf(kind, effective, wentLive)]);
    const keys = touchedBy(kind, change.operation);
    if (now.some((one) => seen.some((other) => differing(kind, one, other, keys).length === 0))) return;
    throw new Error(
      `${change.id} is live on ${now.map(describeElements).join(" or ")}, and its author saw ${seen.map(describeElements).join(" or ")}.`,
    );
  }

  function groundOf({ id }: Change): Ground {
    const ground = grounds.get(id);
    if (ground === undefined) throw new Error(`${id} was never seen staged.`);
    return ground;
  }

  function checkWrite(entry: LedgerEntry, indexId: string, field: Field): void {
    const { kind } = field;
    const [before, after] = [entry.before, entry.after].map((raw) => serviceStates.ofRaw(raw ?? {}, field));
    if (before === undefined || after === undefined) return;
    const base = serviceStates.elementsAt(stack.standardIndex, field, entry.seq);
    const sent = changesOn(history, indexId, field).filter(({ state }) => everLive.includes(state));
    for (const key of differing(kind, before, after, null)) {
      const isSeen = (of: Elements, ...others: Elements[]) => others.some((one) => isEqual(kind, key, of, one));
      const deciding = sent.filter((change) => {
        const alone = effectiveOf(kind, before, [{ ...change, state: "held" }]);
        return touchedBy(kind, change.operation)?.includes(key) !== false && isEqual(kind, key, alone, after);
      });
      const isOnGround = (change: Change) => {
        const ground = groundOf(change);
        const isIndexOurs = serviceStates.isLastFromUs(indexId, field, {
          since: ground.at,
          until: entry.seq,
          isMoved: (a, b) => !isEqual(kind, key, a, b),
        });
        const isFollowing = serviceStates.followedBase(indexId, field.record, entry.seq);
        return isSeen(base, ground.base, after) && (isSeen(before, ground.index) || isIndexOurs || isFollowing);
      };
      if (!deciding.some(isOnGround))
        throw new Error(
          `Entry ${entry.seq} writes ${key} of ${field.field} of ${entry.record} in ${indexId}, and ${deciding.length === 0 ? "nobody asked for it" : `the authors of ${deciding.map(({ id }) => id).join(", ")} saw something else`}.`,
        );
    }
  }

  return {
    approvals,
    see,
    checkLive(moves) {
      const changes = [...history.changes.values()].map(({ change }) => change);
      see(changes.filter(({ id }) => !grounds.has(id)));
      const before = new Map(moves.map(({ id, from }) => [id, from]));
      for (const { from, to, change } of moves)
        if (!everLive.includes(from) && everLive.includes(to)) {
          checkEffective(change, ({ id, state }) => before.get(id) ?? state);
          approvals.checkLive(change);
        } else if (everLive.includes(from) && to === "withdrawn" && !isReplaced(change))
          approvals.checkTakenBack(change);
      for (const [id, { changeSet }] of history.sets) if (changeSet.takingBack === null) approvals.endTakingBack(id);
      stepBegan = ledger.length;
    },
    checkWrites(entries) {
      for (const entry of entries) {
        if (entry.key === "control" || entry.index === null || history.strays.late.has(entry.seq)) continue;
        for (const field of history.fields)
          if (field.record.type === entry.kind && field.record.id === entry.record)
            checkWrite(entry, entry.index, field);
      }
    },
  };
}

const isQueuedOrLive = (change: { state: ChangeState }): boolean =>
  change.state === "queued" || everLive.includes(change.state);

/** Entries of phones count as there or not there: what a label was decided on is not judged. */
function isEqual(kind: Kind, key: string, a: Elements, b: Elements): boolean {
  return kind === "phones" ? a.has(key) === b.has(key) : a.get(key) === b.get(key);
}

function differing(kind: Kind, a: Elements, b: Elements, keys: readonly string[] | null): string[] {
  return (keys ?? [...new Set([...a.keys(), ...b.keys()])]).filter((key) => !isEqual(kind, key, a, b));
}
