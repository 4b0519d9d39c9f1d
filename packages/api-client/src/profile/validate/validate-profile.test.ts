import { describe, expect, it } from "vitest";
import { ProfileError, type ProfileProblem } from "#/errors/profile-error.ts";
import { createProfile, shippedProfile } from "#/profile/profile.ts";
import respelled from "#/samples/respelled-profile.json" with { type: "json" };

function problemsOf(input: unknown): readonly ProfileProblem[] {
  try {
    createProfile(input);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
}

describe("a service profile", () => {
  it("is accepted as it ships, and when every name and several shapes differ", () => {
    expect(shippedProfile().recordTypes).toEqual(["practitioner", "schedule"]);
    expect(shippedProfile("with-writes").data.operations["updateSchedule"]?.path).toBe("/schedules/{id}");
    expect(problemsOf(respelled)).toEqual([]);
  });

  it("says where a borrowed meaning lives, and what a phone there can have besides its number", () => {
    const phones = createProfile(respelled)
      .meanings("schedule")
      .find((meaning) => meaning.name === "phones");
    expect(phones).toMatchObject({
      kind: "phones",
      via: ["place"],
      owner: { type: "place", meaning: "phones" },
      pointer: "/contact/lines",
      phoneParts: { extension: true, label: false },
    });
    const [problem] = shippedProfile()
      .meanings("practitioner")
      .filter(({ kind }) => kind === "phones");
    expect(problem?.phoneParts).toEqual({ extension: true, label: true, format: "as-typed" });
  });

  it("says what each set holds: plans are what accepted insurances are, wherever they are and whatever they are called", () => {
    const set = (of: string) => ({ kind: "set", of, at: `/${of}` });
    const contentIn = (insurance: string | null) => {
      const meanings = {
        languagesSpoken: set("word"),
        declined: set(insurance ?? "insurance"),
        colleagues: set("practitioner"),
      };
      const accepted = insurance === null ? null : { ...set(insurance), at: "/accepted" };
      const profile = createProfile({
        extends: "default",
        records: { practitioner: { meanings }, schedule: { meanings: { acceptedInsurances: accepted } } },
      });
      expect(profile.planType).toBe(insurance ?? "insurance");
      const known = [...profile.meanings("practitioner"), ...profile.meanings("schedule")];
      return Object.fromEntries(known.map(({ name, setContent }) => [name, setContent]));
    };
    const held = {
      languagesSpoken: "words",
      declined: "plans",
      colleagues: { recordsOf: "practitioner" },
      phones: null,
    };
    expect(contentIn("insurance")).toMatchObject({ ...held, acceptedInsurances: "plans" });
    expect(contentIn("scheme")).toMatchObject({ ...held, acceptedInsurances: "plans" });
    expect(contentIn(null)).toMatchObject(held);
  });

  it.each([
    [
      "a record type by the name that is for words",
      {
        records: { word: { collection: "words", meanings: {} } },
        operations: { readWord: { method: "GET", path: "/w/{id}" } },
      },
      "/records/word",
      "words that stand for themselves",
    ],
    [
      "words with a prefix of ids",
      { records: { practitioner: { meanings: { spoken: { kind: "set", of: "word", idPrefix: "w_", at: "/w" } } } } },
      "/records/practitioner/meanings/spoken/idPrefix",
      "left out",
    ],
    [
      "accepted insurances that are words",
      { records: { schedule: { meanings: { acceptedInsurances: { kind: "set", of: "word", at: "/w" } } } } },
      "/records/schedule/meanings/acceptedInsurances/of",
      "insurance",
    ],
    ["an unknown key", { colour: 1 }, "/colour", "known here"],
    [
      "a wrong method",
      { operations: { readSchedule: { method: "FETCH", path: "/s/{id}" } } },
      "/operations/readSchedule/method",
      "GET",
    ],
    [
      "a path without its id",
      { operations: { readSchedule: { method: "GET", path: "/s" } } },
      "/operations/readSchedule/path",
      "{id}",
    ],
    [
      "an unknown variable",
      { operations: { readSchedule: { method: "GET", path: "/s/{id}/{key}" } } },
      "/operations/readSchedule/path",
      "known: {id}",
    ],
    [
      "a date of birth in the form of a time, which would name another day",
      {
        operations: {
          findPatients: {
            method: "GET",
            path: "/p",
            query: { born: "{dateOfBirth:date@America/Chicago}", called: "{name}" },
          },
        },
      },
      "/operations/findPatients/query/born",
      "must be {dateOfBirth}: no variable here is a time",
    ],
    [
      "a schedule in the form of a time, which would be left out",
      {
        operations: {
          listOpenSlots: { method: "GET", path: "/s", query: { of: "{scheduleId:seconds}", since: "{from:seconds}" } },
        },
      },
      "/operations/listOpenSlots/query/of",
      "must be {scheduleId}: only {from}, {to} can be written as a time",
    ],
    [
      "a duration in the form of a time, which would not be converted",
      {
        operations: {
          createAppointment: {
            method: "POST",
            path: "/a",
            body: {
              of: "{scheduleId}",
              who: "{patientId}",
              start: "{startAt:milliseconds}",
              length: "{duration:seconds}",
            },
          },
        },
      },
      "/operations/createAppointment/body",
      "must be {duration}: only {startAt} can be written as a time",
    ],
    [
      "an id in the form of a time in an element of a set",
      {
        records: {
          schedule: {
            meanings: {
              rooms: {
                kind: "set",
                of: "word",
                at: "/rooms",
                shape: { form: "objects", id: "/ref" },
                write: { element: { ref: "{id:date}" } },
              },
            },
          },
        },
      },
      "/records/schedule/meanings/rooms/write/element",
      "{id:date} is not known here",
    ],
    [
      "an unknown operation",
      { operations: { readRoom: { method: "GET", path: "/s/{id}" } } },
      "/operations/readRoom",
      "readSchedule",
    ],
    [
      "a reference to nothing",
      { records: { schedule: { meanings: { place: { kind: "reference", to: "place", at: "/p" } } } } },
      "/records/schedule/meanings/place/to",
      "practitioner, schedule",
    ],
    [
      "a chain that breaks",
      { records: { schedule: { meanings: { phones: { via: ["name"] } } } } },
      "/records/schedule/meanings/phones/via/0",
      "reference",
    ],
    ["a pointer that is none", { records: { schedule: { id: "id" } } }, "/records/schedule/id", "JSON Pointer"],
    ["a bad header name", { headers: { index: { name: "no good" } } }, "/headers/index/name", "header name"],
    [
      "a creation that requires what there is not",
      { records: { schedule: { create: { required: ["titel"] } } } },
      "/records/schedule/create/required/0",
      "it has: ",
    ],
    [
      "a creation that requires the id",
      { records: { schedule: { create: { required: ["/id"] } } } },
      "/records/schedule/create/required/0",
      "the service gives",
    ],
    [
      "a creation that requires a meaning by its place",
      { records: { schedule: { create: { required: ["/time_zone"] } } } },
      "/records/schedule/create/required/0",
      '"timeZone"',
    ],
    [
      "a creation that requires what another record holds",
      { records: { schedule: { meanings: { phones: { via: ["practitioner"] } }, create: { required: ["phones"] } } } },
      "/records/schedule/create/required/0",
      "held by another record (practitioner)",
    ],
    [
      "a creation that requires what is never sent",
      { records: { schedule: { unsent: ["/status"], create: { required: ["/status"] } } } },
      "/records/schedule/create/required/0",
      "unsent",
    ],
    [
      "a default of another kind",
      { records: { schedule: { create: { defaults: { name: 3 } } } } },
      "/records/schedule/create/defaults/name",
      "must be text",
    ],
    [
      "a default that leaves empty what is required",
      { records: { schedule: { create: { required: ["name"], defaults: { name: " " } } } } },
      "/records/schedule/create/defaults/name",
      "must hold something",
    ],
    [
      "a bookable that nothing could be",
      { records: { schedule: { meanings: { bookable: { kind: "bookable", at: "/state", yes: [] } } } } },
      "/records/schedule/meanings/bookable/yes",
      "must hold a value",
    ],
    [
      "another kind under the name bookable",
      { records: { schedule: { meanings: { bookable: { kind: "boolean", at: "/state" } } } } },
      "/records/schedule/meanings/bookable/kind",
      'must be "bookable"',
    ],
    ["waits that say nothing", { waits: { note: "soon" } }, "/waits", "must say at least one of header, body"],
    [
      "an element of another form than one phone has",
      {
        records: {
          practitioner: {
            meanings: {
              phones: { kind: "phones", at: "/phone", shape: { form: "text" }, write: { element: { no: "{number}" } } },
            },
          },
        },
      },
      "/records/practitioner/meanings/phones",
      '"shape": { "form": "object", "number": "/no" }',
    ],
    [
      "an empty list for one plan",
      {
        records: {
          schedule: {
            meanings: {
              acceptedInsurances: {
                kind: "set",
                of: "insurance",
                at: "/plan",
                shape: { form: "id" },
                write: { empty: "list" },
              },
            },
          },
        },
      },
      "/records/schedule/meanings/acceptedInsurances/write/empty",
      'write "null" or "text"',
    ],
    ["an unknown base", { extends: "mine" }, "/extends", "default"],
  ])("is refused for %s, with the place and what would be right", (_what, over, pointer, words) => {
    const problems = problemsOf({ extends: "default", ...over });
    expect(problems.find((problem) => problem.pointer === pointer)?.message).toContain(words);
  });

  it("may read what is the same in every index without the index header, and then writes none of it", () => {
    const operations = {
      readInsurance: { method: "GET", path: "/plans/{id}", takesIndex: false },
      listInsurances: { method: "GET", path: "/plans", takesIndex: false },
    };
    const records = { insurance: { collection: "insurances", meanings: { name: { kind: "text", at: "/title" } } } };
    expect(problemsOf({ extends: "with-writes", records, operations })).toEqual([]);
    for (const name of ["createInsurance", "updateInsurance", "deleteInsurance"]) {
      const body = name === "updateInsurance" ? "{changes}" : "{record}";
      const write = { method: "POST", path: "/plans/{id}", body, answer: "any" };
      const added = name === "createInsurance" ? { ...write, path: "/plans", answer: "resource" } : write;
      const { body: _none, ...bare } = added;
      const operation = name === "deleteInsurance" ? bare : added;
      expect(problemsOf({ extends: "with-writes", records, operations: { ...operations, [name]: operation } })).toEqual(
        [{ pointer: `/operations/${name}`, message: expect.stringContaining("must be left out") }],
      );
    }
  });

  it("is refused with what it inherits from the file that it extends", () => {
    const operations = { readSchedule: { method: "GET", path: "/schedules/{id}", takesIndex: false } };
    expect(problemsOf({ extends: "with-writes", operations })).toEqual([
      { pointer: "/operations/readSchedule/takesIndex", message: expect.stringContaining("must be true") },
    ]);
    const headers = { apiVersion: { name: "Service-Index-Version" } };
    expect(problemsOf({ extends: "default", headers })).toEqual([
      { pointer: "/headers/index/name", message: expect.stringContaining("must differ") },
    ]);
  });

  it("takes away with null what the extended file has, and refuses a null that takes nothing away", () => {
    const profile = createProfile({
      extends: "with-writes",
      headers: { requestId: null },
      records: { practitioner: { meanings: { phones: null, preferredName: null } } },
      operations: { updatePractitioner: null },
      answers: { patient: { lastName: null } },
    });
    expect(profile.meanings("practitioner").map(({ name }) => name)).toEqual(["displayName"]);
    expect(Object.keys(profile.data.operations)).not.toContain("updatePractitioner");
    expect(Object.keys(profile.data.operations)).toContain("updateSchedule");
    expect([profile.data.headers.requestId, profile.data.answers.patient.lastName]).toEqual([undefined, undefined]);
    const over = { records: { schedule: { meanings: { phone: null } } }, operations: { readPlace: null } };
    expect(problemsOf({ extends: "default", ...over }).map(({ pointer, message }) => [pointer, message])).toEqual([
      ["/records/schedule/meanings/phone", expect.stringContaining("which has none of this name: leave it out")],
      ["/operations/readPlace", expect.stringContaining("leave it out")],
    ]);
    expect(problemsOf({ extends: "default", operations: { readSchedule: null } })).toContainEqual({
      pointer: "/operations/readSchedule",
      message: "is required",
    });
  });

  it.each(["index", "apiVersion", "requestId"])("is refused with a header that HTTP has for itself: %s", (header) => {
    const taken = { pointer: `/headers/${header}/name`, message: expect.stringContaining("a meaning of its own") };
    for (const name of ["Host", "content-length", "Cookie"])
      expect(problemsOf({ extends: "default", headers: { [header]: { name } } })).toEqual([taken]);
  });

  it.each(["index", "apiVersion", "requestId"])("is refused with a header of the name __proto__: %s", (header) => {
    const problems = problemsOf({ extends: "default", headers: { [header]: { name: "__proto__" } } });
    expect(problems).toEqual([{ pointer: `/headers/${header}/name`, message: expect.stringContaining("__proto__") }]);
    expect(problemsOf({ extends: "default", credential: { composition: "key-as-user", header: "__PROTO__" } })).toEqual(
      [{ pointer: "/credential/header", message: expect.stringContaining("__PROTO__") }],
    );
  });

  it("is refused with errors that are looked for nowhere, and with details outside a list", () => {
    const problems = problemsOf({
      extends: "default",
      name: "x",
      errors: {
        details: { at: "/errors" },
        template: { first: "{detailWords}", all: [{ said: "{detailWords}" }] },
        reasons: [{ status: 409, code: "taken", field: "startAt", reason: "conflict" }],
        byStatus: { "404": { words: "Nothing." } },
      },
    });
    expect(problems.map(({ pointer }) => pointer).toSorted()).toEqual([
      "/errors/details",
      "/errors/reasons/0/code",
      "/errors/reasons/0/field",
      "/errors/template",
    ]);
    const [problem] = problemsOf({ extends: "default", name: "x", errors: { byStatus: { "200": {} } } });
    expect(problem).toEqual({ pointer: "/errors/byStatus/200", message: expect.stringContaining('"404"') });
  });

  it("is refused with a key __proto__ at any depth, rather than read without it", () => {
    const places = [
      "",
      "/operations",
      "/operations/readSchedule/query",
      "/records/schedule/meanings",
      "/errors/template/error",
    ];
    for (const place of places) {
      const keys = place.split("/").slice(1);
      const text = [...keys, "__proto__"].reduceRight(
        (inner, key) => `{${JSON.stringify(key)}:${inner}}`,
        '{"path":"/x"}',
      );
      const file: unknown = JSON.parse(text.replace("{", '{"extends":"default","name":"x",'));
      expect(problemsOf(file)).toEqual([
        { pointer: `${place}/__proto__`, message: "is not a name that can be used here" },
      ]);
    }
  });

  it.each([
    "/../schedules/{id}",
    "/schedules/../{id}",
    "/schedules/{id}/..",
    "/schedules/./{id}",
    "/schedules/%2e%2e/{id}",
    "/schedules/.%2E/{id}",
    "/schedules/..;a=b/{id}",
    "/schedules%2f..%2f{id}",
    "/schedules%5c..%5c{id}",
    "/schedules\\..\\{id}",
    "//elsewhere.example/schedules/{id}",
    "/schedules//{id}",
    "/schedules/{id}\u0000",
  ])("is refused with the path %s, which leaves what is below the base URL", (path) => {
    const [problem] = problemsOf({ extends: "default", operations: { readSchedule: { method: "GET", path } } });
    expect(problem).toEqual({ pointer: "/operations/readSchedule/path", message: expect.any(String) });
  });

  it("may have dots within the segments of a path", () => {
    const read = (path: string) => ({ extends: "default", operations: { readSchedule: { method: "GET", path } } });
    for (const path of ["/v1.2/schedules/{id}", "/.well-known/schedules/{id}", "/schedules/{id}.json", "/...x/{id}/"])
      expect(problemsOf(read(path))).toEqual([]);
  });

  it("is refused when it is no object", () => {
    for (const input of [null, [], "x", 3]) expect(problemsOf(input)).not.toEqual([]);
  });
});
