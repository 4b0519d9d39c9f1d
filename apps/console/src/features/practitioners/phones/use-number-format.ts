import { useEffect, useState } from "react";

type NumberFormat = Pick<typeof import("./number-format.ts"), "numberAfterTyping" | "describePhone" | "spellingText">;

let loaded: NumberFormat | null = null;

/** The phone formatter, loaded on first use because it is large; null until then. */
export function useNumberFormat(): NumberFormat | null {
  const [reader, setReader] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import("./number-format.ts").then(
      ({ numberAfterTyping, describePhone, spellingText }) => {
        loaded = { numberAfterTyping, describePhone, spellingText };
        setReader(loaded);
      },
      // Without it numbers are simply not formatted.
      () => undefined,
    );
  }, []);
  return reader;
}
