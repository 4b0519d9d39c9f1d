import { LookUpQuery, LookUpResults, SearchQuery, SearchResults } from "@dc/contract";
import { lookUp } from "#/operations/search/look-up.ts";
import { search } from "#/operations/search/search.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function searchRoutes() {
  return routesOf(
    "Search",
    operation("read", "searchAll", "GET /search", {
      summary: "Find index versions, practitioners (by phone too), schedules, plans, change sets and people",
      query: SearchQuery,
      answer: [200, "A page of each kind, at most eight", SearchResults],
      call: ({ context, query }) => search(context, query),
    }),
    operation("read", "searchService", "GET /look-ups", {
      summary: "Ask the service for practitioners and schedules by a number or a text",
      query: LookUpQuery,
      answer: [200, "What the service finds, at most ten by each field", LookUpResults],
      problems: ["not_found"],
      call: ({ context, query }) => lookUp(context, query),
    }),
  );
}
