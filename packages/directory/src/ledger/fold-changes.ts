import {
  entriesNamed,
  isOfOne,
  labelledKey,
  mayMeanSame,
  phoneEntries,
  phoneKeyOf,
  takesPlaceOf,
} from "#/phones/phone-entries.ts";
import { phoneIn, phonesOf, phoneToJson } from "#/phones/phone.ts";
import { replacePhone } from "#/phones/replace-phone.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";
import { textIn, textsOf, textsToJson, withText } from "#/records/texts-by-key.ts";
import { MutableMembers, membersOf, membersToJson, spelledMembers } from "#/records/set-members.ts";
import { applyOperations } from "./apply-operation.ts";
import type { ChangeState } from "./change-state.ts";
import { liveChanges } from "./change.ts";
import type { Change, Policy } from "./change.ts";
import { operationFits, touchedElements } from "./operation.ts";
import type { Operation } from "./operation.ts";

/** The override of a field or on one of its elements, derived from its changes. */
export interface OverrideMark {
  /** The change that decides it: the last approved one. */
  changeId: string;
  state: ChangeState;
  policy: Policy;
}

export interface Fold {
  /** What the directory wants the field to be; null where nothing overrides it. */
  wanted: Reading | null;
  /** The change that decides the whole field, if one does. */
  whole: OverrideMark | null;
  /** The change that decides each element, by element key. */
  elements: ReadonlyMap<string, OverrideMark>;
  /** The ids of the changes that decide it, in the order of approval. */
  changes: readonly string[];
}

interface Step {
  change: Change;
  operation: Operation;
  /** The operation as it is laid over the index, where what resets brought back since counts among equal entries. */
  laid: Operation;
  /** The override of one element has ended: under a change of the whole field, the element is again as in the index. */
  release: boolean;
}

/** Folds the live changes of one field over the index's reading, in the order of approval. */
export function foldChanges(index: Reading | null, changes: readonly Change[], kind: FieldKind, region: string): Fold {
  const steps = decidingSteps(liveChanges(changes), kind, region);
  let wanted = index;
  let beforeElements = index;
  let whole: OverrideMark | null = null;
  const elements = new Map<string, OverrideMark>();
  const entering = new Set<string>();
  const isKeyed = shapeOf(kind) === "keyed";
  const forget = (key: string, isSame = sameElement(kind)) => {
    if (!isKeyed) elements.delete(key);
    else for (const known of elements.keys()) if (isSame(known, key)) elements.delete(known);
  };
  const waiting: Operation[] = [];
  const wantedNow = () => applyOperations(kind, wanted, waiting.splice(0), region);
  for (const { change, operation, laid, release } of steps) {
    const touched = touchedElements(operation, region);
    if (release) {
      wanted = withElementOfIndex(wantedNow(), index, operation, kind, region);
      for (const key of touched ?? []) forget(key);
      continue;
    }
    waiting.push(laid);
    const mark = { changeId: change.id, state: change.state, policy: change.policy };
    if (touched === null) {
      whole = mark;
      wanted = wantedNow();
      beforeElements = wanted;
      elements.clear();
    } else {
      const [named = ""] = touched;
      for (const [place, key] of touched.entries()) {
        const comesIn = isKeyed && (operation.op === "add" || place > 0);
        // An entry that alone has its number keeps its name whatever its label becomes.
        if (comesIn && place > 0 && isOfOne(named) && phoneKeyOf(named) === phoneKeyOf(key)) continue;
        forget(key, comesIn ? takesPlaceOf : undefined);
        if (comesIn) entering.add(key);
        elements.set(key, mark);
      }
    }
  }
  wanted = wantedNow();
  return {
    wanted: steps.length === 0 ? null : emptiedAgain(kind, beforeElements, wanted),
    whole,
    elements: !isKeyed ? elements : wanted === null ? byKey(elements, entering) : byKeyIn(wanted, elements, region),
    changes: steps.map((step) => step.change.id),
  };
}

