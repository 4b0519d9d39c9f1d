import type { Change, ChangeSetState, ChangeState, Operation, Verdict } from "@dc/contract";

/**
 * SEMANTICS.md in its simplest form: a field is a map from elements to values, an undivided field has the one element
 * "". Shares no code with packages/directory on purpose, since it is used to check it.
 */
export type Elements = ReadonlyMap<string, string>;

export type Kind = "text" | "set" | "phones";

/** A change as the ledger returns it, with a map of elements instead of raw values. */
export interface ToldChange {
  id: string;
  order: number | null;
  state: ChangeState;
  operation: Operation;
}

const inWanted: readonly ChangeState[] = ["sending", "applied", "held", "unknown", "deferred"];

/**
 * A reading as elements: members of a set, phones by number and extension, a text as a whole. Absent and empty readings
 * have none.
 */
export function elementsOf(kind: Kind, reading: unknown): Map<string, string> {
  const value = isObject(reading) && "value" in reading ? reading["value"] : undefined;
  if (value === undefined || (value === null && kind !== "text")) return new Map();
  if (kind === "text") return new Map([["", JSON.stringify(value)]]);
  if (!Array.isArray(value)) throw new TypeError(`A ${kind} field that is no list: ${JSON.stringify(reading)}`);
  const items: unknown[] = value;
  if (kind === "set") return new Map(items.map((item) => [String(item), "in"]));
  return new Map(items.map((item) => [phoneElement(item), phoneText(item)]));
}

/** Digits with a country code, and an extension; enough for the spellings in these tests. */
function phoneElement(phone: unknown): string {
  const { number, extension } = phoneParts(phone);
  const digits = number.replaceAll(/\D/g, "");
  const international = number.trim().startsWith("+") ? digits : digits.length === 10 ? `1${digits}` : digits;
  return `+${international};ext=${extension}`;
}

function phoneText(phone: unknown): string {
  return `${phoneElement(phone)} (${phoneParts(phone).label})`;
}

function phoneParts(phone: unknown): { number: string; extension: string; label: string } {
  if (!isObject(phone)) throw new TypeError(`Not a phone: ${JSON.stringify(phone)}`);
  const text = (name: string) => (typeof phone[name] === "string" ? phone[name] : "");
  return { number: text("number"), extension: text("extension").replaceAll(/\D/g, ""), label: text("label") };
}

/** The live change that decides an element, with its value; undefined leaves the element to the index. */
export interface Deciding {
  change: ToldChange;
  says: string | undefined;
}

/** Finds the last approved change about the element; an applied return to base ends the override. */
export function decidingChange(
  kind: Kind,
  element: string,
  changes: readonly ToldChange[],
  counts: (change: ToldChange) => boolean = isInWanted,
): Deciding | null {
  for (const change of inOrder(changes.filter(counts)).toReversed()) {
    const said = saidOf(kind, change.operation, element);
    if (said === "nothing") continue;
    if (isReturn(change.operation) && change.state === "applied") return null;
    return { change, says: said.text };
  }
  return null;
}

export const isInWanted = ({ state }: ToldChange): boolean => inWanted.includes(state);

/** E of a field: for each element the value of its deciding change, else the index value. */
export function effectiveOf(
  kind: Kind,
  index: Elements,
  changes: readonly ToldChange[],
  counts: (change: ToldChange) => boolean = isInWanted,
): Map<string, string> {
  const keys = new Set([...index.keys(), ...changes.flatMap(({ operation }) => mentionedBy(kind, operation))]);
  const effective = new Map<string, string>();
  for (const key of keys) {
    const deciding = decidingChange(kind, key, changes, counts);
    const text = deciding === null ? index.get(key) : deciding.says;
    if (text !== undefined) effective.set(key, text);
  }
  return effective;
}

/** The elements that an operation decides; null for all of them. */
export function touchedBy(kind: Kind, operation: Operation): string[] | null {
  // The phones of these tests have a number each, so that the number alone names one.
  const keyOf = (element: unknown) =>
    kind === "phones" && typeof element !== "string" ? phoneElement(element) : String(element).replace(/;only;.*$/, "");
  switch (operation.op) {
    case "add":
      return [keyOf(operation.element)];
    case "remove":
      return [keyOf(operation.element)];
    case "replace":
      return [keyOf(operation.element), keyOf(operation.by)];
    case "reset":
    case "takeBase":
    case "pinValue": {
      if (operation.element === undefined) return null;
      const carried = kind === "phones" ? elementsOf("phones", carriedList(operation.to)) : new Map<string, string>();
      return [...new Set([keyOf(operation.element), ...carried.keys()])];
    }
    case "move":
      return [];
    case "set":
    case "create":
    case "delete":
      return null;
  }
}

