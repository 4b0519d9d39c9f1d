import { base10, base36 } from "#/seed/id-codec.ts";
import { overDefault } from "./over-default.ts";

/** Some of the ids are alone and some in an object with more about the record; its clients write them alone. */
const expandable = { form: "mixed", id: ["uid"], extra: { name: "expanded", value: true }, written: "id" } as const;

/**
 * A service whose index versions lie over the standard index, record by record, and can be listed, read and deleted.
 * It keeps one telephone and one plan where others have lists, expands some references, and limits its callers.
 */
export const overlayDialect = overDefault({
  name: "overlay",
  apiVersion: "2024-11-30",
  headers: { apiVersion: "Overlay-Edition", index: "Overlay-Workspace", requestId: "Overlay-Call" },
  credential: { composition: "ready-made", prefix: "Bearer " },
  ids: {
    practitioner: { alphabet: base10, length: 12 },
    schedule: { prefix: "tt.", alphabet: base36, length: 10 },
    place: { prefix: "of.", alphabet: base36 },
    plan: { prefix: "co.", alphabet: base36 },
    index: { prefix: "ws.", alphabet: base36 },
    patient: { prefix: "gu." },
    appointment: { prefix: "re." },
  },
  standardIndex: "ws.shared",
  testIndex: "ws.rehearsal",
  indexVersions: "overlay-by-record",
  root: "/workspace-layers",
  envelope: { list: ["entriesHere"] },
  paging: { style: "page", query: "sheet", more: ["furtherSheets"], size: 20, sizeQuery: "perSheet" },
  records: {
    practitioner: {
      collection: "physicians",
      id: ["uid"],
      fields: [
        { fact: "displayName", at: ["fullTitle"] },
        { fact: "preferredName", at: ["familiarName"] },
        { fact: "practiceAreas", at: ["disciplines"] },
        { fact: "languages", at: ["spokenLanguages"] },
        { fact: "npi", at: ["registryNumber"] },
        { fact: "salutation", at: ["formOfAddress"] },
      ],
      changedAt: ["editedAt"],
      extras: [{ at: ["rank"], value: 4 }],
    },
    schedule: {
      collection: "timetables",
      id: ["uid"],
      fields: [
        { fact: "practitioner", at: ["physician"], ids: expandable },
        { fact: "place", at: ["office"], ids: expandable },
        { fact: "name", at: ["heading"] },
        { fact: "plans", at: ["coverage"], ids: { form: "id" }, single: true },
        { fact: "timeZone", at: ["clockZone"] },
        {
          fact: "phones",
          at: ["frontDesk"],
          phones: { form: "object", number: "dial", extension: "innerLine", label: "usedFor" },
        },
        { fact: "visitReasons", at: ["visitKinds"] },
      ],
      changedAt: ["editedAt"],
      extras: [{ at: ["tint"], value: "#ccddee" }],
    },
    place: {
      collection: "offices",
      id: ["uid"],
      fields: [
        { fact: "name", at: ["heading"] },
        { fact: "city", at: ["municipality"] },
        { fact: "timeZone", at: ["clockZone"] },
      ],
      changedAt: ["editedAt"],
      extras: [],
    },
  },
  writes: {
    update: { method: "PATCH" },
    remove: { method: "DELETE", suffix: "", deletedFlag: "vanished" },
  },
  lists: { schedules: "query", practitioners: true, practitionerQuery: "physician" },
  slots: {
    path: "/workspace-layers/timetables/{id}/vacancies",
    times: "seconds",
    from: "onOrAfter",
    to: "endingBefore",
    startAt: ["beginsAt"],
    duration: ["lasts"],
  },
  patients: {
    path: "/workspace-layers/guests",
    dobQuery: "bornOn",
    nameQuery: "wholeName",
    id: ["uid"],
    firstName: ["forename"],
    lastName: ["surname"],
    dob: ["bornOn"],
    insurance: ["coverage"],
  },
  appointments: {
    path: "/workspace-layers/reservations",
    id: ["uid"],
    schedule: ["timetable"],
    patient: ["guest"],
    startAt: ["beginsAt"],
    duration: ["lasts"],
    status: ["condition"],
    statusValues: { booked: "fixed", simulated: "rehearsed" },
  },
  indices: {
    path: "/workspace-layers/workspaces",
    id: ["uid"],
    name: ["heading"],
    createdAt: ["madeAt"],
    reads: true,
    lists: "all",
  },
  errors: {
    code: ["trouble", "ruleCode"],
    message: ["trouble", "remark"],
    field: ["trouble", "culprit"],
    requestId: ["callNumber"],
    codes: {
      bad_request: "INVALID_INPUT",
      unauthorized: "KEY_REFUSED",
      standard_index_read_only: "SHARED_WORKSPACE_SEALED",
      test_index_permanent: "REHEARSAL_STAYS",
      not_found: "NOTHING_THERE",
      index_not_found: "NO_SUCH_WORKSPACE",
      index_of_another: "WORKSPACE_NOT_YOURS",
      slot_taken: "VACANCY_GONE",
      slot_not_offered: "VACANCY_UNKNOWN",
      not_bookable: "TAKES_NO_BOOKINGS",
      unknown_reference: "LEADS_NOWHERE",
      rate_limited: "SLOW_DOWN",
      internal: "FAILED",
      unavailable: "RESTING",
    },
    statuses: {
      test_index_permanent: 409,
      index_not_found: 400,
      index_of_another: 403,
      slot_not_offered: 422,
    },
  },
  limits: { callsPerMinute: 6_000, wait: { body: ["trouble", "againAfter"], as: "milliseconds" } },
});
