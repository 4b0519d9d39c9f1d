import type { ImportedCellState } from "@dc/contract";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { isError, stateWords } from "./imported-states.ts";

/** The mark of what becomes of a cell, with its words or alone. */
export function ImportedState({ state, show }: { state: ImportedCellState; show: "word" | "mark" }) {
  const word = stateWords[state];
  if (isError(state)) return <StatusMark shape="triangle" hue="conflict" word={word} show={show} />;
  if (state === "same") return <Verdict verdict="same" show={show} />;
  if (state === "against ours") return <Verdict verdict="ours" label={word} show={show} />;
  if (state !== "new") return <State state="staged" label={word} show={show} />;
  return (
    <>
      <Icon name="plus" size={14} /> {show === "word" ? word : null}
    </>
  );
}
