import { useEffect, useState } from "react";
import type { TypedNumber } from "./number-format.ts";

type NumberFormat = typeof import("./number-format.ts");

let loaded: NumberFormat | null = null;

/** The phone formatter, which is large; null where it cannot be loaded. */
export async function loadNumberFormat(): Promise<NumberFormat | null> {
  // Without it numbers are simply not formatted.
  loaded ??= await import("./number-format.ts").catch(() => null);
  return loaded;
}

/** The phone formatter, loaded on first use; null until then. */
export function useNumberFormat(): NumberFormat | null {
  const [reader, setReader] = useState(loaded);
  useEffect(() => {
    if (loaded === null) void loadNumberFormat().then(setReader);
  }, []);
  return reader;
}

/** The field's text while the formatter loads: digits that are typed one by one are formatted once it is there. */
export function numberTypedEarly({ text, digits }: TypedNumber, changed: string): TypedNumber {
  const isTyped = digits !== null && changed.startsWith(text) && changed.length === text.length + 1;
  if (isTyped && /^\+?\d*$/.test(changed)) return { text: changed, digits: changed };
  return { text: changed, digits: changed === "" ? "" : null };
}
