import type { LookUpResults, SearchKind, SearchResults } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { bff } from "#/api/bff.ts";

export interface SearchPage {
  kind: SearchKind;
  cursor: string;
}

/**
 * Searches what this console knows, the entries of one index version first: the first page of each kind, or a later one of a
 * kind. Not cached, since the text changes with every keystroke.
 */
export const searchKnown = (q: string, near: string | null, signal: AbortSignal, page: SearchPage | null = null) =>
  bff.get<SearchResults>("/search", {
    query: { q: q.slice(0, maxLength.search), ...(near === null ? {} : { near }), ...page },
    signal,
  });

/** Asks the service for what is not known here, in an index version or, without one, in the standard index. */
export const lookUpInService = (q: string, indexId: string | null, signal: AbortSignal) =>
  bff.get<LookUpResults>("/look-ups", {
    query: { q: q.slice(0, maxLength.search), ...(indexId === null ? {} : { indexId }) },
    signal,
  });
