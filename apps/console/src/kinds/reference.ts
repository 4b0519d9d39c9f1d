import { type ConsoleKind, plainControl } from "./console-kind.ts";

export const reference: ConsoleKind = { ...plainControl, row: "chosen record", isTypedInGrid: false };
