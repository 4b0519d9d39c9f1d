import { MatrixPage, MatrixQuery, RecordId } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { viewMatrix } from "#/operations/matrix/view.ts";
import { apiRoute, jsonAnswer } from "#/routes/describe.ts";

const matrix = apiRoute("read", {
  operationId: "getMatrix",
  method: "get",
  path: "/practitioners/{practitionerId}/matrix",
  tags: ["Practitioners"],
  summary: "Compare a practitioner with the standard index in every directory whose roster has them",
  request: { params: z.object({ practitionerId: RecordId }), query: MatrixQuery },
  responses: { 200: jsonAnswer("The referrer matrix, a page of directories at a time", MatrixPage) },
});

export function matrixRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(matrix, async (c) =>
    c.json(await viewMatrix(c.get("context"), c.req.valid("param").practitionerId, c.req.valid("query")), 200),
  );
}
