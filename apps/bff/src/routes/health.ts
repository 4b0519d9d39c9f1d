import { z } from "@hono/zod-openapi";
import type { Deps } from "#/context/deps.ts";
import { checkReadiness } from "#/operations/health/check-readiness.ts";
import { operation, routesOf } from "./operation.ts";

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

export function healthRoutes({ store }: Pick<Deps, "store">) {
  return routesOf(
    "Health",
    operation("public", "getHealth", "GET /healthz", {
      summary: "Tell whether the process is up",
      answer: [200, "Up", Liveness],
      call: () => ({ status: "up" as const }),
    }),
    operation("public", "getReadiness", "GET /readyz", {
      summary: "Tell whether the store and its migrations are ready; the service's health is no part of it",
      answer: [200, "Ready", Readiness],
      unless: [503, "Not ready; says which part", ({ ready }) => !ready],
      call: () => checkReadiness(store),
    }),
  );
}
