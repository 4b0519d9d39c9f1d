import {
  applyOperation,
  applyOperations,
  elementKey,
  entriesNamed,
  equalLabels,
  type FieldKind,
  type Operation,
  operationKey,
  phoneEntries,
  phoneKey,
  phonesOf,
  type Reading,
  shapeOf,
} from "@dc/directory";

/** The value of the directory, and the author's own drafts of it in their order. */
interface Seen {
  before: Reading;
  drafts: readonly Operation[];
}

/**
 * The operation with the entries of a list that it means by the keys that they have there: in the directory, or with the author's drafts.
 * A string tells why one of them means no single entry.
 */
export function nameEntries(
  kind: FieldKind,
  operation: Operation,
  { before, drafts }: Seen,
  region: string,
): Operation | string {
  if (shapeOf(kind) !== "keyed" || !("element" in operation) || operation.element === undefined) return operation;
  if (operation.op === "add") return relabelling(operation, before, region) ?? operation;
  const drafted = applyOperations(kind, before, drafts, region) ?? before;
  // What is moved comes after the drafts, and what they replaced has the key of what replaced it.
  const isMove = operation.op === "move";
  const lists = isMove ? [drafted] : [before, drafted];
  const keyOf = (key: string) => nameEntry(isMove ? replacedKey(key, { before, drafts }, region) : key, lists, region);
  const named = keyOf(operation.element);
  if ("problem" in named) return named.problem;
  const element = isMove ? named.key : keyAmongRemaining(named.key, drafts);
  if (operation.op !== "move" || operation.before === null) return { ...operation, element };
  const next = keyOf(operation.before);
  return "problem" in next ? next.problem : { ...operation, element, before: next.key };
}

/** The replacement that an addition is where it gives the only entry of its number another label; null where it is none. */
function relabelling(add: Extract<Operation, { op: "add" }>, before: Reading, region: string): Operation | null {
  const phone = add.element;
  if (typeof phone === "string") return null;
  const phones = phonesOf(before) ?? [];
  const [only, ...others] = entriesNamed(phoneEntries(phones, region), phoneKey(phone, region), region);
  if (only === undefined || others.length > 0 || equalLabels(only.phone.label, phone.label)) return null;
  const after = applyOperation("phones", before, add, region);
  const isFurther = (after === null ? null : phonesOf(after))?.length !== phones.length;
  return isFurther ? null : { op: "replace", element: operationKey(only, region), by: phone };
}

/** The key that an entry of the directory has once the drafts have replaced it. */
function replacedKey(key: string, { before, drafts }: Seen, region: string): string {
  const [entry] = entriesNamed(phoneEntries(phonesOf(before) ?? [], region), key, region);
  return drafts.reduce((last, draft) => {
    const isReplaced = draft.op === "replace" && entry !== undefined && draft.element === operationKey(entry, region);
    return isReplaced ? elementKey(draft.by, region) : last;
  }, key);
}

/** The key of one of several equal entries among those that the author's drafts left of them, or that of the draft that took it. */
function keyAmongRemaining(key: string, drafts: readonly Operation[]): string {
  const [, equals = "", line, count] = /^(.*;line=)(\d+)\/(\d+)$/su.exec(key) ?? [];
  const left = Array.from({ length: Number(count ?? 0) }, (_, place) => String(place + 1));
  if (line === undefined || !left.includes(line)) return key;
  for (const draft of drafts) {
    if (draft.op !== "remove" && draft.op !== "replace") continue;
    const taken = left.findIndex((_, place) => draft.element === `${equals}${place + 1}/${left.length}`);
    if (taken < 0) continue;
    if (left[taken] === line) return draft.element;
    left.splice(taken, 1);
  }
  return `${equals}${left.indexOf(line) + 1}/${left.length}`;
}

function nameEntry(key: string, lists: readonly Reading[], region: string): { key: string } | { problem: string } {
  for (const reading of lists) {
    const [named, ...others] = entriesNamed(phoneEntries(phonesOf(reading) ?? [], region), key, region);
    if (named === undefined) continue;
    if (others.length === 0) return { key: operationKey(named, region) };
    const keys = [named, ...others].map((entry) => `"${entry.key}" (${entry.phone.label ?? "no label"})`);
    return { problem: `must name one of the phones with this number: ${keys.join(", ")}` };
  }
  return { key };
}
