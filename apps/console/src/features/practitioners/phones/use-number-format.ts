import { useEffect, useState } from "react";

type NumberFormat = Pick<typeof import("./number-format.ts"), "numberAfterTyping" | "describePhone">;

let loaded: NumberFormat | null = null;

/** What reads and formats numbers, which no screen loads before it is needed; null until it has come. */
export function useNumberFormat(): NumberFormat | null {
  const [reader, setReader] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import("./number-format.ts").then(
      ({ numberAfterTyping, describePhone }) => {
        loaded = { numberAfterTyping, describePhone };
        setReader(loaded);
      },
      // Without it a number is not formatted, and is sent as typed all the same.
      () => undefined,
    );
  }, []);
  return reader;
}
