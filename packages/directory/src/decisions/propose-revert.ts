import { equalReadings } from "#/compare/equal-readings.ts";
import { applyOperations } from "#/ledger/apply-operation.ts";
import type { Change, Policy } from "#/ledger/change.ts";
import { liveChanges } from "#/ledger/change.ts";
import { type Fold, foldChanges, sameElement, valueToSend } from "#/ledger/fold-changes.ts";
import { touchedElements } from "#/ledger/operation.ts";
import type { Operation } from "#/ledger/operation.ts";
import { entriesNamed, keyOfPlace, mayMeanSame, phoneEntries } from "#/phones/phone-entries.ts";
import { moveBack } from "#/phones/move-phone.ts";
import { type Phone, phonesOf, phoneToJson } from "#/phones/phone.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { textIn, textsOf } from "#/records/texts-by-key.ts";

/** An applied change that is to be reverted, with the value of its field in the index just before it was sent. */
export interface AppliedChange extends Change {
  before: Reading | null;
}

/** One field of a record, as its changes are reverted. */
export interface RevertedField {
  kind: FieldKind;
  region: string;
  /** The value in the index as read now; null if it was not read. */
  index: Reading | null;
  /** The applied changes of one set. */
  reverted: readonly AppliedChange[];
  /** Every other change of the field that is live or queued. */
  others: readonly Change[];
}

/** Why a change is not reverted. */
export type NotReverted = "later change" | "changed since" | "not read" | "value before not known";

/** A change that takes back others. */
export interface RevertingChange {
  operation: Operation;
  policy: Policy;
  reverts: readonly string[];
}

export interface Revert {
  stage: RevertingChange[];
  /** `by`: the later change that stands on it. */
  leftOut: { id: string; why: NotReverted; by: string | null }[];
}

interface Group {
  changes: AppliedChange[];
  /** The elements that they decide; null for the whole field. */
  keys: ReadonlySet<string> | null;
}

/**
 * What takes back the changes of a set in one field: where an override stood before, that one is staged again; where none stood,
 * a reset to the value before. A change that a later one stands on, or whose value is not as it left it, is left out.
 */
export function proposeRevert(field: RevertedField): Revert {
  const stage: RevertingChange[] = [];
  const leftOut: Revert["leftOut"] = [];
  const groups = grouped(field);
  for (const group of groups) {
    const refused = whyNot(field, group);
    if (refused !== null) for (const { id } of group.changes) leftOut.push({ id, ...refused });
    else stage.push(...revertOf(field, group));
  }
  const inPlace = stage.toSorted((a, b) => placeOf(a) - placeOf(b));
  const isWhole = leftOut.length === 0 && groups.length > 0 ? wholeRevert(field, inPlace) : null;
  return isWhole === null ? { stage: inPlace, leftOut } : { stage: [isWhole], leftOut };
}

/** Where a phone comes back to: each at its place only if those before it are there already. */
function placeOf({ operation }: RevertingChange): number {
  return operation.op === "reset" ? (operation.at ?? -1) : -1;
}

/** Changes that decide a common element are taken back together. */
function grouped({ kind, reverted, region }: RevertedField): Group[] {
  let groups: Group[] = [];
  for (const change of inOrder(reverted)) {
    const touched = touchedElements(change.operation, region);
    const single: Group = { changes: [change], keys: touched === null ? null : new Set(touched) };
    const shared = groups.filter((group) => doMeet(kind, group.keys, single.keys));
    const keys = [...shared, single].map((group) => group.keys);
    const merged: Group = {
      changes: [...shared.flatMap((group) => group.changes), change],
      keys: keys.includes(null) ? null : new Set(keys.flatMap((some) => [...(some ?? [])])),
    };
    groups = [...groups.filter((group) => !shared.includes(group)), merged];
  }
  return groups;
}

function doMeet(kind: FieldKind, a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  const isSame = sameElement(kind);
  return a === null || b === null || [...a].some((key) => [...b].some((other) => isSame(key, other)));
}

function whyNot(field: RevertedField, group: Group): { why: NotReverted; by: string | null } | null {
  const { kind, index, others, region } = field;
  const [first] = inOrder(group.changes);
  const isLater = ({ operation, order }: Change) => {
    const touched = touchedElements(operation, region);
    const keys = touched === null ? null : new Set(touched);
    return (order ?? Infinity) > (first?.order ?? 0) && doMeet(kind, keys, group.keys);
  };
  const later = inOrder(others).find(isLater);
  if (later !== undefined) return { why: "later change", by: later.id };
  if (index === null) return { why: "not read", by: null };
  const leftValue = valueToSend(kind, index, inOrder(group.changes), region);
  if (!equalReadings(kind, index, leftValue, region)) return { why: "changed since", by: null };
  if (first === undefined || first.before === null) return { why: "value before not known", by: null };
  return null;
}

