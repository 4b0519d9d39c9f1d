import { type ConsoleKind, elsewhere } from "./console-kind.ts";

export const languages: ConsoleKind = {
  ...elsewhere,
  isMultiline: () => true,
  problem: () => "Name each language by its tag, such as fr or pt-BR.",
};
