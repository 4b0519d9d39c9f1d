import { useSyncExternalStore } from "react";
import { BffError } from "./bff-error.ts";

/** `signing-out`: somebody signs out, in this window or in another one. */
export type SessionPhase = "signed-in" | "signing-out" | "signed-out";

let phase: SessionPhase = "signed-in";
let sessionAbort = new AbortController();
let signedInAgain = Promise.withResolvers<void>();
const listeners = new Set<() => void>();

/** Whether somebody is signed in. While nobody is, nothing is read: what is being read is taken back and waits. */
export const sessionPhase = {
  become(next: SessionPhase) {
    if (next === "signed-in" && phase !== next) {
      sessionAbort = new AbortController();
      signedInAgain.resolve();
    } else if (phase === "signed-in" && phase !== next) {
      signedInAgain = Promise.withResolvers();
      sessionAbort.abort();
    }
    phase = next;
    listeners.forEach((listener) => listener());
  },

  /** An answer says that nobody is signed in any more. */
  refused() {
    if (phase === "signed-in") sessionPhase.become("signed-out");
  },

  /** Reads once the session lasts, and again where it ended or was about to end meanwhile. */
  async read<Answer>(run: (signal: AbortSignal) => Promise<Answer>, left?: AbortSignal): Promise<Answer> {
    for (;;) {
      const { signal } = sessionAbort;
      try {
        if (!signal.aborted) return await run(left === undefined ? signal : AbortSignal.any([signal, left]));
      } catch (error) {
        if (!signal.aborted || left?.aborted === true || error instanceof BffError) throw error;
      }
      await signedInAgain.promise;
    }
  },

  /** Tells the other windows of this browser; undefined until it is followed there. */
  tell: undefined as ((phase: SessionPhase) => void) | undefined,

  /** Signs out. Where that fails, everything goes on. */
  async end(signOut: () => Promise<void>): Promise<void> {
    sessionPhase.become("signing-out");
    sessionPhase.tell?.("signing-out");
    try {
      await signOut();
      sessionPhase.tell?.("signed-out");
    } catch (error) {
      sessionPhase.become("signed-in");
      sessionPhase.tell?.("signed-in");
      throw error;
    }
  },
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the session has ended otherwise than by signing out in this window. */
export const useSessionEnded = () => useSyncExternalStore(subscribe, () => phase === "signed-out");
