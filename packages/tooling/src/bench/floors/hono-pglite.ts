import { PGlite } from "@electric-sql/pglite";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { printReady } from "./ready.ts";

/*
 * The lower bound for start time and memory at rest: Hono and PGlite on a data directory, ready when the store answers.
 */
const store = await PGlite.create(process.env["DATA_DIR"] ?? "");
const app = new Hono().get("/readyz", async (c) => {
  await store.query("select 1");
  return c.json({ ready: true });
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, printReady);
process.on("SIGTERM", () => process.exit(0));
