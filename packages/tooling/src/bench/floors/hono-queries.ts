import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { printReady } from "./ready.ts";

/*
 * The lower bound for a page: a bare Hono handler that asks the store the same queries, one after the other, and answers their
 * rows. QUERIES names a file with the queries of each path.
 */
// Safe because the bench writes the file.
const pages = JSON.parse(readFileSync(process.env["QUERIES"] ?? "", "utf8")) as Partial<
  Record<string, { text: string; values: (string | null)[] }[]>
>;
const store = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
await store.connect();
const app = new Hono().get("*", async (c) => {
  const { pathname, search } = new URL(c.req.url);
  const rows: unknown[] = [];
  for (const { text, values } of pages[pathname + search] ?? []) rows.push((await store.query(text, values)).rows);
  return c.json(rows);
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, printReady);
process.on("SIGTERM", () => process.exit(0));
