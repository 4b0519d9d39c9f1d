/** States in which a change is shown as a preview. An approved one is still within its five seconds, in which it can be undone. */
export const stagedStates = ["draft", "in review", "approved"] as const;
/** States in which a change is part of what the directory says. */
export const liveStates = ["sending", "applied", "held", "unknown", "deferred"] as const;
/** States in which a change has no effect; it never leaves them. */
const endedStates = ["failed", "rejected", "withdrawn", "reverted"] as const;

type StagedState = (typeof stagedStates)[number];
export type LiveState = (typeof liveStates)[number];
export type ChangeState = StagedState | LiveState | (typeof endedStates)[number];

/** States of a change that was approved and never sent: withdrawing it needs no write. */
export const unsentStates = ["approved", "held", "deferred"] as const satisfies readonly ChangeState[];

export function isStaged({ state }: { state: ChangeState }): boolean {
  return stagedStates.some((one) => one === state);
}

export function isLive<C extends { state: ChangeState }>(change: C): change is C & { state: LiveState } {
  return liveStates.some((state) => state === change.state);
}

export function isUnsent({ state }: { state: ChangeState }): boolean {
  return unsentStates.some((one) => one === state);
}

export type ChangeSetState =
  | "draft"
  | "in review"
  | "approved"
  | "applying"
  | "applied"
  | "partly applied"
  | "held"
  | "rejected"
  | "withdrawn"
  | "reverted";

export const changeEvents = [
  "submit",
  "approve",
  "reject",
  "edit",
  "undo",
  "withdraw",
  "send",
  "hold",
  "release",
  "defer",
  "confirm",
  "refuse",
  "lose",
  "find",
  "give up",
  "revert",
] as const;

export type ChangeEvent = (typeof changeEvents)[number];

/** The state table of SPEC.md. */
export const changeTransitions: {
  readonly [state in ChangeState]: { readonly [event in ChangeEvent]?: ChangeState };
} = {
  draft: { submit: "in review", approve: "approved", withdraw: "withdrawn" },
  "in review": { approve: "approved", reject: "rejected", edit: "draft", withdraw: "withdrawn" },
  approved: {
    send: "sending",
    hold: "held",
    defer: "deferred",
    edit: "draft",
    undo: "draft",
    withdraw: "withdrawn",
  },
  held: { release: "deferred", find: "applied", edit: "draft", withdraw: "withdrawn" },
  deferred: { send: "sending", hold: "held", find: "applied", withdraw: "withdrawn" },
  sending: { confirm: "applied", refuse: "failed", lose: "unknown", defer: "deferred", hold: "held" },
  unknown: { find: "applied", send: "sending", "give up": "failed" },
  applied: { revert: "reverted" },
  failed: {},
  rejected: {},
  withdrawn: {},
  reverted: {},
};

export type Transition = { ok: true; state: ChangeState } | { ok: false; reason: string };

/** Where an event leads, or why it leads nowhere. */
export function nextChangeState(state: ChangeState, event: ChangeEvent): Transition {
  const next = changeTransitions[state][event];
  return next === undefined
    ? { ok: false, reason: `A change that is ${state} does not take "${event}".` }
    : { ok: true, state: next };
}

/** What the state of a change set is derived from. */
export interface ChangeInSet {
  state: ChangeState;
  /** Whether the console itself still asks what became of a change whose outcome is unknown. */
  isReadAgain?: boolean;
}

/** The state of a change set, derived from the states of its changes by the table of SPEC.md. */
export function changeSetState(changes: readonly ChangeInSet[]): ChangeSetState {
  const states = changes.map(({ state }) => state);
  const standing = states.filter((state) => state !== "withdrawn" && state !== "rejected");
  if (standing.length === 0) {
    if (states.length === 0) return "draft";
    return states.includes("rejected") ? "rejected" : "withdrawn";
  }
  if (standing.includes("draft")) return "draft";
  if (standing.includes("in review")) return "in review";
  if (standing.every((state) => state === "approved")) return "approved";
  const isUnderWay = ({ state, isReadAgain }: ChangeInSet) =>
    state === "approved" ||
    state === "sending" ||
    state === "deferred" ||
    (state === "unknown" && isReadAgain === true);
  if (changes.some(isUnderWay)) return "applying";
  for (const one of ["applied", "held", "reverted"] as const) {
    if (standing.every((state) => state === one)) return one;
  }
  return "partly applied";
}
