import type { ImportedCell, ImportedCellState } from "@dc/contract";

/** The states of cells in words, in the order of the filters. */
export const stateWords: { readonly [state in ImportedCellState]: string } = {
  change: "to change",
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

/** What is wrong comes first, then what changes something. */
const order: readonly ImportedCellState[] = [
  "impossible",
  "contradicts",
  "not found",
  "ambiguous",
  "against ours",
  "change",
  "new",
  "staged",
  "same",
];

export const worstFirst = (cells: readonly ImportedCell[]): readonly ImportedCell[] =>
  cells.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
