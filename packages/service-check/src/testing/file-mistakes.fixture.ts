import type { Json } from "@dc/api-client";

/** One mistake in a right profile: what is put where (undefined takes the key away), and the words and, if it is another, the pointer that the report must have. */
export type Mistake = readonly [
  what: string,
  pointer: string,
  value: Json | undefined,
  words: string,
  reportedAt?: string,
];

/** The mistakes by name, as the cases of a test. */
export function casesOf(mistakes: readonly Mistake[]) {
  return mistakes.map(([what, pointer, value, words, reportedAt = pointer]) => ({
    what,
    pointer,
    value,
    words,
    reportedAt,
  }));
}

const place = "/records/place/meanings";
const schedule = "/records/schedule/meanings";
const practitioner = "/records/practitioner/meanings";
const slots = "/operations/listOpenSlots";
const doctors = "/operations/listPractitioners";

/** Mistakes that the file itself shows. */
export const fileMistakes: readonly Mistake[] = [
  ["a section misspelled", "/operation", {}, 'perhaps you mean "operations"'],
  ["a key misspelled", "/records/schedule/idprefix", "s", 'perhaps you mean "idPrefix"'],
  [
    "an operation misspelled",
    "/operations/listOpenSlot",
    { method: "GET", path: "/gaps" },
    'perhaps you mean "listOpenSlots"',
  ],
  ["a kind that is none", `${place}/phones/kind`, "phone", '"phones"'],
  ["a name for a place", `${practitioner}/preferredName/at`, "goes-by", 'write "/goes-by"'],
  ["dots in a place", `${practitioner}/familyName/at`, "called-by.house", 'write "/called-by/house"'],
  [
    "a place for a meaning",
    `${practitioner}/displayName`,
    "/called-by/shown-as",
    '{"kind":"text","at":"/called-by/shown-as"}',
  ],
  ["a place for a part", "/answers/openSlot/startAt", "/time-frame/begins-on", '{"at":"/time-frame/begins-on"}'],
  ["a name for a header", "/headers/index", "Acme-Workspace-Ref", '{"name":"Acme-Workspace-Ref"}'],
  ["a reference to no type", `${schedule}/place/to`, "office", "must be a record type of this profile"],
  ["a chain as a text", `${schedule}/phones`, { via: "place" }, 'write ["place"]', `${schedule}/phones/via`],
  [
    "a chain of the service's words",
    `${schedule}/phones`,
    { via: ["premises"] },
    '"schedule"; it has: practitioner, place',
    `${schedule}/phones/via/0`,
  ],
  [
    "a chain from the wrong end",
    `${practitioner}/phones`,
    { via: ["place"] },
    "begins at the record that refers to the other one",
    `${practitioner}/phones/via/0`,
  ],
  [
    "a chain to no meaning",
    `${schedule}/phones`,
    { via: ["place"], meaning: "tel" },
    "it has name, clock, phones",
    `${schedule}/phones/meaning`,
  ],
  ["no way to read what a chain ends at", "/operations/readPlace", undefined, 'is composed of "place"'],
  [
    "a part that is misspelt",
    `${practitioner}/displayName/template`,
    "{givenNames} {familyName}",
    'perhaps "givenName"',
  ],
  [
    "a part through no reference",
    `${schedule}/name/template`,
    "{practitioner.displayName} at {office.name}",
    '"office" must be a reference of "schedule"',
  ],
  [
    "a reference for the name of its record",
    `${schedule}/name/template`,
    "{practitioner} at {place.name}",
    'such as "{practitioner.name}"',
  ],
  ["a name composed of itself", `${practitioner}/displayName/template`, "{displayName}", "is composed of itself"],
  ["a place for a composed name", `${practitioner}/displayName/at`, "/called-by/house", "must be left out"],
  [
    "a creation that requires a composed name",
    "/records/practitioner/create/required/0",
    "displayName",
    "is composed of its parts",
  ],
  [
    "a variable of the documentation in a body",
    "/operations/createPatient/body/first",
    "{first_name}",
    "perhaps you mean {firstName}",
    "/operations/createPatient/body",
  ],
  [
    "another operation's variable in a path",
    "/operations/readSchedule/path",
    "/rosters/{scheduleId}",
    "perhaps you mean {id}",
  ],
  ["another way to write a variable", "/operations/readSchedule/path", "/rosters/:id", 'must contain "{id}"'],
  ["a path without its slash", "/operations/readSchedule/path", "rosters/{id}", 'write "/rosters/{id}"'],
  [
    "an address for a path",
    "/operations/readSchedule/path",
    "http://service.test/rosters/{id}",
    "follows the base address",
  ],
  ["a query in a path", `${slots}/path`, "/gaps?calendar={scheduleId}", 'belongs in "query"'],
  ["a status for a list of them", "/operations/readSchedule/success", 203, "write [203]"],
  ["a method in small letters", "/operations/readSchedule/method", "get", "GET"],
  ["a body as a text", "/operations/createPatient/body", '{"first":"{firstName}"}', "without quotes around it"],
  ["a body that says nothing", "/operations/createIndexVersion/body", { caption: "Index" }, 'must contain "{name}"'],
  ["slots of no schedule", `${slots}/query`, { since: "{from}" }, '"{scheduleId}"', `${slots}/path`],
  [
    "an update of the other kind",
    "/records/schedule/update",
    "whole-record",
    'must contain "{record}"',
    "/operations/updateSchedule/body",
  ],
  ["an element of unknown parts", `${place}/phones/write/element`, { digits: "{phone}" }, "{number}"],
  ["an element without its id", `${schedule}/acceptedInsurances/write/element`, { uid: "{uid}" }, "{id}"],
  ["a phone format that is none", `${place}/phones/write/format`, "E.164", '"e164"'],
  ["a date that is none", "/apiVersion", "2027-4-16", "YYYY-MM-DD"],
  ["a prefix that fits no index", "/indexes/prefix", "cat_", '"catalogue_main"'],
  ["a composition that is none", "/credential/composition", "bearer", '"ready-made"'],
  ["a paging that is none", `${doctors}/paging/style`, "token", '"cursor"'],
  ["a unit that is none", "/units/slotDuration", "s", '"seconds"'],
  [
    "a reason that is none",
    "/errors/reasons",
    [{ status: 404, reason: "not-found" }],
    '"missing"',
    "/errors/reasons/0/reason",
  ],
  [
    "a blank from a web page in a prefix",
    "/credential/prefix",
    "Bearer\u00a0",
    "contains a non-breaking space (U+00A0) at character 7",
  ],
  [
    "a user of other letters",
    "/credential",
    { composition: "key-as-password", user: "b\u00fcro" },
    'contains "\u00fc" (U+00FC) at character 2',
    "/credential/user",
  ],
  ["a header of other letters", "/headers/index/name", "Acme-W\u00f6rkspace", "must be a header name"],
  [
    "an index of other letters",
    "/indexes/standard",
    "catalogue_\u200bmain",
    "contains a zero-width space (U+200B) at character 11",
  ],
  ["an index with a blank", "/indexes/test", "catalogue_ trial", "must not contain a space"],
  ["a date that no calendar has", "/apiVersion", "2026-13-45", "an existing date"],
  [
    "a read without the index header",
    "/operations/readSchedule/takesIndex",
    false,
    "would be shown as that of every index",
  ],
  ["a list without the index header", `${doctors}/takesIndex`, false, 'must be true, as for "readPractitioner"'],
  [
    "a creation without the index header",
    "/operations/createSchedule/takesIndex",
    false,
    "writes to the standard index",
  ],
  [
    "an update without the index header",
    "/operations/updateSchedule/takesIndex",
    false,
    "leave the operation out: such changes are then held",
  ],
  ["a deletion without the index header", "/operations/deletePlace/takesIndex", false, "writes to the standard index"],
  [
    "a write of what is the same in every index",
    "/operations/readPlace/takesIndex",
    false,
    "cannot be changed in one",
    "/operations/updatePlace",
  ],
  [
    "one header for index and credential",
    "/headers/index/name",
    "authorization",
    "must differ from the header of the credential",
  ],
  [
    "one header for index and version",
    "/headers/index/name",
    "acme-release-REF",
    "must differ from the header of the API version",
  ],
  ["a header of HTTP itself", "/headers/index/name", "Content-Length", "has a meaning of its own in HTTP"],
  ["a credential in a cookie", "/credential/header", "Cookie", "cannot carry the credential"],
  ["a collection with a hyphen", "/records/schedule/collection", "time-tables", 'write "timeTables"'],
];
