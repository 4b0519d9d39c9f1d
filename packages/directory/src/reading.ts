import type { Json } from "./json.ts";

/** What a record says of one field. `null` and `[]` are present (and empty); absent means that the answer lacks the field. */
export type Reading = { value: Json } | { absent: true };
