import type { LookUpResults, SearchResults } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { bff } from "#/api/bff.ts";

/** Searches the records that this console knows. Not cached, since the text changes with every keystroke. */
export const searchKnown = (q: string, signal: AbortSignal) =>
  bff.get<SearchResults>("/search", { query: { q: q.slice(0, maxLength.search) }, signal });

/** Asks the service for what is not known here, in an index version or, without one, in the standard index. */
export const lookUpInService = (q: string, indexId: string | null, signal: AbortSignal) =>
  bff.get<LookUpResults>("/look-ups", {
    query: { q: q.slice(0, maxLength.search), ...(indexId === null ? {} : { indexId }) },
    signal,
  });
