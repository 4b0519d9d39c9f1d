import type { Hue, MarkShow } from "#/ui/display/mark.tsx";
import { StatusMark, type StatusShape } from "#/ui/display/status-mark.tsx";

export type StateName =
  | "draft"
  | "staged"
  | "waiting"
  | "deferred"
  | "paused"
  | "at rest"
  | "in review"
  | "approved"
  | "checking"
  | "queued"
  | "applying"
  | "sending"
  | "applied"
  | "partly applied"
  | "held"
  | "rejected"
  | "unknown"
  | "failed"
  | "refused"
  | "withdrawn"
  | "reverted";

const faces: { [name in StateName]: readonly [shape: StatusShape, hue: Hue] } = {
  draft: ["dashed", "quiet"],
  staged: ["dashed", "quiet"],
  waiting: ["dashed", "quiet"],
  deferred: ["arrow", "quiet"],
  paused: ["arrow", "ink"],
  "at rest": ["arrow", "outside"],
  "in review": ["clock", "ink"],
  approved: ["check", "ok"],
  checking: ["arc", "ink"],
  queued: ["quarter", "quiet"],
  applying: ["arc", "ink"],
  sending: ["arc", "ink"],
  applied: ["disc", "ok"],
  "partly applied": ["half", "held"],
  held: ["pause", "held"],
  rejected: ["cross", "quiet"],
  unknown: ["question", "outside"],
  failed: ["triangle", "conflict"],
  refused: ["bar", "conflict"],
  withdrawn: ["minus", "quiet"],
  reverted: ["back", "quiet"],
};

export const stateHue = (state: StateName): Hue => faces[state][1];

export interface StateProps {
  state: StateName;
  show?: MarkShow;
  /** Replaces the state's word, such as `3 staged`. */
  label?: string;
  size?: number;
}

/** The state of a change, as a circle, or a triangle for a failure. */
export function State({ state, ...mark }: StateProps) {
  const [shape, hue] = faces[state];
  return <StatusMark {...mark} shape={shape} hue={hue} word={state} />;
}
