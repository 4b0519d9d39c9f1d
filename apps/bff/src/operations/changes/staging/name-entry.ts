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
 * The operation with the entry of a list that it means by its key in that list: the first of these that has it. A string tells why it
 * means no single one.
 */
export function nameEntry(
  kind: FieldKind,
  operation: Operation,
  lists: readonly Reading[],
  region: string,
): Operation | string {
  if (shapeOf(kind) !== "keyed" || operation.op === "add" || !("element" in operation)) return operation;
  const { element } = operation;
  if (element === undefined) return operation;
  for (const reading of lists) {
    const [named, ...others] = entriesNamed(phoneEntries(phonesOf(reading) ?? [], region), element, region);
    if (named === undefined) continue;
    if (others.length === 0) return { ...operation, element: operationKey(named, region) };
    const keys = [named, ...others].map(({ key, phone }) => `"${key}" (${phone.label ?? "no label"})`);
    return `must name one of the phones with this number: ${keys.join(", ")}`;
  }
  return operation;
}
