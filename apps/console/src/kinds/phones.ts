import { type ConsoleKind, elsewhere } from "./console-kind.ts";

export const phones: ConsoleKind = { ...elsewhere, demand: () => "Enter a phone number." };
