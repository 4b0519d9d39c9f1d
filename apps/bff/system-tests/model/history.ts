import { Change, ChangePage, ChangeSet, type ChangeState, type Operation, type RecordKey } from "@dc/contract";
import { createOverlay } from "#/gateway/create-overlay.ts";
import { endEveryLease } from "#/store/lease.ts";
import { createSender, type Sender } from "#/sending/sender.ts";
import type { ActionName } from "./actions/action-names.ts";
import { createTestStack, type TestStack, TEST_INDEX } from "#system-tests/test-stack.ts";
import { type Field, fieldsOf, watchServiceStates, type ServiceStates, type Strays } from "./service-states.ts";

/** A change as the API last returned it. */
export interface KnownChange {
  change: Change;
}

/** What a person requested; drafts are checked against it, however the console combines them. */
export interface Asked {
  changeSetId: string;
  indexId: string;
  field: Field;
  operation: Operation;
}

/** One run: the stack, the steps so far, and what the API returned. */
export interface History extends AsyncDisposable {
  stack: TestStack;
  serviceStates: ServiceStates;
  indices: readonly string[];
  fields: readonly Field[];
  changes: Map<string, KnownChange>;
  sets: Map<string, { changeSet: ChangeSet; person: number }>;
  asked: Asked[];
  steps: string[];
  /** Which actions did something, neither refused nor without an object, and at which step first. */
  done: Map<ActionName, number>;
  /** What most steps try first, in this order. */
  aims: ActionName[];
  /** Drafts that the last action may have removed. */
  mayVanish: Set<string>;
  /** Sets whose check somebody paused: nothing of them moves until it is resumed or cancelled. */
  checking: Set<string>;
  /** What somebody paused and nobody resumed: sets by id, and all of the connection. */
  paused: Set<string>;
  /** Sets of which a reverting one was staged: they change after they ended. */
  reverted: Set<string>;
  approvals: ApprovalRules;
  /** Whether each apply reads first what was decided on. */
  checks: boolean;
  /** Those who may approve; the first always may. */
  approvers: Set<number>;
  strays: Strays;
  /** Alarms that a person settled. */
  settledAlarms: Set<string>;
  /** Those of which the value from before was staged. */
  resets: Set<string>;
  /** Sending stopped at an alarm, and nobody resumed it since. */
  isStopped: boolean;
  /** What the console read of records in this step, in order. */
  readings: Reading[];
  /** How many requests the service had when the last late one landed. */
  landedAt: number;
  isAtRest: boolean;
  /**
   * How long the service may have asked to wait in this step. Reads wait for it, and the clock moves only explicitly.
   */
  quietMs: number;
  /** Runs what is due; `killAt` ends the worker at its n-th step, and a new worker without its memory takes over. */
  send(killAt?: number): Promise<void>;
  /** The same while the network keeps the first write, whose caller sees a reset connection. */
  sendAndLose(): Promise<boolean>;
  /** The same while each write changes base, too, or every other index version; false if nothing was written. */
  sendAndLeak(into: "base" | "indices"): Promise<boolean>;
  /** Lets the service answer no reading until the function that it returns is called. */
  holdReads(): () => void;
  /** How many writes the network keeps. */
  lost(): number;
  /** Lets the oldest of them land. */
  land(): Promise<void>;
}

/** A reading that was answered, and how long the service's ledger was before it and after it. */
export interface Reading {
  indexId: string;
  path: string;
  before: number;
  after: number;
}

/** How many approvals a change needs, and whether those of its authors count. */
export interface ApprovalRules {
  required: 0 | 1 | 2;
  ownCounts: boolean;
}

/** In `paused`, all that the connection sends. */
export const CONNECTION = "connection";

class Killed extends Error {}

const SLOW_WRITE_MS = 40;

