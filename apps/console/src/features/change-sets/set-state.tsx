import type { ChangeSet } from "@dc/contract";
import { State } from "#/marks/state.tsx";
import { numberText } from "#/ui/display/count.tsx";

/** The state of a change set, or that its sending is paused; of one that is partly applied, how much of what was ever live is applied. */
export function SetState({ changeSet }: { changeSet: Pick<ChangeSet, "state" | "counts" | "paused"> }) {
  const { state, counts, paused } = changeSet;
  if (state === "applying" && paused !== null) return <State state="paused" />;
  if (state === "failed" && counts.retried > 0) return <State state={state} label={`${state}${retriedText(counts)}`} />;
  if (state !== "partly applied") return <State state={state} />;
  const wereLive = counts.total - counts.rejected - counts.withdrawn + counts.takenBack;
  return (
    <State
      state={state}
      label={`${state}, ${numberText(counts.applied + counts.replaced)} of ${numberText(wereLive)}${retriedText(counts)}`}
    />
  );
}

/** What failed and is sent once more asks for nothing here. */
const retriedText = ({ failed, retried }: ChangeSet["counts"]) =>
  retried === 0
    ? ""
    : retried === failed
      ? ", what failed was retried"
      : `, ${numberText(retried)} of ${numberText(failed)} failed were retried`;