/** Whether two keys of operations may mean the same element. */
export function sameElement(kind: FieldKind): (a: string, b: string) => boolean {
  return shapeOf(kind) === "keyed" ? mayMeanSame : (a, b) => a === b;
}

/** Marks by the keys that entries have where there is no list: what comes in has its number's, unless another entry shares that. */
function byKey(marks: ReadonlyMap<string, OverrideMark>, entering: ReadonlySet<string>): Map<string, OverrideMark> {
  const isAlone = (key: string) =>
    [...marks.keys()].every((other) => other === key || phoneKeyOf(other) !== phoneKeyOf(key));
  return new Map([...marks].map(([key, mark]) => [entering.has(key) && isAlone(key) ? phoneKeyOf(key) : key, mark]));
}

/** Marks by the keys that the entries have in this list; what is gone keeps that of its operation. */
function byKeyIn(
  reading: Reading,
  marks: ReadonlyMap<string, OverrideMark>,
  region: string,
): Map<string, OverrideMark> {
  const entries = phoneEntries(phonesOf(reading) ?? [], region);
  return new Map([...marks].map(([key, mark]) => [entriesNamed(entries, key, region)[0]?.key ?? key, mark]));
}

/** Walks back from the last change and leaves out what a later set, reset or take base has superseded. */
function decidingSteps(live: readonly Change[], kind: FieldKind, region: string): Step[] {
  const steps: Step[] = [];
  const ended: string[] = [];
  const broughtBack = new Map<string, number>();
  for (const change of live.toReversed()) {
    if (!operationFits(kind, change.operation)) continue;
    if (change.state === "applied") countBroughtBack(broughtBack, change.operation, region);
    const operation = remainingOperation(kind, change.operation, ended, region);
    if (operation === null) continue;
    const isReturn = operation.op === "reset" || operation.op === "takeBase";
    const release = isReturn && change.state === "applied";
    const touched = touchedElements(operation, region);
    if (touched === null) {
      if (!release) steps.push({ change, operation, laid: operation, release });
      break;
    }
    const laid = change.state === "applied" ? amongBroughtBack(operation, broughtBack) : operation;
    if (isReturn) ended.push(...touched);
    steps.push({ change, operation, laid, release });
  }
  steps.reverse();
  const first = steps[0];
  const overWhole = first !== undefined && touchedElements(first.operation, region) === null;
  return overWhole ? steps : steps.filter((step) => !step.release);
}

/** Counts the phone that a reset of an entry brought back, by its number and label. */
function countBroughtBack(broughtBack: Map<string, number>, operation: Operation, region: string): void {
  if ((operation.op !== "reset" && operation.op !== "takeBase") || operation.element === undefined) return;
  const phone = phoneIn(operation.to);
  if (phone === null) return;
  const key = labelledKey(phone, region);
  broughtBack.set(key, (broughtBack.get(key) ?? 0) + 1);
}

/**
 * An operation that was applied to one of several equal entries, by how many there would be without it: those that applied resets
 * brought back since stand beside it, and are not what it took.
 */
function amongBroughtBack(operation: Operation, broughtBack: ReadonlyMap<string, number>): Operation {
  if (operation.op !== "replace" && operation.op !== "remove") return operation;
  const [, name = "", line = "", of = ""] = /^(.*);line=(\d+)\/(\d+)$/su.exec(operation.element) ?? [];
  const more = broughtBack.get(name) ?? 0;
  return more === 0 ? operation : { ...operation, element: `${name};line=${line}/${Number(of) + more}` };
}

