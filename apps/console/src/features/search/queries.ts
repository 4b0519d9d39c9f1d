import { SearchResults } from "@dc/contract";
import { bff } from "#/api/bff.ts";

/** Searches the records that this console knows. Not cached, since it is called while typing. */
export const searchKnown = (q: string, signal: AbortSignal) =>
  bff.get("/search", SearchResults, { query: { q: q.slice(0, 200) }, signal });
