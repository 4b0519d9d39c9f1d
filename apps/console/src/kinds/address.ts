import { type ConsoleKind, elsewhere } from "./console-kind.ts";

export const address: ConsoleKind = { ...elsewhere, isMultiline: (part) => part === "street" };
