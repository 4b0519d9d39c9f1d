import { plainValue, type ValueKind } from "./value-kind.ts";

/** What has no meaning in the profile: no kind of its own, kept and compared as JSON. */
export const json = { ...plainValue, isOf: () => true, possible: () => "a JSON value" } as const satisfies ValueKind;
