import { type ConsoleKind, plainControl } from "./console-kind.ts";

export const date: ConsoleKind = { ...plainControl, input: { type: "date" } };
