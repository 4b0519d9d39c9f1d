import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Deps } from "#/context/deps.ts";
import type { AppEnv } from "#/http/app-env.ts";
import { checkReadiness } from "#/operations/health/check-readiness.ts";
import { apiRoute, jsonAnswer } from "./describe.ts";

const Liveness = z.strictObject({ status: z.literal("up") }).meta({ id: "Liveness" });
const Part = z.strictObject({
  ready: z.boolean(),
  code: z
    .enum(["store_unavailable", "store_full", "store_read_only"])
    .nullable()
    .describe("What troubles the store; null for all else"),
  detail: z.string().nullable(),
});
const Readiness = z
  .strictObject({ ready: z.boolean(), parts: z.strictObject({ store: Part, migrations: Part }) })
  .meta({ id: "Readiness" });

const health = apiRoute("public", {
  operationId: "getHealth",
  method: "get",
  path: "/healthz",
  tags: ["Health"],
  summary: "The process is up",
  responses: { 200: jsonAnswer("Up", Liveness) },
});

const readiness = apiRoute("public", {
  operationId: "getReadiness",
  method: "get",
  path: "/readyz",
  tags: ["Health"],
  summary: "The store and its migrations are ready; the service's health is no part of it",
  responses: { 200: jsonAnswer("Ready", Readiness), 503: jsonAnswer("Not ready; says which part", Readiness) },
});

export function healthRoutes({ store }: Pick<Deps, "store">) {
  return new OpenAPIHono<AppEnv>()
    .openapi(health, (c) => c.json({ status: "up" as const }, 200))
    .openapi(readiness, async (c) => {
      const answer = await checkReadiness(store);
      return answer.ready ? c.json(answer, 200) : c.json(answer, 503);
    });
}
