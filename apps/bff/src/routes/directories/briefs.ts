import {
  Brief,
  ClaimList,
  ClaimQuery,
  SettledClaim,
  SettleClaimInput,
  BriefQuery,
  CreatedShareLink,
  CreateShareLinkInput,
  ShareLinkList,
} from "@dc/contract";
import { getBrief } from "#/operations/briefs/get.ts";
import { makeBrief } from "#/operations/briefs/make.ts";
import { listClaims } from "#/operations/claims/list.ts";
import { settleClaim } from "#/operations/claims/settle.ts";
import { createShareLink } from "#/operations/share-links/create.ts";
import { listShareLinks } from "#/operations/share-links/list.ts";
import { revokeShareLink } from "#/operations/share-links/revoke.ts";
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
    operation("read", "listShareLinks", "GET /index-versions/{indexId}/share-links", {
      summary: "List the links to the brief of a directory",
      answer: [200, "Those that are neither revoked nor over", ShareLinkList],
      problems: ["not_found"],
      call: ({ context, params }) => listShareLinks(context, params.indexId),
    }),
    operation("read", "listAllShareLinks", "GET /share-links", {
      summary: "List the links to the briefs of all directories",
      answer: [200, "Those that are neither revoked nor over", ShareLinkList],
      call: ({ context }) => listShareLinks(context),
    }),
    operation({ byPeople: "stage" }, "createShareLink", "POST /index-versions/{indexId}/share-links", {
      summary: "Share the brief of a directory with somebody without an account",
      description: "A link reads what its maker may still see, and ends with their right to stage here.",
      body: CreateShareLinkInput,
      answer: [201, "Made; its secret is told once", CreatedShareLink],
      problems: ["not_found", "standard_index_read_only", "wrong_state"],
      isToldOnce: true,
      call: ({ context, params, body }) => createShareLink(context, params.indexId, body),
    }),
    operation("stage", "revokeShareLink", "DELETE /index-versions/{indexId}/share-links/{shareLinkId}", {
      summary: "End a link to the brief of a directory",
      answer: [204, "Its next request is refused"],
      problems: ["not_found"],
      call: ({ context, params }) => revokeShareLink(context, params.indexId, params.shareLinkId),
    }),
    operation("read", "listClaims", "GET /index-versions/{indexId}/claims", {
      summary: "List what readers of a directory’s briefs said",
      query: ClaimQuery,
      answer: [200, "The newest first", ClaimList],
      problems: ["not_found"],
      call: ({ context, params, query }) => listClaims(context, params.indexId, query),
    }),
    operation("stage", "settleClaim", "POST /index-versions/{indexId}/claims/{claimId}/settle", {
      summary: "Take up what a reader said: as a verification, as a draft’s evidence, or not at all",
      body: SettleClaimInput,
      answer: [200, "Settled", SettledClaim],
      problems: ["not_found", "wrong_state", "standard_index_read_only"],
      call: ({ context, params, body }) => settleClaim(context, params, body),
    }),
  );
}
