import { Connection, Samples } from "@dc/contract";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { getConnection } from "#/operations/connection/get.ts";
import { getSamples } from "#/operations/samples/get.ts";
import { jsonAnswer, problems } from "./describe.ts";

const connection = createRoute({
  method: "get",
  path: "/connection",
  tags: ["Connection"],
  summary: "Get the connection to the service: health, capabilities and record types",
  responses: { 200: jsonAnswer("The connection, without its key", Connection) },
});

const samples = createRoute({
  method: "get",
  path: "/samples",
  tags: ["Connection"],
  summary: "Get the sample roster and plan catalogue of the sandbox",
  responses: { 200: jsonAnswer("Two CSV files", Samples), ...problems("not_found") },
});

export function connectionRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(connection, async (c) => c.json(await getConnection(c.get("context")), 200))
    .openapi(samples, async (c) => c.json(await getSamples(c.get("context")), 200));
}
