import { type ConsoleKind, plainControl, possibleValues } from "./console-kind.ts";

export const number: ConsoleKind = {
  ...plainControl,
  input: { inputMode: "decimal", dir: "ltr", autoComplete: "off" },
  help: possibleValues,
};
