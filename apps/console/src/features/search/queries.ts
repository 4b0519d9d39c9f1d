import type { SearchResults } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { bff } from "#/api/bff.ts";

/** Searches the records that this console knows. Not cached, since the text changes with every keystroke. */
export const searchKnown = (q: string, signal: AbortSignal) =>
  bff.get<SearchResults>("/search", { query: { q: q.slice(0, maxLength.search) }, signal });
