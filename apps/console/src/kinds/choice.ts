import { capitalise } from "#/ui/display/capitalise.ts";
import { type ConsoleKind, plainControl } from "./console-kind.ts";

export const choice: ConsoleKind = {
  ...plainControl,
  options: (choices) => (choices ?? []).map(({ value, words }) => ({ value: String(value), label: capitalise(words) })),
  demand: (words) => `Choose the ${words}.`,
};
