import { type ConsoleKind, elsewhere } from "./console-kind.ts";

export const set: ConsoleKind = { ...elsewhere, demand: (words) => `Enter at least one of the ${words}.` };
