import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { sql } from "kysely";
import type { AppEnv } from "#/http/app-env.ts";
import type { Store } from "#/store/engine/database.ts";
import { pendingMigrations } from "#/store/migrations/migrate.ts";
import { jsonAnswer } from "./describe.ts";

const Liveness = z.strictObject({ status: z.literal("up") }).meta({ id: "Liveness" });
const Part = z.strictObject({ ready: z.boolean(), detail: z.string().nullable() });
const Readiness = z
  .strictObject({ ready: z.boolean(), parts: z.strictObject({ store: Part, migrations: Part }) })
  .meta({ id: "Readiness" });
export type Readiness = z.infer<typeof Readiness>;

const STORE_DEADLINE_MS = 3_000;

const health = createRoute({
  method: "get",
  path: "/healthz",
  tags: ["Health"],
  summary: "The process is up",
  security: [],
  responses: { 200: jsonAnswer("Up", Liveness) },
});

const readiness = createRoute({
  method: "get",
  path: "/readyz",
  tags: ["Health"],
  summary: "The store and its migrations are ready; the service's health is no part of it",
  security: [],
  responses: { 200: jsonAnswer("Ready", Readiness), 503: jsonAnswer("Not ready; says which part", Readiness) },
});

export function healthRoutes(store: Store) {
  return new OpenAPIHono<AppEnv>()
    .openapi(health, (c) => c.json({ status: "up" as const }, 200))
    .openapi(readiness, async (c) => {
      const answer = await readinessOf(store);
      return answer.ready ? c.json(answer, 200) : c.json(answer, 503);
    });
}

async function readinessOf(store: Store): Promise<Readiness> {
  const storePart = await within(STORE_DEADLINE_MS, async () => {
    await sql`select 1`.execute(store.db);
    return null;
  });
  const migrations = storePart.ready
    ? await within(STORE_DEADLINE_MS, async () => {
        const pending = await pendingMigrations(store.db);
        return pending.length === 0 ? null : `not yet run: ${pending.join(", ")}`;
      })
    : { ready: false, detail: "not known while the store is not ready" };
  return { ready: storePart.ready && migrations.ready, parts: { store: storePart, migrations } };
}

/** Ready when the check gives null in time. What it throws stays here: it may name hosts and people. */
async function within(
  deadlineMs: number,
  check: () => Promise<string | null>,
): Promise<{ ready: boolean; detail: string | null }> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve("no answer in time"), deadlineMs);
  try {
    const detail = await Promise.race([check(), late.promise]);
    return { ready: detail === null, detail };
  } catch {
    return { ready: false, detail: "does not answer" };
  } finally {
    clearTimeout(timer);
  }
}
