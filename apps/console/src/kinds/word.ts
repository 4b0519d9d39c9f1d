import { type ConsoleKind, plainControl, possibleValues } from "./console-kind.ts";

export const word: ConsoleKind = {
  ...plainControl,
  input: { dir: "auto", autoComplete: "off", spellCheck: false },
  help: possibleValues,
};
