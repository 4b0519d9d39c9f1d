import { Brief, BriefQuery } from "@dc/contract";
import { getBrief } from "#/operations/briefs/get.ts";
import { makeBrief } from "#/operations/briefs/make.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function briefRoutes() {
  return routesOf(
    "Briefs",
    operation("read", "getBrief", "GET /index-versions/{indexId}/brief", {
      summary: "Get a directory in sentences, for its referrer",
      description:
        "Who is in it, what differs from the standard data, since when and on whose word. Drafts are no part of it.",
      query: BriefQuery,
      answer: [200, "Those that differ from the standard data first", Brief],
      problems: ["not_found", "standard_index_read_only"],
      call: ({ context, params, query }) => getBrief(context, { indexId: params.indexId, query }),
    }),
    operation("stage", "makeBrief", "POST /index-versions/{indexId}/briefs", {
      summary: "Remember that a brief was printed, so that the next one tells what changed since",
      answer: [204, "Remembered"],
      problems: ["not_found", "standard_index_read_only"],
      call: ({ context, params }) => makeBrief(context, params.indexId),
    }),
  );
}
