import { type ConsoleKind, elsewhere } from "./console-kind.ts";

export const reference: ConsoleKind = { ...elsewhere, isTypedInGrid: false };
