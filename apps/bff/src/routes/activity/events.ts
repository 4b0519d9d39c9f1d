import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { followEvents } from "#/operations/events/follow.ts";
import { apiRoute } from "#/routes/operation.ts";

const STREAM = "text/event-stream";

const follow = apiRoute("read", {
  operationId: "getEvents",
  method: "get",
  path: "/events",
  tags: ["Activity"],
  summary: "Follow what changes, as server-sent events",
  description: `Each \`change\` event has a \`ChangeHint\`: what changed, and never a value. \`Last-Event-ID\` goes on after an event, or from the \`lastEventId\` of a connection, with nothing missed or repeated; without one, or where that one is no longer seen, a \`start\` event says that what is shown may be old. The stream ends when the caller is signed out or disabled, or reaches something else than before, which a \`rights\` event says. Without \`Accept: ${STREAM}\` it ends after what waits already.`,
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "The id of the event after which to go on, or the `lastEventId` of a connection",
      schema: { type: "string" },
    },
  ],
  responses: { 200: { description: "A stream of events", content: { [STREAM]: { schema: z.string() } } } },
});

export function eventRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(follow, async (c) => {
    const stream = await followEvents(c.get("context"), {
      lastEventId: c.req.header("Last-Event-ID"),
      ends: c.req.header("Accept")?.includes(STREAM) !== true,
      rolesNow: c.get("caller").rolesNow,
    });
    return c.body(stream, 200, { "Content-Type": STREAM, "X-Accel-Buffering": "no" });
  });
}