function saidOf(kind: Kind, operation: Operation, element: string): "nothing" | { text: string | undefined } {
  const touched = touchedBy(kind, operation);
  if (touched !== null && !touched.includes(element)) return "nothing";
  switch (operation.op) {
    case "set":
      return { text: elementsOf(kind, { value: operation.value }).get(element) };
    case "add":
      return { text: textOf(kind, operation.element) };
    case "remove":
      return { text: undefined };
    case "replace": {
      const [, by] = touched ?? [];
      return { text: element === by ? textOf(kind, operation.by) : undefined };
    }
    case "reset":
    case "takeBase":
    case "pinValue": {
      if (operation.element === undefined) return { text: elementsOf(kind, operation.to).get(element) };
      if (kind === "set") return { text: "value" in operation.to && operation.to.value === true ? "in" : undefined };
      return { text: elementsOf("phones", carriedList(operation.to)).get(element) };
    }
    case "move":
    case "create":
    case "delete":
      throw new TypeError("These tests stage no creation and no deletion of a record.");
  }
}

function mentionedBy(kind: Kind, operation: Operation): string[] {
  const touched = touchedBy(kind, operation);
  if (touched !== null) return touched;
  if (operation.op === "set") return [...elementsOf(kind, { value: operation.value }).keys()];
  return operation.op === "reset" || operation.op === "takeBase" || operation.op === "pinValue"
    ? [...elementsOf(kind, operation.to).keys()]
    : [];
}

function carriedList(to: { value?: unknown } | { absent: true }): { value: unknown[] } {
  return { value: "value" in to && isObject(to.value) ? [to.value] : [] };
}

function textOf(kind: Kind, element: unknown): string {
  return kind === "phones" ? phoneText(element) : "in";
}

export function isReturn(operation: Operation): boolean {
  return operation.op === "reset" || operation.op === "takeBase";
}

function inOrder(changes: readonly ToldChange[]): ToldChange[] {
  return changes.toSorted((a, b) => (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY));
}

/**
 * The verdict table. L: `none` if no decision was made and the original was presumed, `unsure` if SEMANTICS.md leaves
 * it open.
 */
export function verdictOf(
  effective: string | undefined,
  base: string | undefined,
  baseline: { is: string | undefined } | "none" | "unsure",
): Verdict | "not same" {
  if (effective === base) return "same";
  if (baseline === "unsure") return "not same";
  if (baseline === "none") return "differs";
  if (base === baseline.is) return "ours";
  return effective === baseline.is ? "base moved" : "conflict";
}

export function sameElements(a: Elements, b: Elements): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
}

export function describeElements(elements: Elements): string {
  return `{${[...elements.values()].toSorted().join(", ")}}`;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether only a person moves the change: its outcome is theirs to say, or what it was decided on moved. */
export function waitsForSomebody({ state, because }: Change): boolean {
  if (state === "unknown")
    return because?.includes("Review") === true || because?.startsWith("Isolation alarm") === true;
  return state === "deferred" && because?.includes("changed since") === true;
}

/** Whether it ended because later changes of ours decide all that it decides. */
export function isReplaced({ state, because }: Change): boolean {
  return state === "withdrawn" && because?.includes("a later change") === true;
}

/** The state of a set, from what is told of its changes, which of them were seen live, and whether its check is paused. */
export function stateOfSet(
  changes: readonly Change[],
  everLive: ReadonlySet<string>,
  isChecking: boolean,
): ChangeSetState {
  const counted = changes.filter(
    (change) =>
      change.state !== "rejected" && (change.state !== "withdrawn" || everLive.has(change.id) || isReplaced(change)),
  );
  const states = new Set(counted.map((change) => (isReplaced(change) ? "applied" : change.state)));
  if (states.size === 0)
    return changes.length === 0
      ? "draft"
      : changes.some(({ state }) => state === "rejected")
        ? "rejected"
        : "withdrawn";
  if (isChecking) return "checking";
  for (const state of ["draft", "in review", "approved"] as const) if (states.has(state)) return state;
  const [only] = states;
  if (states.size === 1 && only === "queued") return "queued";
  const isOnTheWay = ({ state }: Change) => ["queued", "sending", "deferred", "unknown"].includes(state);
  if (counted.some((change) => isOnTheWay(change) && !waitsForSomebody(change))) return "applying";
  const words = ["applied", "held", "failed", "withdrawn", "reverted"] as const;
  return words.find((word) => states.size === 1 && only === word) ?? "partly applied";
}
