import type { Mistake } from "./file-mistakes.fixture.ts";

const place = "/records/place/meanings";
const schedule = "/records/schedule/meanings";
const practitioner = "/records/practitioner/meanings";
const slots = "/operations/listOpenSlots";
const doctors = "/operations/listPractitioners";
const phones = { kind: "phones", at: "/dial-numbers", shape: { form: "texts" } };

/** Mistakes that only the answers of the service show. */
export const serviceMistakes: readonly Mistake[] = [
  ["a credential of another kind", "/credential", { composition: "key-as-user" }, "/credential", "ready-made"],
  ["a prefix without its blank", "/credential/prefix", "Bearer", "/credential", "without a space"],
  ["a version that is not served", "/apiVersion", "2027-04-15", "/apiVersion", "use 2027-04-16"],
  [
    "a wrong version header",
    "/headers/apiVersion/name",
    "Acme-Release",
    "/headers/apiVersion/name",
    "Acme-Release-Ref",
  ],
  [
    "a wrong index header",
    "/headers/index/name",
    "Acme-Workspace",
    "/headers/index/name",
    "the service ignores this header",
  ],
  [
    "a wrong request id header",
    "/headers/requestId/name",
    "Acme-Ticket",
    "/headers/requestId/name",
    "acme-ticket-name",
  ],
  ["a wrong standard index", "/indexes/standard", "catalogue_std", "/indexes/standard", "index-not-found"],
  ["a wrong test index", "/indexes/test", "catalogue_test", "/indexes/test", "index-not-found"],
  [
    "a wrong path",
    "/operations/readPractitioner/path",
    "/practitioners/{id}",
    "/operations/readPractitioner/path",
    "Is the path right",
  ],
  [
    "a success forgotten",
    "/operations/readSchedule/success",
    undefined,
    "/operations/readSchedule/success",
    "answers 203: add it",
  ],
  [
    "an envelope forgotten",
    "/operations/readSchedule/resource",
    "",
    "/operations/readSchedule/resource",
    'write "/content"',
  ],
  [
    "an envelope for a list",
    "/operations/listSchedules/resource",
    "/content",
    "/operations/listSchedules/resource",
    '"/content/elements"',
  ],
  ["a wrong id", "/records/schedule/id", "/id", "/records/schedule/id", '"/uid"'],
  [
    "a wrong prefix of ids",
    "/records/schedule/idPrefix",
    "sch_",
    "/records/schedule/idPrefix",
    "does not start with it",
  ],
  [
    "a wrong member",
    `${practitioner}/displayName/at`,
    "/spoken-as",
    `${practitioner}/displayName/at`,
    '"/called-by/shown-as"',
  ],
  ["an object for a text", `${practitioner}/displayName/at`, "/called-by", `${practitioner}/displayName`, "shown-as"],
  [
    "an id for an object",
    `${schedule}/place/shape`,
    undefined,
    `${schedule}/place`,
    '{ "form": "object", "id": "/uid" }',
  ],
  [
    "an object for an id",
    `${schedule}/practitioner/shape`,
    { form: "object", id: "/uid" },
    `${schedule}/practitioner`,
    '{ "form": "id" }',
  ],
  [
    "ids for objects",
    `${schedule}/acceptedInsurances/shape`,
    { form: "ids" },
    `${schedule}/acceptedInsurances`,
    '"id": "/uid"',
  ],
  [
    "texts for phones that are objects",
    `${place}/phones/shape`,
    { form: "texts" },
    `${place}/phones`,
    '"number": "/digits", "label": "/tag"',
  ],
  ["a wrong label", `${place}/phones/shape/label`, "/label", `${place}/phones/shape/label`, '"/tag"'],
  [
    "extensions overlooked",
    `${place}/phones/shape/extensionMarks`,
    undefined,
    `${place}/phones/shape/extensionMarks`,
    'write ["x"]',
  ],
  ["phones on the wrong record", `${schedule}/phones`, phones, `${schedule}/phones`, '{ "via": ["place"] }'],
  [
    "a name that the console does not know",
    `${schedule}/insurances`,
    { kind: "set", of: "insurance", at: "/accepts" },
    `${schedule}/insurances`,
    '"acceptedInsurances"',
  ],
  ["pages that are not followed", `${doctors}/paging`, undefined, `${doctors}/paging`, '"next": "/content/onward"'],
  ["a wrong cursor", `${doctors}/paging/next`, "/onward", `${doctors}/paging/next`, '"/content/onward"'],
  [
    "a cursor sent by another name",
    `${doctors}/paging/query`,
    "cursor",
    `${doctors}/paging/query`,
    "Unknown field: cursor",
  ],
  ["a page size by another name", `${doctors}/paging/sizeQuery`, "limit", `${doctors}/paging`, "Unknown field: limit"],
  [
    "a wrong name in a query",
    `${slots}/query`,
    { calendar: "{scheduleId}", from: "{from}", finish: "{to}" },
    `${slots}/query`,
    "Missing: since",
  ],
  ["a wrong slot", "/answers/openSlot/startAt/at", "/begins-on", "/answers/openSlot/startAt/at", "a slot is {"],
  ["a wrong unit", "/units/slotDuration", "minutes", "/units/slotDuration", 'may be "seconds"'],
  [
    "another path of patients",
    "/operations/findPatients/path",
    "/patients",
    "/operations/findPatients/path",
    "Is the path right",
  ],
  ["a wrong place of error codes", "/errors/code", "/error/code", "/errors/code", '"/problem"'],
  ["no reasons", "/errors/reasons", undefined, "/errors/reasons", '"reason":"unknown-index"'],
];
