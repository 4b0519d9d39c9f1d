import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@dc/api-client";
import {
  AlarmList,
  type Change,
  type ChangeState,
  PractitionerView,
  type RecordKey,
  type RecordView,
} from "@dc/contract";
import type { LedgerEntry } from "@dc/sandbox/app";
import { OVERRIDES_HEADER } from "#/gateway/gateway.ts";
import { touchedElements, createFieldMemory, baseSeenElements, type FieldMemory } from "./field-memory.ts";
import { changesOn, CONNECTION, type History, isSame, landed, refreshChanges } from "./history.ts";
import {
  decidingChange,
  effectiveOf,
  elementsOf,
  isInWanted,
  isReturn,
  stateOfSet,
  sameElements,
  describeElements,
  type ToldChange,
  touchedBy,
  verdictOf,
} from "./oracle.ts";
import { createGroundChecker, type GroundChecker } from "./grounds.ts";
import { checkPreview } from "./check-preview.ts";
import type { Field } from "./service-states.ts";

/** The invariants of one history: compares sandbox, API and gateway with the oracle after each step. */
export interface InvariantChecker {
  /** L and K of a field, moved by decisions. */
  baseline(indexId: string, field: Field): FieldMemory;
  known(indexId: string, field: Field): FieldMemory;
  grounds: GroundChecker;
  /** Checks everything that the step could have affected. */
  afterStep(requestsBefore: number): Promise<void>;
}

type Moves = Awaited<ReturnType<typeof refreshChanges>>;

const recordOf = ({ record }: Change) => `${record.type} ${record.id}`;

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