/** What remains of an operation after later resets of its elements. A reset phone also ends the replacements that led to it. */
function remainingOperation(kind: FieldKind, operation: Operation, ended: string[], region: string): Operation | null {
  const touched = touchedElements(operation, region);
  const isSame = sameElement(kind);
  const hasEnded = (key: string) => ended.some((other) => isSame(other, key));
  if (touched === null || !touched.some(hasEnded)) return operation;
  if (operation.op === "replace" && typeof operation.by === "string") {
    const [gone = "", by = ""] = touched;
    if (!hasEnded(gone)) return { op: "remove", element: operation.element };
    return hasEnded(by) ? null : { op: "add", element: operation.by };
  }
  if (shapeOf(kind) === "keyed") ended.push(...touched);
  return null;
}

/** The wanted value with the element of an ended override as the index has it. */
function withElementOfIndex(
  wanted: Reading | null,
  index: Reading | null,
  operation: Operation,
  kind: FieldKind,
  region: string,
): Reading | null {
  if (wanted === null || index === null) return wanted;
  if ((operation.op !== "reset" && operation.op !== "takeBase") || operation.element === undefined) {
    return wanted;
  }
  switch (shapeOf(kind)) {
    case "whole":
      return wanted;
    case "members": {
      const members = new MutableMembers(spelledMembers(wanted) ?? []);
      const key = operation.element.normalize("NFC");
      const inIndex = (spelledMembers(index) ?? []).find((member) => member.normalize("NFC") === key);
      if (inIndex === undefined) members.remove(key);
      else members.add(inIndex);
      return { value: membersToJson(members.toList()) };
    }
    case "keyed": {
      const carried = phoneIn(operation.to);
      const key = carried === null ? operation.element : labelledKey(carried, region);
      const [inIndex] = entriesNamed(phoneEntries(phonesOf(index) ?? [], region), key, region);
      const after = replacePhone(phonesOf(wanted) ?? [], {
        gone: operation.element,
        phone: inIndex?.phone ?? null,
        region,
      });
      return { value: after.map(phoneToJson) };
    }
    case "parts": {
      const indexText = textIn(textsOf(index) ?? new Map(), operation.element);
      return { value: textsToJson(withText(textsOf(wanted) ?? new Map(), operation.element, indexText)) };
    }
  }
}

/**
 * Whether later changes of the same field decide everything that this one decides: sending it after them would restore an
 * outdated value. `later` are live and were approved after it.
 */
export function isSuperseded(change: Change, later: readonly Change[], kind: FieldKind, region: string): boolean {
  if (later.length === 0) return false;
  const { whole, elements } = foldChanges(null, [{ ...change, state: "held" }, ...later], kind, region);
  return whole?.changeId !== change.id && ![...elements.values()].some((mark) => mark.changeId === change.id);
}

/** The value to send: the field as just re-read, with the operations applied in the given order. */
export function valueToSend(
  kind: FieldKind,
  indexNow: Reading,
  changes: readonly Pick<Change, "operation">[],
  region: string,
): Reading {
  const operations = changes.map(({ operation }) => operation);
  const whole = operations.findLastIndex((operation) => touchedElements(operation, region) === null) + 1;
  const beforeElements = applyOperations(kind, indexNow, operations.slice(0, whole), region) ?? indexNow;
  const wanted = applyOperations(kind, beforeElements, operations.slice(whole), region) ?? beforeElements;
  return emptiedAgain(kind, beforeElements, wanted) ?? wanted;
}

/** The reading from before, if it had no elements then and has none now: what was absent stays absent. */
function emptiedAgain(kind: FieldKind, before: Reading | null, after: Reading | null): Reading | null {
  return before !== null && after !== null && hasNoElements(kind, before) && hasNoElements(kind, after)
    ? before
    : after;
}

function hasNoElements(kind: FieldKind, reading: Reading): boolean {
  switch (shapeOf(kind)) {
    case "whole":
      return false;
    case "members":
      return membersOf(reading)?.size === 0;
    case "keyed":
      return phonesOf(reading)?.length === 0;
    case "parts":
      return textsOf(reading)?.size === 0;
  }
}
