import { formatPointer } from "./pointer.ts";

/** A name that occurs more than once in one object; JSON.parse keeps the last one silently. */
export interface RepeatedName {
  readonly pointer: string;
  /** The lines, from 1, of the first and of the next. */
  readonly lines: readonly [number, number];
}

interface Level {
  readonly names: Map<string, number> | null;
  key: string | number;
  isName: boolean;
}

/** Finds names that are repeated in one object; the text must be JSON. */
export function repeatedNames(text: string): readonly RepeatedName[] {
  const repeated: RepeatedName[] = [];
  const levels: Level[] = [];
  let line = 1;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]/g)) {
    const level = levels.at(-1);
    if (token === "\n") line += 1;
    else if (token === "{") levels.push({ names: new Map(), key: "", isName: true });
    else if (token === "[") levels.push({ names: null, key: 0, isName: false });
    else if (token === "}" || token === "]") levels.pop();
    else if (level === undefined || token === ":") continue;
    else if (token === ",") {
      if (typeof level.key === "number") level.key += 1;
      else level.isName = true;
    } else if (level.isName && level.names !== null) {
      level.key = String(JSON.parse(token));
      level.isName = false;
      const before = level.names.get(level.key);
      if (before === undefined) level.names.set(level.key, line);
      else repeated.push({ pointer: formatPointer(levels.map(({ key }) => key)), lines: [before, line] });
    }
  }
  return repeated;
}
