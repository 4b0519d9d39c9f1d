import { CheckedProfile, CheckProfileInput, ProfileInForce, SaveProfileInput, StoredProfile } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { checkProfile } from "#/operations/profile/check.ts";
import { getProfile, getRevision } from "#/operations/profile/get.ts";
import { saveProfile } from "#/operations/profile/save.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const get = apiRoute("read", {
  operationId: "getProfile",
  method: "get",
  path: "/profile",
  tags: ["Developer"],
  summary: "Get the service profile in force, its source and its revisions",
  responses: {
    200: jsonAnswer("The profile; the newest saved revision takes precedence over SERVICE_PROFILE", ProfileInForce),
  },
});

const revision = apiRoute("read", {
  operationId: "getProfileRevision",
  method: "get",
  path: "/profile/revisions/{number}",
  tags: ["Developer"],
  summary: "Get the content of a revision",
  request: { params: z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) }) },
  responses: { 200: jsonAnswer("The revision", StoredProfile), ...problems("not_found") },
});

const check = apiRoute("profile", {
  operationId: "checkProfile",
  method: "post",
  path: "/profile/check",
  tags: ["Developer"],
  summary: "Check a profile and try it on records; nothing is changed",
  request: { body: jsonInput(CheckProfileInput) },
  responses: {
    200: jsonAnswer("The problems of the profile, and what each meaning found", CheckedProfile),
    ...problems(
      "service_unreachable",
      "service_timeout",
      "service_refused",
      "service_answer_invalid",
      "service_paused",
    ),
  },
});

const save = apiRoute("profile", {
  operationId: "saveProfile",
  method: "put",
  path: "/profile",
  tags: ["Developer"],
  summary: "Save a profile as the newest revision, in force at once; null returns to the profile of the settings",
  request: { body: jsonInput(SaveProfileInput) },
  responses: {
    200: jsonAnswer("The profile that is now in force", ProfileInForce),
    ...problems("version_mismatch", "conflict"),
  },
});

export function profileRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(get, async (c) => c.json(await getProfile(c.get("context")), 200))
    .openapi(revision, async (c) => c.json(await getRevision(c.get("context"), c.req.valid("param").number), 200))
    .openapi(check, async (c) => c.json(await checkProfile(c.get("context"), c.req.valid("json")), 200))
    .openapi(save, async (c) => c.json(await saveProfile(c.get("context"), c.req.valid("json")), 200));
}
