import type { Deps } from "#/context/deps.ts";
import type { Lease } from "#/store/lease.ts";

/**
 * The steps between which a process can be killed; reported before each one, so that a test can stop a worker there.
 */
export type SendStep = "before intent" | "before send" | "after send" | "before outcome" | "before settle";

export interface SenderSettings {
  /** How long to wait before reading the outcome of a lost reply. */
  quietMs: number;
  /** How long to wait before a deferred change is tried again. */
  deferMs: number;
  leaseMs: number;
  /** How often a change is sent at most before a person has to decide. */
  attempts: number;
  onStep: (step: SendStep) => void | Promise<void>;
}

/** How long an undo can stop applied changes before they are sent. */
export const UNDO_MS = 5_000;

export const senderDefaults: SenderSettings = {
  quietMs: 5_000,
  deferMs: 15_000,
  leaseMs: 60_000,
  attempts: 3,
  onStep: () => {},
};

/** What all steps of sending one change set use. */
export interface Sending {
  deps: Deps;
  lease: Lease;
  settings: SenderSettings;
}