export function createInvariantChecker(history: History): InvariantChecker {
  const { stack, serviceStates } = history;
  const { profile } = stack.app.deps.service;
  const baselines = new Map<string, FieldMemory>();
  const knowns = new Map<string, FieldMemory>();
  const keyOf = (indexId: string, { record, field }: Field) => `${indexId} ${record.id} ${field}`;
  for (const indexId of history.indices) {
    for (const field of history.fields) {
      const start = serviceStates.elements(indexId, field);
      // The roster of the stack was read: an index version that lies over base was seen to say what base says.
      const isObserved = indexId === stack.createdIndex || serviceStates.followsBase(indexId, field.record);
      baselines.set(keyOf(indexId, field), createFieldMemory(isObserved ? start : null));
      knowns.set(keyOf(indexId, field), createFieldMemory(start));
    }
  }
  const memory = (memories: Map<string, FieldMemory>, indexId: string, field: Field): FieldMemory => {
    const found = memories.get(keyOf(indexId, field));
    if (found === undefined) throw new Error("Every field of the run has a memory.");
    return found;
  };
  const grounds = createGroundChecker(history);
  const everUnknown = new Set<string>();
  const everLive = new Set<string>();
  /** Changes that had an alarm: K of theirs is what was read back then, not what is there once it is settled. */
  const alarmed = new Set<string>();

  function checkLedger(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      if (entry.key === "control" || history.strays.late.has(entry.seq)) continue;
      if (wasStopped && history.isStopped)
        throw new Error(`Sent while sending is stopped at an alarm: ${JSON.stringify(entry)}`);
      if (entry.index === stack.standardIndex || entry.index === null || !history.indices.includes(entry.index))
        throw new Error(`Written where nothing may be written: ${JSON.stringify(entry)}`);
      const field = history.fields.filter(({ record }) => record.type === entry.kind && record.id === entry.record);
      const moved =
        entry.before !== null &&
        entry.after !== null &&
        field.some(
          (one) =>
            !sameElements(serviceStates.ofRaw(entry.before ?? {}, one), serviceStates.ofRaw(entry.after ?? {}, one)) ||
            isReordered(one, entry),
        );
      if (!moved && !isPinning(entry, field))
        throw new Error(`Executed twice: entry ${entry.seq} of ${entry.record} in ${entry.index} changed nothing.`);
    }
  }

  /** How long the service's ledger was before the step. */
  let lengthBefore = stack.app.sandbox.ledger.length;

  /** Whether sending was stopped before the step, too. */
  let wasStopped = false;

  /**
   * A write that base took, and did not say before, raises an alarm, which only a person settles; so does the first one of its set
   * in an index version that another one took, where nothing of ours is on its way.
   */
  async function checkAlarms(entries: readonly LedgerEntry[], moved: readonly Change[]): Promise<void> {
    const leaks = new Map<string, number>();
    for (const entry of entries) {
      const { seq, kind, record, index, before, after } = entry;
      const into = history.strays.leaked.get(seq);
      const others = history.indices.filter((id) => id !== index);
      const [shown] = into === "base" ? [stack.standardIndex] : into === "indices" ? others : [];
      if (shown === undefined || (into === "indices" && !isCompared(entry, shown, moved))) continue;
      const isTaken = history.fields.some((one) => {
        if (one.record.type !== kind || one.record.id !== record) return false;
        const [was, is] = [serviceStates.ofRaw(before ?? {}, one), serviceStates.ofRaw(after ?? {}, one)];
        return !sameElements(was, is) && !sameElements(serviceStates.elementsAt(shown, one, seq), is);
      });
      const place = `${index} ${record}`;
      if (isTaken) leaks.set(place, (leaks.get(place) ?? 0) + 1);
    }
    if (history.strays.leaked.size > 0) {
      const { items } = AlarmList.parse((await stack.call(0, "GET", "/alarms")).body);
      for (const [place, count] of leaks) {
        const told = items.filter(({ index, record }) => `${index.id} ${record.id}` === place).length;
        if (told < count)
          throw new Error(`${count} writes of ${place} changed another index, and ${told} alarms are told.`);
      }
      if (items.some(({ settled }) => settled === null)) history.isStopped = true;
    }
    wasStopped = history.isStopped;
  }

  /** Whether a write is the first one of its set in its index, so that this other one, where nothing of ours moves, is read beside it. */
  function isCompared({ index, kind, record }: LedgerEntry, other: string, moved: readonly Change[]): boolean {
    const all = [...history.changes.values()].map(({ change }) => change);
    const isOf = (change: Change, indexId: string | null) =>
      change.indexId === indexId && isSame(change.record, { type: kind, id: record });
    const sets = new Set(moved.filter((change) => isOf(change, index)).map(({ changeSetId }) => changeSetId));
    const wasSent = ({ state }: Change) => ["sending", "unknown", "applied", "failed", "reverted"].includes(state);
    const isFirst = !all.some(
      (change) =>
        sets.has(change.changeSetId) && change.indexId === index && wasSent(change) && !moved.includes(change),
    );
    const alone = new Set(moved.filter((change) => change.indexId === index).map(recordOf)).size === 1;
    const isQuiet = all.every(
      (change) => !isOf(change, other) || ["draft", "in review", "approved"].includes(change.state),
    );
    return sets.size === 1 && isFirst && alone && isQuiet;
  }

  /** On an overlay a value is written although the index has it already, where it may be following base. */
  function isPinning({ after }: LedgerEntry, fields: readonly Field[]): boolean {
    if (profile.indexVersionKind === "copy") return false;
    return fields.some((one) =>
      sameElements(serviceStates.ofRaw(after ?? {}, one), serviceStates.elements(stack.standardIndex, one)),
    );
  }

  /** Records of an overlay of which it was seen that somebody else wrote them. */
  const writtenOutside = new Set<string>();

  /** K and L of a record that nobody is known to have written follow base, if the index says what base says. */
  function followBase(indexId: string, record: RecordKey): void {
    const fields = history.fields.filter((one) => isSame(one.record, record));
    const ofRecord = fields.flatMap((field) => changesOn(history, indexId, field));
    const place = `${indexId} ${record.id}`;
    if (profile.indexVersionKind === "copy" || writtenOutside.has(place)) return;
    if (ofRecord.some(({ state }) => state === "applied")) return;
    for (const field of fields) {
      const index = serviceStates.elements(indexId, field);
      const base = serviceStates.elements(stack.standardIndex, field);
      if (!sameElements(index, base)) {
        writtenOutside.add(place);
        continue;
      }
      memory(knowns, indexId, field).move(index, null);
      // What was decided about one element leaves the others following.
      const decided = changesOn(history, indexId, field).filter(
        (change) => isInWanted(change) || change.state === "queued",
      );
      const touched = decided.map((change) => touchedElements(field.kind, change));
      if (touched.includes(null)) continue;
      memory(baselines, indexId, field).moveOthers(
        base,
        touched.flatMap((elements) => elements ?? []),
      );
    }
  }

  function isReordered({ record, field }: Field, { before, after }: LedgerEntry): boolean {
    return !isDeepStrictEqual(
      profile.decode(record.type, before ?? {})[field],
      profile.decode(record.type, after ?? {})[field],
    );
  }

  /** Each write of a record follows a successful read of it, made since the write before. */
  function checkRequests(since: number): void {
    const read = new Set<string>();
    for (const { method, path, index, status } of stack.app.sandbox.counters.after(since)) {
      const place = `${index} ${path}`;
      if (method === "GET" && status === 200) read.add(place);
      if (method !== "POST") continue;
      if (!read.delete(place))
        throw new Error(`Repeated blindly: a second write of ${place} without a read before it.`);
    }
  }

  /** The console's own proposals in the index being checked. */
  let proposed: readonly Change[] = [];

  /** What was paused before a step and still is stays unsent in it. */
  let pausedBefore: ReadonlySet<string> = new Set();
  /** As well, what was checked. */
  let checkedBefore: ReadonlySet<string> = new Set();

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
      memory(baselines, change.indexId, field).move(baseSeenElements(field.kind, change), about);
    if (isTakenBack) memory(baselines, change.indexId, field).markUnsure(about);
    if (to !== "applied") return;
    checkApplied(change, field);
    if (alarmed.has(id)) return;
    const onTheWay = changesOn(history, change.indexId, field).some(
      (other) => other.id !== id && (other.state === "sending" || other.state === "unknown"),
    );
    const here = memory(knowns, change.indexId, field);
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

  function checkField(indexId: string, field: Field, view: RecordView, served: JsonObject): void {
    const { kind, record } = field;
    const where = `${field.field} of ${record.type} ${record.id} in ${indexId}`;
    const compared = view.comparison.fields.find(({ key }) => key === field.field);
    if (compared === undefined) throw new Error(`${where} is not compared.`);
    const index = serviceStates.elements(indexId, field);
    const base = serviceStates.elements(stack.standardIndex, field);
    const changes = changesOn(history, indexId, field);
    const effective = effectiveOf(kind, index, changes);
    const expectSame = (what: string, told: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>) => {
      if (!sameElements(told, right))
        throw new Error(
          `${what} of ${where} is ${describeElements(told)}, and the oracle says ${describeElements(right)}.`,
        );
    };
    const { values } = compared;
    expectSame("I", elementsOf(kind, values.index), index);
    expectSame("B", elementsOf(kind, values.base), base);
    expectSame("E", elementsOf(kind, values.effective), effective);
    expectSame("The gateway's answer", serviceStates.ofRaw(served, field), effective);
    checkPreview(history, { where, indexId, field, preview: compared.values.preview, effective, proposed });
    const isWhole = kind === "text";
    const keys = isWhole
      ? [""]
      : kind === "set"
        ? [...new Set([...effective.keys(), ...index.keys(), ...base.keys()])]
        : [];
    for (const key of keys) {
      const part = isWhole ? compared : compared.parts.find((one) => one.key === key);
      const l = memory(baselines, indexId, field).of(key);
      const right = verdictOf(effective.get(key), base.get(key), l);
      const told = part?.verdict ?? "same";
      if (right === "not same" ? told === "same" : told !== right) {
        throw new Error(
          `The verdict of ${key} in ${where} is ${told}, and the oracle says ${right} (E ${effective.get(key)}, B ${base.get(key)}, L ${JSON.stringify(l)}).`,
        );
      }
      const deciding = decidingChange(kind, key, changes, isInWanted);
      const isHeld = deciding !== null && deciding.change.state !== "applied" && index.get(key) !== deciding.says;
      const k = memory(knowns, indexId, field).of(key);
      const isOutside = typeof k === "object" && k.is !== index.get(key);
      expectFlag(part?.flags.includes("held") ?? false, isHeld, "held", `${key} in ${where}`);
      if (typeof k === "object")
        expectFlag(
          part?.flags.includes("outside") ?? false,
          isOutside,
          "outside",
          `${key} in ${where}, known as ${k.is}, read as ${index.get(key)}`,
        );
      const isLost =
        deciding?.change.state === "applied" &&
        !isReturn(deciding.change.operation) &&
        deciding.says !== index.get(key);
      if (isLost && !serviceStates.touchedFromOutside(indexId, record))
        throw new Error(
          `${deciding.change.id} is applied and decides ${key} in ${where}, and the index says something else, though nobody from outside was there.`,
        );
    }
  }

  /**
   * The practitioner's view includes its schedules. Reading can settle changes, so their new states are read before the
   * check.
   */
  async function checkIndex(indexId: string): Promise<void> {
    const [practitioner] = stack.records;
    if (practitioner === undefined) throw new Error("The stack has a practitioner.");
    const path = viewPath(indexId, practitioner);
    let { status, body } = await stack.call(0, "GET", path);
    if (status !== 200) throw new Error(`The view in ${indexId} answered ${status}: ${JSON.stringify(body)}`);
    if ((await takeOverMoves()).length > 0)
      ({ status, body } = await stack.call(0, "GET", path.replace("maxAge=0", "maxAge=3600")));
    const view = PractitionerView.parse(body);
    proposed = view.changes.filter(({ createdBy, state }) => createdBy.kind === "console" && state === "draft");
    for (const record of stack.records) {
      const ofRecord = [view.practitioner, ...view.schedules].find((one) => isSame(one.record, record));
      if (ofRecord === undefined) throw new Error(`${record.id} is not in the view of its practitioner in ${indexId}.`);
      await checkRecord(indexId, record, ofRecord);
    }
  }

  async function checkRecord(indexId: string, record: RecordKey, view: RecordView): Promise<void> {
    const answer = await stack.gateway(stack.pathOf(record), { [profile.data.headers.index.name]: indexId });
    if (answer.status !== 200) throw new Error(`The gateway answered ${answer.status} for ${record.id} in ${indexId}.`);
    const raw = await jsonOf(answer);
    if (!isDeepStrictEqual(JSON.parse(view.raw?.effective ?? "null"), raw))
      throw new Error(
        `The console shows another effective record than the gateway serves: ${record.id} in ${indexId}.`,
      );
    const named = (answer.headers.get(OVERRIDES_HEADER) ?? "").split(", ").filter((id) => id !== "");
    const live = [...history.changes.values()]
      .map(({ change }) => change)
      .filter((change) => change.indexId === indexId && isSame(change.record, record) && isInWanted(change));
    const stray = named.find((id) => !live.some((change) => change.id === id));
    if (stray !== undefined) throw new Error(`The gateway names ${stray}, which is not live.`);
    const fields = history.fields.filter((field) => isSame(field.record, record));
    followBase(indexId, record);
    for (const field of fields) checkField(indexId, field, view, raw);
    checkUntouched(indexId, record, raw, fields);
  }

  /** Checks that every key without an override equals the service's own value. */
  function checkUntouched(indexId: string, record: RecordKey, served: JsonObject, fields: readonly Field[]): void {
    const own = serviceStates.raw(indexId, record);
    let rebuilt = served;
    for (const { field } of fields) {
      const reading = profile.decode(record.type, own)[field];
      if (reading !== undefined && !isDeepStrictEqual(profile.decode(record.type, rebuilt)[field], reading))
        rebuilt = profile.encodeReading(record.type, rebuilt, field, reading);
    }
    for (const key of new Set([...Object.keys(own), ...Object.keys(rebuilt)])) {
      const overridden = fields.some(({ field }) =>
        profile.meanings(record.type).some(({ name, pointer }) => name === field && pointer === `/${key}`),
      );
      if (!overridden && !isDeepStrictEqual(own[key], rebuilt[key]))
        throw new Error(`The gateway's ${key} of ${record.id} in ${indexId} is not the service's.`);
    }
  }

  async function takeOverMoves(): Promise<Moves> {
    const moves = await refreshChanges(history);
    for (const move of moves.toSorted((a, b) => (a.change.order ?? 0) - (b.change.order ?? 0))) checkMove(move);
    for (const { change } of history.changes.values()) {
      const field = history.fields.find((one) => isSame(one.record, change.record) && one.field === change.field);
      if (change.alarmId === null || alarmed.has(change.id) || field === undefined) continue;
      alarmed.add(change.id);
      memory(knowns, change.indexId, field).markUnsure(touchedElements(field.kind, change));
    }
    grounds.checkLive(moves);
    return moves;
  }

  function checkSets(): void {
    for (const [id, { changeSet }] of history.sets) {
      if (history.paused.has(id) && changeSet.paused === null)
        throw new Error(`${id} was paused, and goes on though nobody resumed it.`);
      const changes = [...history.changes.values()].map(({ change }) => change).filter((one) => one.changeSetId === id);
      const right = stateOfSet(changes, everLive, history.checking.has(id));
      if (changeSet.state !== right) throw new Error(`${id} reads ${changeSet.state}, and the oracle says ${right}.`);
    }
  }

  return {
    baseline: (indexId, field) => memory(baselines, indexId, field),
    known: (indexId, field) => memory(knowns, indexId, field),
    grounds,
    async afterStep(requestsBefore) {
      await landed(stack);
      stack.app.sandbox.faults.clear();
      stack.app.clock.advance(history.quietMs);
      history.quietMs = 0;
      checkRequests(Math.max(requestsBefore, history.landedAt));
      const entries = serviceStates.catchUp();
      checkLedger(entries);
      const moved = await takeOverMoves();
      await checkAlarms(
        entries,
        moved.map(({ change }) => change),
      );
      grounds.checkWrites(entries);
      checkSets();
      pausedBefore = new Set(history.paused);
      checkedBefore = new Set(history.checking);
      for (const { change } of history.changes.values()) {
        if (change.state !== "draft" && change.baseSeen === null)
          throw new Error(`${change.id} was approved without a base that its author saw.`);
      }
      for (const indexId of history.indices) await checkIndex(indexId);
      history.readings.length = 0;
      lengthBefore = stack.app.sandbox.ledger.length;
      for (const record of stack.records) {
        const standard = await stack.gateway(stack.pathOf(record));
        if (!isDeepStrictEqual(await jsonOf(standard), serviceStates.raw(stack.standardIndex, record)))
          throw new Error(`The gateway's standard ${record.id} is not the service's.`);
      }
    },
  };
}

export function viewPath(indexId: string, { type, id }: { type: string; id: string }): string {
  return `/index-versions/${indexId}/${type}s/${id}?maxAge=0&raw=1`;
}

function expectFlag(told: boolean, right: boolean, flag: string, where: string): void {
  if (told !== right)
    throw new Error(
      `${where} is ${told ? "" : "not "}told as ${flag}, and the oracle says ${right ? "it is" : "it is not"}.`,
    );
}

const hasBeenLive: ReadonlySet<ChangeState> = new Set(["deferred", "held", "sending", "unknown", "applied", "failed"]);

function isReachable(from: ChangeState, to: ChangeState): boolean {
  const seen = new Set<ChangeState>([from]);
  for (const state of seen) for (const next of legalNext[state]) seen.add(next);
  return seen.has(to);
}

/** Records of this service are objects. */
async function jsonOf(answer: Response): Promise<JsonObject> {
  return (await answer.json()) as JsonObject;
}
