import type { ImportedCellState } from "@dc/contract";

/** The states of cells in words, in the order of the filters. */
export const stateWords: { readonly [state in ImportedCellState]: string } = {
  change: "change something",
  new: "new",
  "against ours": "against ours",
  contradicts: "contradicting",
  "not found": "not found",
  ambiguous: "ambiguous",
  impossible: "impossible",
  staged: "in your change sets",
  same: "same",
};

export const importedStates = Object.keys(stateWords) as ImportedCellState[];

export const isError = (state: ImportedCellState) =>
  state === "contradicts" || state === "not found" || state === "ambiguous" || state === "impossible";
