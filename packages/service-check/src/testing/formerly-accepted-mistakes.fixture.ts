import type { Mistake } from "./file-mistakes.fixture.ts";

const schedule = "/records/schedule/meanings";
const practitioner = "/records/practitioner/meanings";
const place = "/records/place/meanings";
const doctors = "/operations/listPractitioners";
const insurances = `${schedule}/acceptedInsurances`;

/** Mistakes that a file was once accepted with, and that showed much later, or never. */
export const formerlyAcceptedMistakes: readonly Mistake[] = [
  ["a conversion in a path", "/operations/readSchedule/path", "/rosters/{id:string}", '"{id:string}" must be "{id}"'],
  ["a record in a path", "/operations/createSchedule/path", "/rosters/{record}", "{record} is not known here"],
  [
    "a deletion that nothing is read of",
    "/operations/deleteSchedule",
    { method: "DELETE", path: "/rosters/{id}", success: [204] },
    'must be "nothing", since 204 has no body',
    "/operations/deleteSchedule/answer",
  ],
  [
    "an update of two kinds of answer",
    "/operations/deleteSchedule",
    { method: "DELETE", path: "/rosters/{id}", success: [200, 204] },
    'must be "any", since 204 has no body',
    "/operations/deleteSchedule/answer",
  ],
  [
    "a creation whose answer is not looked at",
    "/operations/createIndexVersion/answer",
    "nothing",
    "the id of what was created is read from the answer",
  ],
  ["a creation that answers nothing", "/operations/createSchedule/success", [204], "must not contain 204"],
  [
    "a read whose answer is not looked at",
    "/operations/readSchedule/answer",
    "any",
    'must be "resource" or be left out',
  ],
  ["insurances as a text", insurances, { kind: "text", at: "/accepts" }, 'must be "set"', `${insurances}/kind`],
  [
    "phones as a text",
    `${practitioner}/phones`,
    { kind: "text", at: "/phone" },
    'must be "phones"',
    `${practitioner}/phones/kind`,
  ],
  [
    "a name as a set",
    `${practitioner}/displayName`,
    { kind: "set", of: "word", at: "/called-by" },
    'must be "text"',
    `${practitioner}/displayName/kind`,
  ],
  [
    "a name that leads to phones",
    `${schedule}/name`,
    { via: ["place"], meaning: "phones" },
    'leads to a meaning of kind "phones"',
  ],
  [
    "the practitioner of a schedule as a text",
    `${schedule}/practitioner`,
    { kind: "text", at: "/person" },
    'must be "reference", with "to": "practitioner"',
    `${schedule}/practitioner/kind`,
  ],
  ["a schedule's practitioner of another type", `${schedule}/practitioner/to`, "place", 'must be "practitioner"'],
  ["a region by its other code", "/defaultRegion", "UK", 'write "GB"'],
  ["a region that is none", "/defaultRegion", "XX", "is not a region of national phone numbers"],
  ["the standard index for the test index", "/indexes/test", "catalogue_main", "must differ from the standard index"],
  [
    "one collection for two types",
    "/records/schedule/collection",
    "doctors",
    'must differ from that of "practitioner"',
  ],
  [
    "an element that puts its id elsewhere",
    `${insurances}/write/element`,
    { plan: { uid: "{id}" } },
    'write "{id}" at "/uid", where the shape reads it',
  ],
  [
    "an element that puts its number elsewhere",
    `${place}/phones/write/element`,
    { number: "{number}", tag: "{label}" },
    '"{number}" is at "/number", but the shape reads it at "/digits"',
  ],
  [
    "an empty list for a text",
    `${practitioner}/familyName/write`,
    { empty: "list" },
    'write "null" or "text", or leave it out',
    `${practitioner}/familyName/write/empty`,
  ],
  ["an empty text for a list", `${insurances}/write/empty`, "text", 'write "null" or "list", or leave it out'],
  ["a part of errors that is none", "/errors/template", { fault: { sort: "{code-x}" } }, "{code-x} is not known here"],
  [
    "a page size that no parameter carries",
    `${doctors}/paging`,
    { style: "cursor", query: "after", next: "/content/onward", size: 10 },
    'is required with "size"',
    `${doctors}/paging/sizeQuery`,
  ],
  [
    "a parameter for a page size that is not there",
    `${doctors}/paging`,
    { style: "page", query: "page", sizeQuery: "per" },
    'is required with "sizeQuery"',
    `${doctors}/paging/size`,
  ],
  [
    "one parameter for two things",
    `${doctors}/paging`,
    { style: "offset", query: "at", sizeQuery: "at", size: 10 },
    'must differ from "query"',
    `${doctors}/paging/sizeQuery`,
  ],
  [
    "a parameter that the paging sends",
    doctors,
    {
      method: "GET",
      path: "/doctors",
      query: { after: "0" },
      paging: { style: "cursor", query: "after", next: "/content/onward" },
    },
    "must be left out, since the paging sends it",
    `${doctors}/query/after`,
  ],
  [
    "pages of what is no list",
    "/operations/readSchedule/paging",
    { style: "link", next: "/next" },
    "only a list has pages",
  ],
];
