import { OperationError } from "#/errors.ts";

const KEPT = 10_000;

/**
 * Which attempts were sent, and which slots have a booking whose outcome is open. It is kept in this process alone and holds
 * ids of attempts and of slots, never a patient.
 */
export interface Attempts {
  /** Takes an attempt; refused when it was taken before, or when what it is about is open. */
  begin(attemptId: string, about?: string): void;
  /** The outcome is certain: what it was about may be asked for again, in another attempt. */
  close(about: string): void;
}

export function createAttempts(): Attempts {
  const taken = new Set<string>();
  return {
    begin(attemptId, about) {
      for (const key of [attemptId, about])
        if (key !== undefined && taken.has(key))
          throw new OperationError(
            "outcome_unknown",
            key === about
              ? "A booking of this slot was sent and its outcome is not known. It is not sent again."
              : "This was sent before. It is not sent again.",
          );
      for (const key of [attemptId, about]) if (key !== undefined) taken.add(key);
      for (const oldest of taken) {
        if (taken.size <= KEPT) break;
        taken.delete(oldest);
      }
    },
    close: (about) => void taken.delete(about),
  };
}
