import { isDeepStrictEqual } from "node:util";
import { AlarmList, type Change } from "@dc/contract";
import type { LedgerEntry } from "@dc/sandbox/app";
import { type History, isSame } from "./history.ts";
import { sameElements } from "./oracle.ts";
import type { Field } from "./service-states.ts";

/** What the console wrote, judged by the service's own ledger and counts of requests. */
export interface WriteChecker {
  /** Each write of a record follows a successful read of it, made since the write before. */
  checkRequests(since: number): void;
  /** Each write went where it may, while it might, and changed something. */
  checkLedger(entries: readonly LedgerEntry[]): void;
  checkAlarms(entries: readonly LedgerEntry[], moved: readonly Change[]): Promise<void>;
}

const recordOf = ({ record }: Change) => `${record.type} ${record.id}`;

export function createWriteChecker(history: History): WriteChecker {
  const { stack, serviceStates } = history;
  const { profile } = stack.app.deps.service;
  /** Whether sending was stopped before the step, too. */
  let wasStopped = false;

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

  /** On an overlay a value is written although the index has it already, where it may be following base. */
  function isPinning({ after }: LedgerEntry, fields: readonly Field[]): boolean {
    if (profile.indexVersionKind === "copy") return false;
    return fields.some((one) =>
      sameElements(serviceStates.ofRaw(after ?? {}, one), serviceStates.elements(stack.standardIndex, one)),
    );
  }

  function isReordered({ record, field }: Field, { before, after }: LedgerEntry): boolean {
    return !isDeepStrictEqual(
      profile.decode(record.type, before ?? {})[field],
      profile.decode(record.type, after ?? {})[field],
    );
  }

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

  return { checkRequests, checkLedger, checkAlarms };
}
