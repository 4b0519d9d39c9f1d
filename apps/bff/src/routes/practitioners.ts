import { IndexId, PractitionerQuery, PractitionerView, RecordId, RecordView } from "@dc/contract";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/app-env.ts";
import { viewPractitioner } from "#/operations/practitioners/view-practitioner.ts";
import { viewSchedule } from "#/operations/schedules/view-schedule.ts";
import { jsonAnswer, problems } from "./describe.ts";

const practitioner = createRoute({
  method: "get",
  path: "/index-versions/{indexId}/practitioners/{practitionerId}",
  tags: ["Practitioners"],
  summary: "A practitioner with its known schedules in an index, compared with another index",
  request: { params: z.strictObject({ indexId: IndexId, practitionerId: RecordId }), query: PractitionerQuery },
  responses: {
    200: jsonAnswer("What the practitioner page and the compare view show", PractitionerView),
    ...problems("not_found"),
  },
});

const schedule = createRoute({
  method: "get",
  path: "/index-versions/{indexId}/schedules/{scheduleId}",
  tags: ["Practitioners"],
  summary: "One schedule in an index, compared with another index",
  request: { params: z.strictObject({ indexId: IndexId, scheduleId: RecordId }), query: PractitionerQuery },
  responses: { 200: jsonAnswer("The schedule", RecordView), ...problems("not_found") },
});

export function practitionerRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(practitioner, async (c) =>
      c.json(await viewPractitioner(c.get("context"), { ...c.req.valid("param"), query: c.req.valid("query") }), 200),
    )
    .openapi(schedule, async (c) =>
      c.json(await viewSchedule(c.get("context"), { ...c.req.valid("param"), query: c.req.valid("query") }), 200),
    );
}
