import type { Change, ChangeSetState, ChangeState, Operation, Verdict } from "@dc/contract";

/**
 * SPEC.md in its simplest form: a field is a map from elements to values, an undivided field has the one element
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
 * A reading as elements: members of a set, a text as a whole; phones by number and extension, with the label of each entry of
 * it. Absent and empty readings have none.
 */
export function elementsOf(kind: Kind, reading: unknown): Map<string, string> {
  const value = isObject(reading) && "value" in reading ? reading["value"] : undefined;
  if (value === undefined || (value === null && kind !== "text")) return new Map();
  if (kind === "text") return new Map([["", JSON.stringify(value)]]);
  if (!Array.isArray(value)) throw new TypeError(`A ${kind} field that is no list: ${JSON.stringify(reading)}`);
  const items: unknown[] = value;
  if (kind === "set") return new Map(items.map((item) => [String(item), "in"]));
  const labels = new Map<string, string[]>();
  for (const item of items) {
    const key = phoneElement(item);
    labels.set(key, [...(labels.get(key) ?? []), phoneParts(item).label]);
  }
  return asTexts(labels);
}

function asTexts(labels: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  return new Map(
    [...labels].filter(([, of]) => of.length > 0).map(([key, of]) => [key, `${key}${labelsAsText(of)}`] as const),
  );
}

const labelsAsText = (labels: readonly string[]) =>
  labels
    .toSorted()
    .map((label) => ` (${label})`)
    .join("");

function asLabels(elements: Elements): Map<string, string[]> {
  return new Map(
    [...elements].map(([key, text]) => [
      key,
      [...text.slice(key.length).matchAll(/ \(([^)]*)\)/g)].map(([, of]) => of ?? ""),
    ]),
  );
}

/** Digits with a country code, and an extension; enough for the spellings in these tests. */
function phoneElement(phone: unknown): string {
  const { number, extension } = phoneParts(phone);
  const digits = number.replaceAll(/\D/g, "");
  const international = number.trim().startsWith("+") ? digits : digits.length === 10 ? `1${digits}` : digits;
  return `+${international};ext=${extension}`;
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

/** Finds the last approved change about the element of a set or a text; an applied return to base ends the override. */
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
  if (kind === "phones") return phonesAfter(index, inOrder(changes.filter(counts)));
  const keys = new Set([...index.keys(), ...changes.flatMap(({ operation }) => mentionedBy(kind, operation))]);
  const effective = new Map<string, string>();
  for (const key of keys) {
    const deciding = decidingChange(kind, key, changes, counts);
    const text = deciding === null ? index.get(key) : deciding.says;
    if (text !== undefined) effective.set(key, text);
  }
  return effective;
}

/** The phones after these changes, one by one: each acts on the entry that it names, and leaves the others of its number. */
function phonesAfter(index: Elements, changes: readonly ToldChange[]): Map<string, string> {
  const read = asLabels(index);
  let labels = new Map(read);
  for (const { operation, state } of changes) {
    const touched = touchedBy("phones", operation);
    if (isReturn(operation) && state === "applied") {
      if (touched === null) labels = new Map(read);
      else for (const key of touched) labels.set(key, read.get(key) ?? []);
      continue;
    }
    switch (operation.op) {
      case "set":
        labels = asLabels(elementsOf("phones", { value: operation.value }));
        break;
      case "add":
        comeIn(labels, null, operation.element);
        break;
      case "remove":
        goOut(labels, operation.element);
        break;
      case "replace":
        comeIn(labels, operation.element, operation.by);
        break;
      case "reset":
      case "takeBase":
      case "pinValue": {
        if (operation.element === undefined) labels = asLabels(elementsOf("phones", operation.to));
        else {
          const [carried] = carriedList(operation.to).value;
          if (carried === undefined) goOut(labels, operation.element);
          else comeIn(labels, operation.element, carried);
        }
        break;
      }
      case "move":
        break;
      case "create":
      case "delete":
        throw new TypeError("These tests stage no creation and no deletion of a record.");
    }
  }
  return asTexts(labels);
}

/** The labels of the entries that a key of an operation names, of those of its number. */
function namedLabels(labels: ReadonlyMap<string, readonly string[]>, key: string): readonly string[] {
  const number = numberOf(key);
  const all = labels.get(number) ?? [];
  const isOnly = key.startsWith(`${number};only;`);
  if (key === number || (isOnly && all.length === 1)) return all;
  const label = /;label=([^;]*)/.exec(key)?.[1] ?? "";
  const equals = Number(/;line=\d+\/(\d+)$/.exec(key)?.[1] ?? 1);
  return all.filter((one) => one === label).length === equals ? [label] : [];
}

function goOut(labels: Map<string, string[]>, key: string): readonly string[] {
  const named = namedLabels(labels, key);
  const left = [...(labels.get(numberOf(key)) ?? [])];
  for (const label of named) left.splice(left.indexOf(label), 1);
  labels.set(numberOf(key), left);
  return named;
}

/** A phone comes in for what `gone` names, or as a further one; the only entry of its number may be meant under another label. */
function comeIn(labels: Map<string, string[]>, gone: string | null, phone: unknown): void {
  const [key, { label }] = [phoneElement(phone), phoneParts(phone)];
  if (gone !== null && numberOf(gone) === key) {
    const [first, ...others] = goOut(labels, gone);
    if (first !== undefined) return void labels.set(key, [...(labels.get(key) ?? []), label, ...others]);
  } else if (gone !== null && goOut(labels, gone).length > 0) {
    const there = labels.get(key) ?? [];
    return void labels.set(key, there.includes(label) ? there : [...there, label]);
  }
  const there = labels.get(key) ?? [];
  const [only] = there;
  const isMeant =
    there.length === 1 &&
    (gone === null ? only === "" || label === "" : !/;(?:label|line)=/.test(gone) || gone.includes(";only;"));
  if (isMeant) labels.set(key, [label]);
  else if (!there.includes(label)) labels.set(key, [...there, label]);
}

/** The number and extension of a key that may name one of several entries of it. */
function numberOf(key: string): string {
  return key.replace(/;(?:only|label|line)\b.*$/s, "");
}

/** The elements that an operation decides; null for all of them. */
export function touchedBy(kind: Kind, operation: Operation): string[] | null {
  const keyOf = (element: unknown) =>
    kind === "phones" ? (typeof element === "string" ? numberOf(element) : phoneElement(element)) : String(element);
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
      return { text: "in" };
    case "remove":
      return { text: undefined };
    case "replace": {
      const [, by] = touched ?? [];
      return { text: element === by ? "in" : undefined };
    }
    case "reset":
    case "takeBase":
    case "pinValue": {
      if (operation.element === undefined) return { text: elementsOf(kind, operation.to).get(element) };
      return { text: "value" in operation.to && operation.to.value === true ? "in" : undefined };
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

export function isReturn(operation: Operation): boolean {
  return operation.op === "reset" || operation.op === "takeBase";
}

function inOrder(changes: readonly ToldChange[]): ToldChange[] {
  return changes.toSorted((a, b) => (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY));
}

/**
 * The verdict table. L: `none` if no decision was made and the original was presumed, `unsure` if SPEC.md leaves
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
  return `{${[...elements]
    .map(([key, says]) => (says === "in" ? key : says))
    .toSorted()
    .join(", ")}}`;
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
