import {
  ComparisonExportQuery,
  ExportedComparison,
  PractitionerQuery,
  PractitionerView,
  RecordChoiceQuery,
  RecordChoices,
  RecordPatch,
  RecordView,
} from "@dc/contract";
import { z } from "@hono/zod-openapi";
import { exportComparison } from "#/operations/practitioners/export.ts";
import { viewPractitioner } from "#/operations/practitioners/view.ts";
import { listRecordChoices } from "#/operations/records/list-choices.ts";
import { viewRecord } from "#/operations/records/view.ts";
import { exportOperation, operation, routesOf } from "#/routes/operation.ts";

export function practitionerRoutes() {
  return routesOf(
    "Practitioners",
    operation("read", "getPractitioner", "GET /index-versions/{indexId}/practitioners/{practitionerId}", {
      summary: "Get a practitioner and its known schedules in an index, compared with another index",
      query: PractitionerQuery,
      answer: [200, "What the practitioner page and the compare view show", PractitionerView],
      problems: ["not_found"],
      call: ({ context, params, query }) => viewPractitioner(context, { ...params, query }),
    }),
    exportOperation("read", "exportComparison", "/index-versions/{indexId}/comparison/export", {
      summary: "Export what an index says field by field against the standard index, by kept readings",
      description: "As `patch`, the steps lead from the record of the standard index to that of this index.",
      query: ComparisonExportQuery,
      item: z.union([ExportedComparison, RecordPatch]),
      name: ({ practitionerId, only }) =>
        practitionerId !== undefined ? "comparison" : only === "differences" ? "differences" : "directory",
      problems: ["not_found"],
      call: ({ context, params, query }) => exportComparison(context, params.indexId, query),
    }),
    operation("read", "getSchedule", "GET /index-versions/{indexId}/schedules/{scheduleId}", {
      summary: "Get a schedule in an index, compared with another index",
      query: PractitionerQuery,
      answer: [200, "The schedule", RecordView],
      problems: ["not_found"],
      call: ({ context, params: { indexId, scheduleId }, query }) =>
        viewRecord(context, { indexId, record: { type: "schedule", id: scheduleId }, query }),
    }),
    operation("read", "getRecord", "GET /index-versions/{indexId}/records/{type}/{recordId}", {
      summary: "Get a record of any type of the profile in an index, compared with another index",
      query: PractitionerQuery,
      answer: [200, "The record", RecordView],
      problems: ["not_found"],
      call: ({ context, params: { indexId, type, recordId }, query }) =>
        viewRecord(context, { indexId, record: { type, id: recordId }, query }),
    }),
    operation("read", "listRecordChoices", "GET /index-versions/{indexId}/records/{type}", {
      summary: "Find records of a type of the profile by name or id, to be named by a reference or a set",
      query: RecordChoiceQuery,
      answer: [200, "The records", RecordChoices],
      problems: ["not_found"],
      call: ({ context, params: { indexId, type }, query: { q } }) => listRecordChoices(context, { indexId, type, q }),
    }),
  );
}
