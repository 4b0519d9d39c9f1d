import type { ChangeSet } from "@dc/contract";
import type { StateName } from "#/marks/state.tsx";

/** How the state of a change set is shown: one of which nothing at all went through failed, and is not partly applied. */
export function shownState({ state, counts }: Pick<ChangeSet, "state" | "counts">): StateName {
  const ended = counts.total - counts.withdrawn;
  return state === "partly applied" && counts.failed === ended ? "failed" : state;
}
