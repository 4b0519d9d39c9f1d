import type { ChangeSet } from "@dc/contract";
import type { StateName } from "#/marks/state.tsx";

/** The state shown for a change set: failed, not partly applied, if every change failed. */
export function changeSetState({ state, counts }: Pick<ChangeSet, "state" | "counts">): StateName {
  const ended = counts.total - counts.withdrawn;
  return state === "partly applied" && counts.failed === ended ? "failed" : state;
}
