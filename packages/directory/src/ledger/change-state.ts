/**
 * States in which a change is shown as a preview. An approved one waits for somebody to apply it; a queued one is within the
 * five seconds after that, in which it can be undone.
 */
export const stagedStates = ["draft", "in review", "approved", "queued"] as const;
/** States in which a change is part of what the directory says. */
export const liveStates = ["sending", "applied", "held", "unknown", "deferred"] as const;
/** States in which a change has no effect; it never leaves them. */
const endedStates = ["failed", "rejected", "withdrawn", "reverted"] as const;

type StagedState = (typeof stagedStates)[number];
export type LiveState = (typeof liveStates)[number];
export type ChangeState = StagedState | LiveState | (typeof endedStates)[number];

/** States of a change that was applied and never sent: withdrawing it needs no write. */
export const unsentStates = ["queued", "held", "deferred"] as const satisfies readonly ChangeState[];

export function isStaged({ state }: { state: ChangeState }): boolean {
  return stagedStates.some((staged) => staged === state);
}

export function isLive<C extends { state: ChangeState }>(change: C): change is C & { state: LiveState } {
  return liveStates.some((state) => state === change.state);
}

export function isUnsent({ state }: { state: ChangeState }): boolean {
  return unsentStates.some((unsent) => unsent === state);
}

export function isEnded({ state }: { state: ChangeState }): boolean {
  return endedStates.some((ended) => ended === state);
}

export type ChangeSetState =
  | "draft"
  | "in review"
  | "approved"
  | "checking"
  | "queued"
  | "applying"
  | "applied"
  | "partly applied"
  | "held"
  | "failed"
  | "rejected"
  | "withdrawn"
  | "reverted";

/**
 * What can happen to a change, and where it leads: the state table of SPEC.md, and the only one. An event that is not listed
 * for a state is refused.
 */
export const changeTransitions = {
  draft: { submit: "in review", approve: "approved", withdraw: "withdrawn" },
  "in review": {
    approve: "approved",
    reject: "rejected",
    edit: "in review",
    reopen: "draft",
    withdraw: "withdrawn",
  },
  approved: {
    apply: "queued",
    reject: "rejected",
    edit: "in review",
    lapse: "in review",
    reopen: "draft",
    withdraw: "withdrawn",
  },
  queued: { send: "sending", hold: "held", defer: "deferred", undo: "approved", withdraw: "withdrawn" },
  held: { release: "deferred", find: "applied", withdraw: "withdrawn" },
  deferred: { send: "sending", hold: "held", find: "applied", withdraw: "withdrawn" },
  sending: { confirm: "applied", refuse: "failed", lose: "unknown", defer: "deferred", hold: "held" },
  unknown: { find: "applied", send: "sending", "give up": "failed" },
  applied: { revert: "reverted" },
  failed: {},
  rejected: {},
  withdrawn: {},
  reverted: {},
} as const satisfies { readonly [state in ChangeState]: { readonly [event: string]: ChangeState } };

/** The only events of a change that is not applied yet, while what it was decided on is read: nobody edits it meanwhile. */
export const eventsWhileChecking: readonly ChangeEvent[] = ["lapse"];

type KeyOfEach<T> = T extends unknown ? keyof T : never;
export type ChangeEvent = KeyOfEach<(typeof changeTransitions)[ChangeState]>;

export type Transition = { ok: true; state: ChangeState } | { ok: false; reason: string };

/** Where an event leads, or why it leads nowhere. */
export function nextChangeState(state: ChangeState, event: ChangeEvent): Transition {
  const transitions: { readonly [event in ChangeEvent]?: ChangeState } = changeTransitions[state];
  const next = transitions[event];
  return next === undefined
    ? { ok: false, reason: `A change that is ${state} does not take "${event}".` }
    : { ok: true, state: next };
}

/** Where several events lead, one after the other, or why one of them leads nowhere. */
export function changeStateAfter(state: ChangeState, events: readonly ChangeEvent[]): Transition {
  let reached: Transition = { ok: true, state };
  for (const event of events) if (reached.ok) reached = nextChangeState(reached.state, event);
  return reached;
}

/** What the state of a change set is derived from. */
export interface ChangeInSet {
  state: ChangeState;
  /** Whether the console itself still asks what became of a change whose outcome is unknown. */
  isReadAgain?: boolean;
  /** Whether a deferred change waits for a person, because what it was decided on moved. */
  isAtRest?: boolean;
  /** Whether a withdrawn change was live before. */
  wasLive?: boolean;
  /** Whether it was withdrawn because later changes of ours decide all that it decides. */
  isReplaced?: boolean;
}

/** The state of a change set, derived from the states of its changes by the table of SPEC.md. */
export function changeSetState(
  changes: readonly ChangeInSet[],
  { isChecking = false }: { isChecking?: boolean } = {},
): ChangeSetState {
  const standing = changes
    .filter(({ state, wasLive }) => state !== "rejected" && (state !== "withdrawn" || wasLive === true))
    .map(({ state, isReplaced }) => (isReplaced === true ? "applied" : state));
  if (standing.length === 0) {
    if (changes.length === 0) return "draft";
    return changes.some(({ state }) => state === "rejected") ? "rejected" : "withdrawn";
  }
  if (isChecking) return "checking";
  if (standing.includes("draft")) return "draft";
  if (standing.includes("in review")) return "in review";
  if (standing.includes("approved")) return "approved";
  if (standing.every((state) => state === "queued")) return "queued";
  const isUnderWay = ({ state, isReadAgain, isAtRest }: ChangeInSet) =>
    state === "queued" ||
    state === "sending" ||
    (state === "deferred" && isAtRest !== true) ||
    (state === "unknown" && isReadAgain === true);
  if (changes.some(isUnderWay)) return "applying";
  for (const outcome of ["applied", "held", "failed", "withdrawn", "reverted"] as const) {
    if (standing.every((state) => state === outcome)) return outcome;
  }
  return "partly applied";
}
