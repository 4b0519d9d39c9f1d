import {
  CreateReferrerInput,
  Referrer,
  ReferrerId,
  ReferrerPage,
  ReferrerQuery,
  UpdateReferrerInput,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { getReferrer, listReferrers } from "#/operations/referrers/list.ts";
import { changeReferrer, createReferrer } from "#/operations/referrers/save.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const params = z.object({ referrerId: ReferrerId });
const tags = ["Referrers"];

const list = apiRoute("read", {
  operationId: "listReferrers",
  method: "get",
  path: "/referrers",
  tags,
  summary: "List the referrers for whom index versions are made",
  request: { query: ReferrerQuery },
  responses: { 200: jsonAnswer("A page, by name", ReferrerPage) },
});

const get = apiRoute("read", {
  operationId: "getReferrer",
  method: "get",
  path: "/referrers/{referrerId}",
  tags,
  summary: "Get a referrer",
  request: { params },
  responses: { 200: jsonAnswer("The referrer", Referrer), ...problems("not_found") },
});

const create = apiRoute(
  { forAll: "stage" },
  {
    operationId: "createReferrer",
    method: "post",
    path: "/referrers",
    tags,
    summary: "Add a referrer",
    request: { body: jsonInput(CreateReferrerInput) },
    responses: { 201: jsonAnswer("Added", Referrer), ...problems("already_exists") },
  },
);

const update = apiRoute("stage", {
  operationId: "updateReferrer",
  method: "patch",
  path: "/referrers/{referrerId}",
  tags,
  summary: "Change the name, id, contact or owner of a referrer, or archive it",
  request: { params, body: jsonInput(UpdateReferrerInput) },
  responses: {
    200: jsonAnswer("The referrer", Referrer),
    ...problems("not_found", "version_mismatch", "already_exists", "wrong_state"),
  },
});

export function referrerRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listReferrers(c.get("context"), c.req.valid("query")), 200))
    .openapi(get, async (c) => c.json(await getReferrer(c.get("context"), c.req.valid("param").referrerId), 200))
    .openapi(create, async (c) => c.json(await createReferrer(c.get("context"), c.req.valid("json")), 201))
    .openapi(update, async (c) =>
      c.json(await changeReferrer(c.get("context"), c.req.valid("param").referrerId, c.req.valid("json")), 200),
    );
}
