import { type ConsoleKind, plainControl } from "./console-kind.ts";

export const text: ConsoleKind = { ...plainControl, row: "free text", help: () => "Kept exactly as typed." };
