import type { Json } from "@dc/api-client";

/** One mistake in a right profile: what is put where (undefined takes the key away), and the pointer and words that it must be told with. */
export type Mistake = readonly [what: string, at: string, value: Json | undefined, told: string, words: string];

const place = "/records/place/meanings";
const schedule = "/records/schedule/meanings";
const practitioner = "/records/practitioner/meanings";
const slots = "/operations/listOpenSlots";
const doctors = "/operations/listPractitioners";

/** Mistakes that the file itself shows. */
export const inTheFile: readonly Mistake[] = [
  ["a section misspelled", "/operation", {}, "/operation", 'perhaps for "operations"'],
  ["a key misspelled", "/records/schedule/idprefix", "s", "/records/schedule/idprefix", 'perhaps for "idPrefix"'],
  [
    "an operation misspelled",
    "/operations/listOpenSlot",
    { method: "GET", path: "/gaps" },
    "/operations/listOpenSlot",
    'perhaps for "listOpenSlots"',
  ],
  ["a kind that is none", `${place}/phones/kind`, "phone", `${place}/phones/kind`, '"phones"'],
  [
    "a name for a place",
    `${practitioner}/preferredName/at`,
    "goes-by",
    `${practitioner}/preferredName/at`,
    'write "/goes-by"',
  ],
  [
    "dots in a place",
    `${practitioner}/displayName/at`,
    "called-by.shown-as",
    `${practitioner}/displayName/at`,
    'write "/called-by/shown-as"',
  ],
  [
    "a place for a meaning",
    `${practitioner}/displayName`,
    "/called-by/shown-as",
    `${practitioner}/displayName`,
    '{"kind":"text","at":"/called-by/shown-as"}',
  ],
  [
    "a place for a part",
    "/answers/openSlot/startAt",
    "/time-frame/begins-on",
    "/answers/openSlot/startAt",
    '{"at":"/time-frame/begins-on"}',
  ],
  ["a name for a header", "/headers/index", "Acme-Workspace-Ref", "/headers/index", '{"name":"Acme-Workspace-Ref"}'],
  [
    "a reference to no type",
    `${schedule}/place/to`,
    "office",
    `${schedule}/place/to`,
    "must be a record type of this profile",
  ],
  ["a chain as a text", `${schedule}/phones`, { via: "place" }, `${schedule}/phones/via`, 'write ["place"]'],
  [
    "a chain of the service's words",
    `${schedule}/phones`,
    { via: ["premises"] },
    `${schedule}/phones/via/0`,
    '"schedule" holds: practitioner, place',
  ],
  [
    "a chain from the wrong end",
    `${practitioner}/phones`,
    { via: ["place"] },
    `${practitioner}/phones/via/0`,
    "begins at the record that names the other one",
  ],
  [
    "a chain to no meaning",
    `${schedule}/phones`,
    { via: ["place"], meaning: "tel" },
    `${schedule}/phones/meaning`,
    "it holds name, timeZone, phones",
  ],
  [
    "no way to read what a chain ends at",
    "/operations/readPlace",
    undefined,
    "/operations/readPlace",
    'lives on "place"',
  ],
  [
    "a variable of the documentation in a body",
    "/operations/createPatient/body/first",
    "{first_name}",
    "/operations/createPatient/body",
    "perhaps for {firstName}",
  ],
  [
    "another operation's variable in a path",
    "/operations/readSchedule/path",
    "/rosters/{scheduleId}",
    "/operations/readSchedule/path",
    "perhaps for {id}",
  ],
  [
    "another way to write a variable",
    "/operations/readSchedule/path",
    "/rosters/:id",
    "/operations/readSchedule/path",
    'must hold "{id}"',
  ],
  [
    "a path without its slash",
    "/operations/readSchedule/path",
    "rosters/{id}",
    "/operations/readSchedule/path",
    'write "/rosters/{id}"',
  ],
  [
    "an address for a path",
    "/operations/readSchedule/path",
    "http://service.test/rosters/{id}",
    "/operations/readSchedule/path",
    "follows the base address",
  ],
  ["a query in a path", `${slots}/path`, "/gaps?calendar={scheduleId}", `${slots}/path`, 'belongs in "query"'],
  [
    "a status for a list of them",
    "/operations/readSchedule/success",
    203,
    "/operations/readSchedule/success",
    "write [203]",
  ],
  ["a method in small letters", "/operations/readSchedule/method", "get", "/operations/readSchedule/method", "GET"],
  [
    "a body as a text",
    "/operations/createPatient/body",
    '{"first":"{firstName}"}',
    "/operations/createPatient/body",
    "with no quotes around it",
  ],
  [
    "a body that says nothing",
    "/operations/createIndexVersion/body",
    { caption: "Index" },
    "/operations/createIndexVersion/body",
    'must hold "{name}"',
  ],
  ["slots of no schedule", `${slots}/query`, { since: "{from}" }, `${slots}/path`, '"{scheduleId}"'],
  [
    "an update of the other kind",
    "/records/schedule/update",
    "whole-record",
    "/operations/updateSchedule/body",
    'must hold "{record}"',
  ],
  [
    "an element of unknown parts",
    `${place}/phones/write/element`,
    { digits: "{phone}" },
    `${place}/phones/write/element`,
    "{number}",
  ],
  [
    "an element without its id",
    `${schedule}/acceptedInsurances/write/element`,
    { uid: "{uid}" },
    `${schedule}/acceptedInsurances/write/element`,
    "{id}",
  ],
  ["a phone format that is none", `${place}/phones/write/format`, "E.164", `${place}/phones/write/format`, '"e164"'],
  ["a date that is none", "/apiVersion", "2027-4-16", "/apiVersion", "YYYY-MM-DD"],
  ["a prefix that fits no index", "/indexes/prefix", "cat_", "/indexes/prefix", '"catalogue_main"'],
  ["a composition that is none", "/credential/composition", "bearer", "/credential/composition", '"ready-made"'],
  ["a paging that is none", `${doctors}/paging/style`, "token", `${doctors}/paging/style`, '"cursor"'],
  ["a unit that is none", "/units/slotDuration", "s", "/units/slotDuration", '"seconds"'],
  [
    "a reason that is none",
    "/errors/reasons",
    [{ status: 404, reason: "not-found" }],
    "/errors/reasons/0/reason",
    '"missing"',
  ],
  [
    "a collection with a hyphen",
    "/records/schedule/collection",
    "time-tables",
    "/records/schedule/collection",
    'write "timeTables"',
  ],
];
