import {
  AdoptedIndexVersion,
  AdoptIndexVersionInput,
  CreateIndexVersionInput,
  Creation,
  IndexId,
  IndexVersion,
  IndexVersionPage,
  IndexVersionQuery,
  OfferedIndexVersions,
  UpdateIndexVersionInput,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { createIndexVersion } from "#/operations/creations/create.ts";
import { adoptIndexVersion } from "#/operations/index-versions/adopt.ts";
import { getIndexVersion } from "#/operations/index-versions/get.ts";
import { listIndexVersions } from "#/operations/index-versions/list.ts";
import { listOfferedIndexVersions } from "#/operations/index-versions/offered.ts";
import { changeIndexVersion } from "#/operations/index-versions/update.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const params = z.object({ indexId: IndexId });
const tags = ["Index versions"];

const list = apiRoute("read", {
  operationId: "listIndexVersions",
  method: "get",
  path: "/index-versions",
  tags,
  summary: "List index versions",
  request: { query: IndexVersionQuery },
  responses: { 200: jsonAnswer("A page of index versions, with the standard and the test index", IndexVersionPage) },
});

const offered = apiRoute(
  { forAll: "read" },
  {
    operationId: "listOfferedIndexVersions",
    method: "get",
    path: "/index-versions/offered",
    tags,
    summary: "List index versions of the service that are not known here",
    responses: { 200: jsonAnswer("What the service lists beside those that are known here", OfferedIndexVersions) },
  },
);

const create = apiRoute("apply", {
  operationId: "createIndexVersion",
  method: "post",
  path: "/index-versions",
  tags,
  summary: "Create an index version in the service",
  request: { body: jsonInput(CreateIndexVersionInput) },
  responses: {
    201: jsonAnswer("Created", Creation),
    202: jsonAnswer(
      "Requested; the reply was lost, and a person or the list of the service has to settle it",
      Creation,
    ),
    ...problems(
      "not_found",
      "wrong_state",
      "already_exists",
      "outcome_unknown",
      "service_refused",
      "service_unreachable",
      "service_timeout",
      "service_paused",
    ),
  },
});

const adopt = apiRoute(
  { forAll: "stage" },
  {
    operationId: "adoptIndexVersion",
    method: "post",
    path: "/index-versions/adopt",
    tags,
    summary: "Adopt an existing index version by its id",
    request: { body: jsonInput(AdoptIndexVersionInput) },
    responses: { 201: jsonAnswer("Adopted", AdoptedIndexVersion), ...problems("already_exists", "service_refused") },
  },
);

const get = apiRoute("read", {
  operationId: "getIndexVersion",
  method: "get",
  path: "/index-versions/{indexId}",
  tags,
  summary: "Get an index version",
  request: { params },
  responses: { 200: jsonAnswer("The index version", IndexVersion), ...problems("not_found") },
});

const update = apiRoute("stage", {
  operationId: "updateIndexVersion",
  method: "patch",
  path: "/index-versions/{indexId}",
  tags,
  summary: "Update the label, referrer, notes or policy of an index version, or archive it",
  request: { params, body: jsonInput(UpdateIndexVersionInput) },
  responses: {
    200: jsonAnswer("The updated index version", IndexVersion),
    ...problems("not_found", "version_mismatch", "wrong_state", "already_exists", "standard_index_read_only"),
  },
});

export function indexVersionRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listIndexVersions(c.get("context"), c.req.valid("query")), 200))
    .openapi(create, async (c) => {
      const creation = await createIndexVersion(c.get("context"), c.req.valid("json"));
      return creation.state === "created" ? c.json(creation, 201) : c.json(creation, 202);
    })
    .openapi(adopt, async (c) => c.json(await adoptIndexVersion(c.get("context"), c.req.valid("json")), 201))
    .openapi(offered, async (c) => c.json(await listOfferedIndexVersions(c.get("context")), 200))
    .openapi(get, async (c) => c.json(await getIndexVersion(c.get("context"), c.req.valid("param").indexId), 200))
    .openapi(update, async (c) =>
      c.json(await changeIndexVersion(c.get("context"), c.req.valid("param").indexId, c.req.valid("json")), 200),
    );
}
