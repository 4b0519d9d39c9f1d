import type { Change, ChangeState } from "@dc/contract";
import { baseSeenElements, type FieldMemory, touchedElements } from "./field-memory.ts";
import type { GroundChecker } from "./grounds.ts";
import { changesOn, CONNECTION, type History, isSame, refreshChanges } from "./history.ts";
import type { Memories } from "./memories.ts";
import { effectiveOf, isInWanted, sameElements, stateOfSet, type ToldChange, touchedBy } from "./oracle.ts";
import type { Field } from "./service-states.ts";

type Moves = Awaited<ReturnType<typeof refreshChanges>>;

/** How changes moved from state to state, and what that says of the states of their sets. */
export interface MoveChecker {
  /** Reads the changes again, checks how they moved, and moves the memories with them. */
  takeOver(): Promise<Moves>;
  /** Checks the states of sets; what is paused or checked now is so for what moves from here on. */
  checkSets(): void;
  /** Keeps what the next step is compared with. */
  endStep(): void;
}

const legalNext: Readonly<Record<ChangeState, readonly ChangeState[]>> = {
  draft: ["in review", "approved", "withdrawn"],
  "in review": ["approved", "rejected", "draft", "withdrawn"],
  approved: ["queued", "rejected", "in review", "draft", "withdrawn"],
  queued: ["sending", "held", "deferred", "approved", "withdrawn"],
  held: ["deferred", "applied", "withdrawn"],
  deferred: ["sending", "held", "applied", "withdrawn"],
  sending: ["applied", "failed", "unknown", "deferred", "held"],
  unknown: ["applied", "sending", "failed"],
  applied: ["reverted"],
  failed: [],
  rejected: [],
  withdrawn: [],
  reverted: [],
};

const hasBeenLive: ReadonlySet<ChangeState> = new Set(["deferred", "held", "sending", "unknown", "applied", "failed"]);

