import {
  entriesNamed,
  type FieldKind,
  type Operation,
  operationKey,
  phoneEntries,
  phonesOf,
  type Reading,
  shapeOf,
} from "@dc/directory";

/**
 * The operation with the entries of a list that it means by the keys that they have in that list: the first of these that has them. A
 * string tells why one of them means no single entry.
 */
export function nameEntries(
  kind: FieldKind,
  operation: Operation,
  lists: readonly Reading[],
  region: string,
): Operation | string {
  if (shapeOf(kind) !== "keyed" || operation.op === "add" || !("element" in operation)) return operation;
  if (operation.element === undefined) return operation;
  const named = nameEntry(operation.element, lists, region);
  if ("problem" in named) return named.problem;
  const { key: element } = named;
  if (operation.op !== "move" || operation.before === null) return { ...operation, element };
  const before = nameEntry(operation.before, lists, region);
  return "problem" in before ? before.problem : { ...operation, element, before: before.key };
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
