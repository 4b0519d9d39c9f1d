import { type ConsoleKind, plainControl } from "./console-kind.ts";

export const boolean: ConsoleKind = {
  ...plainControl,
  options: () => [
    { value: "true", label: "Yes" },
    { value: "false", label: "No" },
  ],
  demand: () => "Choose yes or no.",
};