export function createMoveChecker(history: History, memories: Memories, grounds: GroundChecker): MoveChecker {
  const { stack, serviceStates } = history;
  const everUnknown = new Set<string>();
  const everLive = new Set<string>();
  /** Changes that had an alarm: K of theirs is what was read back then, not what is there once it is settled. */
  const alarmed = new Set<string>();
  /** How long the service's ledger was before the step. */
  let lengthBefore = stack.app.sandbox.ledger.length;
  /** What was paused before a step and still is stays unsent in it. */
  let pausedBefore: ReadonlySet<string> = new Set();
  /** As well, what was checked. */
  let checkedBefore: ReadonlySet<string> = new Set();

  async function takeOver(): Promise<Moves> {
    const moves = await refreshChanges(history);
    for (const move of moves.toSorted((a, b) => (a.change.order ?? 0) - (b.change.order ?? 0))) checkMove(move);
    for (const { change } of history.changes.values()) {
      const field = history.fields.find((one) => isSame(one.record, change.record) && one.field === change.field);
      if (change.alarmId === null || alarmed.has(change.id) || field === undefined) continue;
      alarmed.add(change.id);
      memories.known(change.indexId, field).markUnsure(touchedElements(field.kind, change));
    }
    grounds.checkLive(moves);
    return moves;
  }

  function checkMove({ id, from, to, change }: Moves[number]): void {
    if (!isReachable(from, to)) throw new Error(`${id} went from ${from} to ${to}.`);
    if (
      checkedBefore.has(change.changeSetId ?? "") &&
      history.checking.has(change.changeSetId ?? "") &&
      to !== "in review"
    )
      throw new Error(`${id} is ${to}, while what it was decided on is being read.`);
    const isPaused = [CONNECTION, change.changeSetId ?? ""].some(
      (id) => pausedBefore.has(id) && history.paused.has(id),
    );
    if (isPaused && to === "failed" && from !== "unknown") throw new Error(`${id} was sent while it was paused.`);
    if (isPaused && to === "applied" && !["sending", "unknown"].includes(from) && change.receipt?.foundNotSent !== true)
      throw new Error(`${id} was sent while it was paused.`);
    if (to === "unknown") everUnknown.add(id);
    if (from === "unknown" && change.alarmId !== null && !history.settledAlarms.has(change.alarmId))
      throw new Error(`${id} is ${to}, and nobody settled its alarm.`);
    if (hasBeenLive.has(from) || hasBeenLive.has(to)) everLive.add(id);
    const field = history.fields.find(
      ({ record, field: name }) => isSame(record, change.record) && name === change.field,
    );
    if (field === undefined) throw new Error(`${id} is about something that was never staged.`);
    const about = touchedElements(field.kind, change);
    const isTakenBack = to === "withdrawn" && from !== "draft";
    // L is what its author saw from when it is live (B2).
    if (!hasBeenLive.has(from) && hasBeenLive.has(to))
      memories.baseline(change.indexId, field).move(baseSeenElements(field.kind, change), about);
    if (isTakenBack) memories.baseline(change.indexId, field).markUnsure(about);
    if (to !== "applied") return;
    checkApplied(change, field);
    if (alarmed.has(id)) return;
    const onTheWay = changesOn(history, change.indexId, field).some(
      (other) => other.id !== id && (other.state === "sending" || other.state === "unknown"),
    );
    const here = memories.known(change.indexId, field);
    if (onTheWay) here.markUnsure(about);
    else moveToReadBack(here, change, field, about);
  }

  /** K becomes what was read after the last write of ours in this step, although a leak may have come since. */
  function moveToReadBack(here: FieldMemory, { indexId, record }: Change, field: Field, about: string[] | null): void {
    const written = serviceStates.lastWritten(indexId, record);
    const reading = history.readings.find(
      ({ indexId: of, path, before }) => of === indexId && path === stack.pathOf(record) && before >= written,
    );
    if (written <= lengthBefore || reading === undefined)
      return here.move(serviceStates.elements(indexId, field), about);
    const [first, last] = [reading.before, reading.after].map((length) =>
      serviceStates.elementsAt(indexId, field, length + 1),
    );
    if (first === undefined || last === undefined) return;
    if (sameElements(first, last)) here.move(first, about);
    else here.markUnsure(about);
  }

  function checkApplied(change: Change, field: Field): void {
    const { indexId } = change;
    const says = (elements: ReadonlyMap<string, string>) => holds(change, field, elements);
    if (serviceStates.written(indexId, field).some(says)) return;
    const isFound =
      change.receipt?.foundNotSent === true ||
      (everUnknown.has(change.id) && serviceStates.touchedFromOutside(indexId, field.record));
    if (isFound && serviceStates.past(indexId, field).some(says)) return;
    throw new Error(
      `${change.id} is applied, and the service's ledger never had it: ${JSON.stringify(change.operation)}.`,
    );
  }

  function holds(change: Change, field: Field, elements: ReadonlyMap<string, string>): boolean {
    const { kind } = field;
    const about = touchedBy(kind, change.operation);
    const alone: ToldChange = { ...change, order: 0, state: "held" };
    const wanted = effectiveOf(kind, elements, [alone]);
    if (about !== null) return about.every((element) => wanted.get(element) === elements.get(element));
    // A change of the whole field may have been sent in one request with later approved ones.
    const later = changesOn(history, change.indexId, field)
      .filter((other) => other.id !== change.id && isInWanted(other) && (other.order ?? 0) > (change.order ?? 0))
      .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));
    return [0, ...later.map((_, at) => at + 1)].some((count) =>
      sameElements(effectiveOf(kind, elements, [alone, ...later.slice(0, count)]), elements),
    );
  }

  function checkSets(): void {
    for (const [id, { changeSet }] of history.sets) {
      if (history.paused.has(id) && changeSet.paused === null)
        throw new Error(`${id} was paused, and goes on though nobody resumed it.`);
      const changes = [...history.changes.values()].map(({ change }) => change).filter((one) => one.changeSetId === id);
      const right = stateOfSet(changes, everLive, history.checking.has(id));
      if (changeSet.state !== right) throw new Error(`${id} reads ${changeSet.state}, and the oracle says ${right}.`);
    }
    pausedBefore = new Set(history.paused);
    checkedBefore = new Set(history.checking);
  }

  return {
    takeOver,
    checkSets,
    endStep() {
      lengthBefore = stack.app.sandbox.ledger.length;
    },
  };
}

function isReachable(from: ChangeState, to: ChangeState): boolean {
  const seen = new Set<ChangeState>([from]);
  for (const state of seen) for (const next of legalNext[state]) seen.add(next);
  return seen.has(to);
}
