import { jsonPointer } from "@dc/directory";
/** The line number of each value in a JSON text, by JSON Pointer. The text must be valid; names that an object has twice are reported. */
export function linesByPointer(
  text: string,
  onRepeated?: (pointer: string, lines: readonly [number, number]) => void,
): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  const skip = () => {
    for (; /\s/.test(text[at] ?? ""); at += 1) if (text[at] === "\n") line += 1;
  };
  const string = (): string => {
    const from = at;
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    at += 1;
    return String(JSON.parse(text.slice(from, at)));
  };
  const value = (pointer: string): void => {
    skip();
    if (!lines.has(pointer)) lines.set(pointer, line);
    const opening = text[at];
    if (opening === '"') return void string();
    if (opening !== "{" && opening !== "[") {
      while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
      return;
    }
    at += 1;
    for (let place = 0; ; place += 1) {
      skip();
      if (at >= text.length || text[at] === "}" || text[at] === "]") break;
      let inner = `${pointer}/${place}`;
      if (opening === "{") {
        const on = line;
        inner = pointer + jsonPointer([string()]);
        const before = lines.get(inner);
        if (before !== undefined) onRepeated?.(inner, [before, on]);
        lines.set(inner, on);
        skip();
        at += 1;
      }
      value(inner);
      skip();
      if (text[at] === ",") at += 1;
    }
    at += 1;
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
