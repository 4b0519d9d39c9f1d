import type { Mistake } from "./file-mistakes.fixture.ts";

const place = "/records/place/meanings";
const schedule = "/records/schedule/meanings";
const practitioner = "/records/practitioner/meanings";
const slots = "/operations/listOpenSlots";
const doctors = "/operations/listPractitioners";
const phones = { kind: "phones", at: "/dial-numbers", shape: { form: "texts" } };

/** Mistakes that only the answers of the service show. */
export const serviceMistakes: readonly Mistake[] = [
  ["a credential of another kind", "/credential", { composition: "key-as-user" }, "ready-made"],
  ["a prefix without its blank", "/credential/prefix", "Bearer", "without a space", "/credential"],
  ["a version that is not served", "/apiVersion", "2027-04-15", "use 2027-04-16"],
  ["a wrong version header", "/headers/apiVersion/name", "Acme-Release", "Acme-Release-Ref"],
  ["a wrong index header", "/headers/index/name", "Acme-Workspace", "the service ignores this header"],
  ["a wrong request id header", "/headers/requestId/name", "Acme-Ticket", "acme-ticket-name"],
  ["a wrong standard index", "/indexes/standard", "catalogue_std", "index-not-found"],
  ["a wrong test index", "/indexes/test", "catalogue_test", "index-not-found"],
  ["a wrong path", "/operations/readPractitioner/path", "/practitioners/{id}", "Is the path right"],
  ["a success forgotten", "/operations/readSchedule/success", undefined, "answers 203: add it"],
  ["an envelope forgotten", "/operations/readSchedule/resource", "", 'write "/content"'],
  ["an envelope for a list", "/operations/listSchedules/resource", "/content", '"/content/elements"'],
  ["a wrong id", "/records/schedule/id", "/id", '"/uid"'],
  ["a wrong prefix of ids", "/records/schedule/idPrefix", "sch_", "does not start with it"],
  ["a wrong member", `${practitioner}/familyName/at`, "/called-by/household", '"/called-by/house"'],
  ["an object for a text", `${practitioner}/familyName/at`, "/called-by", "house", `${practitioner}/familyName`],
  [
    "an id for an object",
    `${schedule}/place/shape`,
    undefined,
    '{ "form": "object", "id": "/uid" }',
    `${schedule}/place`,
  ],
  [
    "an object for an id",
    `${schedule}/practitioner/shape`,
    { form: "object", id: "/uid" },
    '{ "form": "id" }',
    `${schedule}/practitioner`,
  ],
  [
    "ids for objects",
    `${schedule}/acceptedInsurances/shape`,
    { form: "ids" },
    '"id": "/uid"',
    `${schedule}/acceptedInsurances`,
  ],
  [
    "texts for phones that are objects",
    `${place}/phones/shape`,
    { form: "texts" },
    '"number": "/digits", "label": "/tag"',
    `${place}/phones`,
  ],
  ["a wrong label", `${place}/phones/shape/label`, "/label", '"/tag"'],
  ["extensions overlooked", `${place}/phones/shape/extensionMarks`, undefined, 'write ["x"]'],
  ["phones on the wrong record", `${schedule}/phones`, phones, '{ "via": ["place"] }'],
  [
    "a name that the console does not know",
    `${schedule}/insurances`,
    { kind: "set", of: "insurance", at: "/accepts" },
    '"acceptedInsurances"',
  ],
  ["pages that are not followed", `${doctors}/paging`, undefined, '"next": "/content/onward"'],
  ["a wrong cursor", `${doctors}/paging/next`, "/onward", '"/content/onward"'],
  ["a cursor sent by another name", `${doctors}/paging/query`, "cursor", "Unknown field: cursor"],
  ["a page size by another name", `${doctors}/paging/sizeQuery`, "limit", "Unknown field: limit", `${doctors}/paging`],
  [
    "a wrong name in a query",
    `${slots}/query`,
    { calendar: "{scheduleId}", from: "{from}", finish: "{to}" },
    "Missing: since",
  ],
  ["a wrong slot", "/answers/openSlot/startAt/at", "/begins-on", "a slot is {"],
  ["a wrong unit", "/units/slotDuration", "minutes", 'may be "hours"'],
  ["another path of patients", "/operations/findPatients/path", "/patients", "Is the path right"],
  ["a wrong place of error codes", "/errors/code", "/error/code", '"/problem"'],
  ["a wrong place of details", "/errors/details/at", "/problems", '"grounds"'],
  ["words of details that none has", "/errors/details/words", "/detail", '"remark"'],
  ["several places of words that no error has", "/errors/words", ["/a", "/b"], '"/explanation"'],
  ["no reasons", "/errors/reasons", undefined, '"reason":"unknown-index"'],
];
