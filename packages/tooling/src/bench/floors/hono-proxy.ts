import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { changedBody, upstreamHeaders } from "./change.ts";
import { printReady } from "./ready.ts";

/* A proxy written with Hono's own helper, as the gateway's peer. */
const upstream = process.env["UPSTREAM"] ?? "";
const app = new Hono()
  .get("/change/*", async (c) => {
    const answer = await proxy(`${upstream}${c.req.path.slice(7)}`, { headers: upstreamHeaders });
    return c.body(changedBody(await answer.text()), 200, { "Content-Type": "application/json" });
  })
  .get("/pipe/*", (c) => proxy(`${upstream}${c.req.path.slice(5)}`, { headers: upstreamHeaders }));

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, printReady);
process.on("SIGTERM", () => process.exit(0));