function revertOf(field: RevertedField, { changes, keys }: Group): RevertingChange[] {
  const { kind, others, region } = field;
  const before = inOrder(changes)[0]?.before ?? null;
  const first = inOrder(changes)[0]?.order ?? 0;
  const earlier = liveChanges(others).filter(({ order }) => (order ?? Infinity) < first);
  const fold = foldChanges(before, earlier, kind, region);
  const reverts = changes.map(({ id }) => id);
  const policyOf = (id: string | undefined): Policy => earlier.find((change) => change.id === id)?.policy ?? "pin";
  if (keys === null) {
    const under =
      fold.whole === null ? before : (foldChanges(before, upTo(earlier, fold), kind, region).wanted ?? before);
    if (under === null) return [];
    const whole: RevertingChange = {
      operation:
        fold.whole !== null && "value" in under ? { op: "set", value: under.value } : { op: "reset", to: under },
      policy: policyOf(fold.whole?.changeId),
      reverts,
    };
    const again = elementsOf(field, { keys: new Set(fold.elements.keys()), to: fold.wanted, from: under, fold });
    return [
      whole,
      ...again.map(({ operation, key }) => ({
        operation,
        policy: policyOf(fold.elements.get(key)?.changeId),
        reverts,
      })),
    ];
  }
  return elementsOf(field, { keys, to: fold.wanted ?? before, from: field.index, fold }).map(({ operation, key }) => ({
    operation,
    policy: policyOf(fold.elements.get(key)?.changeId),
    reverts,
  }));
}

/** The changes up to the one that set the whole field. */
function upTo(earlier: readonly Change[], { whole }: Fold): Change[] {
  return earlier.slice(0, earlier.findIndex(({ id }) => id === whole?.changeId) + 1);
}

/** What leads these elements from one value of the field to another, as an override where one stood, else as a reset. */
function elementsOf(
  { kind, region }: RevertedField,
  { keys, to, from, fold }: { keys: ReadonlySet<string>; to: Reading | null; from: Reading | null; fold: Fold },
): { operation: Operation; key: string }[] {
  if (to === null || from === null) return [];
  const each = (stated: (key: string) => { ours: Operation; reading: Reading }) =>
    [...keys].map((key): { operation: Operation; key: string } => {
      const { ours, reading } = stated(key);
      return { key, operation: fold.elements.has(key) ? ours : { op: "reset", element: key, to: reading } };
    });
  switch (shapeOf(kind)) {
    case "whole":
      return [];
    case "members": {
      const members = membersOf(to);
      return each((element) => {
        const isIn = members?.has(element) === true;
        return { ours: { op: isIn ? "add" : "remove", element }, reading: { value: isIn } };
      });
    }
    case "keyed":
      return phonesAgain({ keys, fold, region, to: phonesOf(to) ?? [], from: phonesOf(from) ?? [] });
    case "parts": {
      const texts = textsOf(to) ?? new Map<string, string>();
      return each((element) => {
        const reading = textIn(texts, element);
        return {
          ours: "value" in reading ? { op: "set", element, value: reading.value } : { op: "remove", element },
          reading,
        };
      });
    }
  }
}

function phonesAgain({
  keys,
  fold,
  region,
  to,
  from,
}: {
  keys: ReadonlySet<string>;
  fold: Fold;
  region: string;
  to: readonly Phone[];
  from: readonly Phone[];
}): { operation: Operation; key: string }[] {
  const among = (phones: readonly Phone[]) => {
    const entries = phoneEntries(phones, region);
    const named = new Set([...keys].flatMap((key) => entriesNamed(entries, key, region)));
    return entries.filter((entry) => named.has(entry));
  };
  const [wanted, current] = [among(to), among(from)];
  const moved = [...keys].flatMap((key) => {
    const own = keyOfPlace(key);
    const operation = own === null ? null : moveBack(own, { region, to, from });
    return operation === null ? [] : [{ key, operation }];
  });
  const again = Array.from(
    { length: Math.max(wanted.length, current.length) },
    (_, position): { operation: Operation; key: string } => {
      const [entry, now] = [wanted[position], current[position]];
      const phone = entry?.phone;
      const key = entry?.key ?? "";
      const place = now?.key ?? key;
      const isOurs = [...fold.elements.keys()].some((element) => [key, place].some((own) => mayMeanSame(own, element)));
      if (!isOurs)
        return {
          key,
          operation: {
            op: "reset",
            element: place,
            to: phone === undefined ? { absent: true } : { value: phoneToJson(phone) },
            ...(phone !== undefined && now === undefined ? { at: to.indexOf(phone) } : {}),
          },
        };
      if (phone === undefined) return { key: place, operation: { op: "remove", element: place } };
      return {
        key,
        operation:
          now === undefined
            ? { op: "add", element: phone, at: to.indexOf(phone) }
            : { op: "replace", element: place, by: phone },
      };
    },
  );
  return [...again, ...moved];
}

/**
 * A reset of the whole list of phones, only where its entries one by one do not lead back to it, or would leave an override of
 * their order; and nothing else of it was changed.
 */
function wholeRevert(
  { kind, region, index, reverted, others }: RevertedField,
  stage: readonly RevertingChange[],
): RevertingChange | null {
  const changes = inOrder(reverted);
  const before = changes[0]?.before ?? null;
  if (shapeOf(kind) !== "keyed" || index === null || before === null || others.length > 0) return null;
  const operations = changes.map(({ operation }) => operation);
  const after = applyOperations(kind, before, operations, region) ?? before;
  if (!equalReadings(kind, after, index, region)) return null;
  const isOrderOurs = stage.some(({ operation }) => operation.op === "move");
  const isLedBack = equalReadings(kind, valueToSend(kind, index, stage, region), before, region);
  if (isLedBack && !isOrderOurs) return null;
  return { operation: { op: "reset", to: before }, policy: "pin", reverts: changes.map(({ id }) => id) };
}

function inOrder<C extends Change>(changes: readonly C[]): C[] {
  return changes.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
}
