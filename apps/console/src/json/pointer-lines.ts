import { jsonPointer } from "@dc/directory";
/** The line number of each value in a JSON text, by JSON Pointer. The text must be valid; names that an object has twice are reported. */
export function linesByPointer(
  text: string,
  onRepeated?: (pointer: string, lines: readonly [number, number]) => void,
): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let position = 0;
  let line = 1;
  const skip = () => {
    for (; /\s/.test(text[position] ?? ""); position += 1) if (text[position] === "\n") line += 1;
  };
  const string = (): string => {
    const from = position;
    for (position += 1; position < text.length && text[position] !== '"'; position += 1)
      if (text[position] === "\\") position += 1;
    position += 1;
    return String(JSON.parse(text.slice(from, position)));
  };
  const value = (pointer: string): void => {
    skip();
    if (!lines.has(pointer)) lines.set(pointer, line);
    const opening = text[position];
    if (opening === '"') return void string();
    if (opening !== "{" && opening !== "[") {
      while (position < text.length && !/[\s,\]}]/.test(text[position] ?? "")) position += 1;
      return;
    }
    position += 1;
    for (let place = 0; ; place += 1) {
      skip();
      if (position >= text.length || text[position] === "}" || text[position] === "]") break;
      let inner = `${pointer}/${place}`;
      if (opening === "{") {
        const on = line;
        inner = pointer + jsonPointer([string()]);
        const before = lines.get(inner);
        if (before !== undefined) onRepeated?.(inner, [before, on]);
        lines.set(inner, on);
        skip();
        position += 1;
      }
      value(inner);
      skip();
      if (text[position] === ",") position += 1;
    }
    position += 1;
  };
  value("");
  return lines;
}

/** The line of a pointer, or of the nearest value around it if the text has no such key. */
export function lineOf(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let place = pointer; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
    const line = lines.get(place);
    if (line !== undefined) return line;
  }
  return lines.get("") ?? 1;
}
