import { useEffect, useState } from "react";

type NumberReader = Pick<typeof import("./number-format.ts"), "afterTyping" | "describePhone">;

let loaded: NumberReader | null = null;

/** What reads and formats numbers, which no screen loads before it is needed; null until it has come. */
export function useNumberReader(): NumberReader | null {
  const [reader, setReader] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import("./number-format.ts").then(
      ({ afterTyping, describePhone }) => {
        loaded = { afterTyping, describePhone };
        setReader(loaded);
      },
      // Without it a number is not formatted, and is sent as typed all the same.
      () => undefined,
    );
  }, []);
  return reader;
}
