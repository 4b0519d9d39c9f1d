import { isJsonObject, type Json, type JsonObject, jsonPointer } from "@dc/directory";

/** One line of a printed JSON document. */
export interface JsonLine {
  text: string;
  /** The JSON Pointer of the value that the line begins or ends. */
  pointer: string;
}

const widest = 96;

/** Prints JSON with small lists and objects on one line, so that a member of a set is a line. */
export function linesOf(value: Json): JsonLine[] {
  const lines: JsonLine[] = [];
  print(value, "", "", "", "", lines, 0);
  return lines;
}

function print(
  value: Json,
  pointer: string,
  indent: string,
  before: string,
  after: string,
  lines: JsonLine[],
  depth: number,
): void {
  const flat = flatOf(value);
  if (
    depth > 0 &&
    (!isNested(value) || indent.length + before.length + flat.length <= widest) &&
    !holdsObjects(value)
  ) {
    lines.push({ text: `${indent}${before}${flat}${after}`, pointer });
    return;
  }
  if (!isNested(value)) {
    lines.push({ text: `${indent}${before}${flat}${after}`, pointer });
    return;
  }
  const isList = Array.isArray(value);
  const inner: [string, string, Json][] = isList
    ? value.map((item, index) => [`/${index}`, "", item])
    : Object.entries(value).map(([key, member]) => [jsonPointer([key]), `${JSON.stringify(key)}: `, member]);
  lines.push({ text: `${indent}${before}${isList ? "[" : "{"}`, pointer });
  inner.forEach(([step, name, entry], index) =>
    print(entry, pointer + step, `${indent}  `, name, index === inner.length - 1 ? "" : ",", lines, depth + 1),
  );
  lines.push({ text: `${indent}${isList ? "]" : "}"}${after}`, pointer });
}

function isNested(value: Json): value is Json[] | JsonObject {
  return Array.isArray(value) || isJsonObject(value);
}

function holdsObjects(value: Json): boolean {
  return Array.isArray(value) && value.some(isNested);
}

function flatOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flatOf).join(", ")}]`;
  if (isJsonObject(value)) {
    const inner = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${flatOf(member)}`);
    return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
  }
  return JSON.stringify(value);
}
