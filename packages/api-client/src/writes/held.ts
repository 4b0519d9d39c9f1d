import type { Held } from "./write-adapter.ts";

/** The answer of every operation that the profile does not spell: taken, not sent. */
export function held(operation: string): Held {
  return { outcome: "held", because: "not-documented", operation };
}
