import { SearchResults } from "@dc/contract";
import { bff } from "#/api/bff.ts";

/** What this console has seen under these words; not cached, since one types on. */
export const searchKnown = (q: string, signal: AbortSignal) =>
  bff.get("/search", SearchResults, { query: { q: q.slice(0, 200) }, signal });