export async function createHistory({
  writes,
  approvals,
  checks,
  indexVersions,
  aims,
}: {
  writes: boolean;
  approvals: ApprovalRules;
  /** Whether each apply reads first what was decided on. */
  checks: boolean;
  indexVersions: "copy" | "overlay-by-record";
  aims: readonly ActionName[];
}): Promise<History> {
  const kept: (() => Promise<Response>)[] = [];
  const readings: Reading[] = [];
  // Nothing is judged by what is read while the stack is built.
  let noteReading = async (_headers: Headers, _path: string, call: () => Promise<Response>) => await call();
  let isLosing = false;
  let answering = Promise.resolve();
  const stack = await createTestStack({
    writes,
    indexVersions,
    service: { writeDeadlineMs: SLOW_WRITE_MS / 2 },
    async onCall({ method, headers }, call, url) {
      if (method === "GET") {
        await answering;
        return await noteReading(new Headers(headers), new URL(url).pathname, call);
      }
      if (!isLosing || method !== "POST") return await call();
      isLosing = false;
      kept.push(call);
      throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
    },
  });
  const { dials, ledger } = stack.app.sandbox;
  const { deps } = stack.app;
  const { data } = deps.service.profile;
  noteReading = async (headers, path, call) => {
    const before = ledger.length;
    const answer = await call();
    const indexId = headers.get(data.headers.index.name) ?? stack.standardIndex;
    if (answer.status === 200) readings.push({ indexId, path, before, after: ledger.length });
    return answer;
  };
  await stack.call(0, "PUT", "/approval-settings", { ...approvals, ...(checks ? { applyAgeHours: 0 } : {}) });
  const indices = [stack.createdIndex, TEST_INDEX];
  const strays: History["strays"] = { late: new Map(), leaked: new Map() };
  const serviceStates = await watchServiceStates(stack, [stack.standardIndex, ...indices], strays);
  let stepsLeft = Number.POSITIVE_INFINITY;
  const startWorker = (): Sender =>
    createSender(deps, {
      quietMs: 1000,
      deferMs: 1000,
      onStep: () => {
        stepsLeft -= 1;
        if (stepsLeft < 0) throw new Killed("the process is gone");
      },
    });
  let sender = startWorker();
  const history: History = {
    stack,
    serviceStates,
    indices,
    fields: stack.records.flatMap(fieldsOf),
    changes: new Map(),
    sets: new Map(),
    asked: [],
    steps: [],
    done: new Map(),
    aims: [...aims],
    mayVanish: new Set(),
    checking: new Set(),
    paused: new Set(),
    reverted: new Set(),
    approvals,
    checks,
    approvers: new Set(Array.from({ length: stack.people }, (_, person) => person)),
    strays,
    settledAlarms: new Set(),
    resets: new Set(),
    isStopped: false,
    readings,
    landedAt: 0,
    isAtRest: false,
    quietMs: 0,
    async send(killAt) {
      stepsLeft = killAt ?? Number.POSITIVE_INFINITY;
      try {
        await sender.runDue();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        await landed(stack);
        deps.overlay = createOverlay(deps.store.db, deps.connection.id);
        await deps.overlay.load();
        await endEveryLease(deps.store.db);
        sender = startWorker();
      }
    },
    async sendAndLose() {
      const before = kept.length;
      isLosing = true;
      await history.send();
      isLosing = false;
      return kept.length > before;
    },
    async sendAndLeak(into) {
      const before = ledger.length;
      dials.deviation = into === "base" ? "write-leaks" : "write-leaks-to-indices";
      await history.send();
      await landed(stack);
      dials.deviation = null;
      for (const { seq } of ledger.after(before)) strays.leaked.set(seq, into);
      return ledger.length > before;
    },
    holdReads() {
      const held = Promise.withResolvers<void>();
      answering = held.promise;
      return held.resolve;
    },
    lost: () => kept.length,
    async land() {
      const write = kept.shift();
      if (write === undefined) return;
      const before = ledger.length;
      await write();
      for (const { seq, index, record } of ledger.after(before)) {
        const isOpen = [...history.changes.values()].some(
          ({ change }) => change.state === "unknown" && change.indexId === index && change.record.id === record,
        );
        strays.late.set(seq, isOpen ? "us" : "outside");
      }
      history.landedAt = stack.app.sandbox.counters.total;
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
  return history;
}

/** Waits until the service has executed its requests, even if the caller has gone. */
export async function landed({ app }: TestStack): Promise<void> {
  while (app.sandbox.counters.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Reads every open change set from the API and takes over its changes. Returns what changed. */
export async function refreshChanges(
  history: History,
): Promise<{ id: string; from: ChangeState; to: ChangeState; change: Change }[]> {
  const moved: { id: string; from: ChangeState; to: ChangeState; change: Change }[] = [];
  for (const [setId, known] of history.sets) {
    if (hasEnded(history, setId)) continue;
    const told = await history.stack.call(known.person, "GET", `/change-sets/${setId}`);
    if (told.status === 404 && history.mayVanish.has(setId)) {
      history.sets.delete(setId);
      for (const [id, { change }] of history.changes) if (change.changeSetId === setId) history.changes.delete(id);
      continue;
    }
    known.changeSet = ChangeSet.parse(told.body);
    const page = ChangePage.parse(
      (await history.stack.call(known.person, "GET", `/change-sets/${setId}/changes?limit=200`)).body,
    );
    const present = new Set(page.items.map(({ id }) => id));
    for (const [id, { change }] of history.changes) {
      if (change.changeSetId !== setId || present.has(id)) continue;
      if (change.state !== "draft" || !history.mayVanish.has(id))
        throw new Error(`Lost: ${id} (${change.state}) is not in its change set any more.`);
      history.changes.delete(id);
    }
    for (const change of page.items) {
      const before = history.changes.get(change.id);
      if (before !== undefined && before.change.state !== change.state)
        moved.push({ id: change.id, from: before.change.state, to: change.state, change });
      if (before !== undefined && JSON.stringify(before.change.operation) !== JSON.stringify(change.operation))
        throw new Error(`${change.id} is not what was staged any more.`);
      history.changes.set(change.id, { change });
    }
  }
  history.mayVanish.clear();
  return moved;
}

export function changesOn(history: History, indexId: string, { record, field }: Field): Change[] {
  return [...history.changes.values()]
    .map(({ change }) => change)
    .filter((change) => change.indexId === indexId && change.field === field && isSame(change.record, record));
}

export function isSame(a: RecordKey, b: RecordKey): boolean {
  return a.type === b.type && a.id === b.id;
}

const ended: readonly ChangeState[] = ["applied", "failed", "rejected", "withdrawn", "reverted"];

/** Ended sets never change, so they are only checked again when the history ends. */
function hasEnded(history: History, setId: string): boolean {
  if (history.isAtRest || history.reverted.has(setId)) return false;
  const changes = [...history.changes.values()].filter(({ change }) => change.changeSetId === setId);
  return changes.length > 0 && changes.every(({ change }) => ended.includes(change.state));
}
