import { IndexId, PractitionerQuery, PractitionerView, RecordId, RecordType, RecordView } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { viewPractitioner } from "#/operations/practitioners/view.ts";
import { viewRecord } from "#/operations/records/view.ts";
import { apiRoute, jsonAnswer, problems } from "#/routes/describe.ts";

const practitioner = apiRoute("read", {
  operationId: "getPractitioner",
  method: "get",
  path: "/index-versions/{indexId}/practitioners/{practitionerId}",
  tags: ["Practitioners"],
  summary: "Get a practitioner and its known schedules in an index, compared with another index",
  request: { params: z.object({ indexId: IndexId, practitionerId: RecordId }), query: PractitionerQuery },
  responses: {
    200: jsonAnswer("What the practitioner page and the compare view show", PractitionerView),
    ...problems("not_found"),
  },
});

const schedule = apiRoute("read", {
  operationId: "getSchedule",
  method: "get",
  path: "/index-versions/{indexId}/schedules/{scheduleId}",
  tags: ["Practitioners"],
  summary: "Get a schedule in an index, compared with another index",
  request: { params: z.object({ indexId: IndexId, scheduleId: RecordId }), query: PractitionerQuery },
  responses: { 200: jsonAnswer("The schedule", RecordView), ...problems("not_found") },
});

const record = apiRoute("read", {
  operationId: "getRecord",
  method: "get",
  path: "/index-versions/{indexId}/records/{type}/{recordId}",
  tags: ["Practitioners"],
  summary: "Get a record of any type of the profile in an index, compared with another index",
  request: {
    params: z.object({ indexId: IndexId, type: RecordType, recordId: RecordId }),
    query: PractitionerQuery,
  },
  responses: { 200: jsonAnswer("The record", RecordView), ...problems("not_found") },
});

export function practitionerRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(practitioner, async (c) =>
      c.json(await viewPractitioner(c.get("context"), { ...c.req.valid("param"), query: c.req.valid("query") }), 200),
    )
    .openapi(schedule, async (c) => {
      const { indexId, scheduleId } = c.req.valid("param");
      const request = { indexId, record: { type: "schedule", id: scheduleId }, query: c.req.valid("query") };
      return c.json(await viewRecord(c.get("context"), request), 200);
    })
    .openapi(record, async (c) => {
      const { indexId, type, recordId } = c.req.valid("param");
      const request = { indexId, record: { type, id: recordId }, query: c.req.valid("query") };
      return c.json(await viewRecord(c.get("context"), request), 200);
    });
}
