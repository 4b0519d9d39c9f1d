import type { Deps } from "#/context/deps.ts";
import type { Lease } from "./lease.ts";

/** Where a kill can come between: told before each, so that a test can end a worker there. */
export type SendStep = "before intent" | "before send" | "after send" | "before outcome" | "before settle";

export interface SenderSettings {
  /** How long nothing is asked about a change whose reply was lost. */
  quietMs: number;
  /** How long to wait before a deferred change is tried again. */
  deferMs: number;
  leaseMs: number;
  /** How often a change is sent at most before a person is asked. */
  attempts: number;
  onStep: (step: SendStep) => void | Promise<void>;
}

/** How long an undo can stop what was applied before it is sent. */
export const UNDO_MS = 5_000;

export const senderDefaults: SenderSettings = {
  quietMs: 5_000,
  deferMs: 15_000,
  leaseMs: 60_000,
  attempts: 3,
  onStep: () => {},
};

/** What the steps of one change set work with. */
export interface Sending {
  deps: Deps;
  lease: Lease;
  settings: SenderSettings;
}
