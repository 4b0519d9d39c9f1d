import {
  CreateReferrerInput,
  Referrer,
  ReferrerOwners,
  ReferrerPage,
  ReferrerQuery,
  UpdateReferrerInput,
} from "@dc/contract";
import { getReferrer, listOwners, listReferrers } from "#/operations/referrers/list.ts";
import { changeReferrer, createReferrer } from "#/operations/referrers/save.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function referrerRoutes() {
  return routesOf(
    "Referrers",
    operation("read", "listReferrers", "GET /referrers", {
      summary: "List the referrers for whom index versions are made",
      query: ReferrerQuery,
      answer: [200, "A page, by name", ReferrerPage],
      call: ({ context, query }) => listReferrers(context, query),
    }),
    operation("read", "listReferrerOwners", "GET /referrer-owners", {
      summary: "List the people who look after referrers",
      answer: [200, "All of them, by name", ReferrerOwners],
      call: ({ context }) => listOwners(context),
    }),
    operation("read", "getReferrer", "GET /referrers/{referrerId}", {
      summary: "Get a referrer",
      answer: [200, "The referrer", Referrer],
      problems: ["not_found"],
      call: ({ context, params }) => getReferrer(context, params.referrerId),
    }),
    operation({ forAll: "stage" }, "createReferrer", "POST /referrers", {
      summary: "Add a referrer",
      body: CreateReferrerInput,
      answer: [201, "Added", Referrer],
      problems: ["already_exists"],
      call: ({ context, body }) => createReferrer(context, body),
    }),
    operation("stage", "updateReferrer", "PATCH /referrers/{referrerId}", {
      summary: "Change the name, id, contact or owner of a referrer, or archive it",
      body: UpdateReferrerInput,
      answer: [200, "The referrer", Referrer],
      problems: ["not_found", "version_mismatch", "already_exists", "wrong_state"],
      current: ({ context, params }) => getReferrer(context, params.referrerId),
      call: ({ context, params, body }) => changeReferrer(context, params.referrerId, body),
    }),
  );
}
