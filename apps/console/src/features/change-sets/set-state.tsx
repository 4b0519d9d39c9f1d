import type { ChangeSet } from "@dc/contract";
import { State } from "#/marks/state.tsx";

/** The state of a change set; of one that is partly applied, how much of what was ever live is applied. */
export function SetState({ changeSet: { state, counts } }: { changeSet: Pick<ChangeSet, "state" | "counts"> }) {
  if (state !== "partly applied") return <State state={state} />;
  const wereLive = counts.total - counts.rejected - counts.withdrawn + counts.takenBack;
  return <State state={state} label={`${state}, ${counts.applied + counts.replaced} of ${wereLive}`} />;
}
