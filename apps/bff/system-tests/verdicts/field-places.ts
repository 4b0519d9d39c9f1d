import type { AskedOperation, RecordKey } from "@dc/contract";
import type { Combination, Move } from "./combinations.ts";
import { createLetters, type Letters, linesOf, type Value } from "./letters.ts";
import type { IndexVersionKind } from "@dc/api-client";

export type PlaceKind = "text" | "set" | "phones";

/** One field of one record in one index, with the combinations that it carries, by element. */
export interface Place {
  indexId: string;
  record: RecordKey;
  field: string;
  /** The member of the service's record. */
  member: string;
  kind: PlaceKind;
  cells: Map<string, Combination>;
  letters: Letters;
}

export function createPlace(
  at: Omit<Place, "letters">,
  { indexVersions, isObserved }: { indexVersions: IndexVersionKind; isObserved: boolean },
): Place {
  const start = new Map([...at.cells].map(([element, { start: value }]) => [element, value]));
  return { ...at, letters: createLetters(indexVersions, { isObserved, arePhones: at.kind === "phones" }, start) };
}

/** A change of a record's member as the sandbox's control API takes it. */
export interface MemberChange {
  type: string;
  id: string;
  set?: { [member: string]: unknown };
  unset?: string[];
}

/** The member with these values of its elements. */
export function memberChange(place: Place, valueOf: (element: string) => Value): MemberChange {
  const { record, member, kind, cells } = place;
  if (kind === "text") {
    const value = valueOf("");
    return value === undefined ? { ...record, unset: [member] } : { ...record, set: { [member]: value } };
  }
  const there = [...cells.keys()].filter((element) => valueOf(element) !== undefined);
  const list =
    kind === "set"
      ? there
      : there.map((element) => phoneOf(element, valueOf(element) ?? "")).map((phone) => ({ ...phone }));
  return { ...record, set: { [member]: list } };
}

/** The elements that a move concerns, with where they go. */
export function movedIn({ cells }: Place, moveOf: (cell: Combination) => Move): Map<string, Value> {
  return new Map(
    [...cells].flatMap(([element, cell]) => {
      const move = moveOf(cell);
      return move === null ? [] : [[element, move.to] as const];
    }),
  );
}

const areas: Readonly<Record<string, string>> = { n: "212", b: "313", c: "414", w: "515" };

/** The phone that stands for a value; each element has a label and the last digits of its own. */
function phoneOf(element: string, value: string): { number: string; label: string; extension: null } {
  return { number: `+1 ${areas[value] ?? "616"} 555 01${element}`, label: `Line ${element}`, extension: null };
}

const phoneKeyOf = (element: string, value: string) => `${phoneOf(element, value).number.replaceAll(" ", "")};ext=`;

/** What a person asks for, so that the element gets this value. */
export function operationFor(
  { kind, letters }: Place,
  element: string,
  op: "set" | "takeBase" | "pinValue",
  to: Value,
): AskedOperation {
  if (op !== "set") return kind === "text" ? { op } : { op, element };
  if (kind === "text") return { op, value: to ?? null };
  const now = letters.effective(element);
  if (kind === "set") return to === undefined ? { op: "remove", element } : { op: "add", element };
  if (to === undefined) return { op: "remove", element: phoneKeyOf(element, now ?? "n") };
  return now === undefined
    ? { op: "add", element: phoneOf(element, to) }
    : { op: "replace", element: phoneKeyOf(element, now), by: phoneOf(element, to) };
}

/** The values of the elements in a record as the service or the gateway answers it. */
export function valuesIn({ member, kind }: Place, raw: { readonly [member: string]: unknown }): Map<string, Value> {
  const value = raw[member];
  if (kind === "text") {
    if (value === undefined) return new Map();
    return new Map([["", typeof value === "string" ? value : ""]]);
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  if (kind === "set") return new Map(items.map((item) => [String(item), "in"]));
  const values = new Map<string, Value>();
  for (const [element, said] of items.map((item) => elementOfPhone(item)))
    values.set(element, linesOf(values.get(element), said));
  return values;
}

/** The element and value of a phone, by its last digits and its area. */
export function elementOfPhone(phone: unknown): [string, Value] {
  const number = typeof phone === "object" && phone !== null && "number" in phone ? String(phone.number) : "";
  const digits = number.replaceAll(/\D/g, "");
  const area = Object.entries(areas).find(([, code]) => digits.slice(1, 4) === code);
  return [digits.slice(-2), area?.[0] ?? `unknown ${number}`];
}
