import { plainValue, type ValueKind } from "./value-kind.ts";

export const text = { ...plainValue, possible: () => "a text" } as const satisfies ValueKind;
