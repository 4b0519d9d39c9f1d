import {
  createProfile,
  createServiceClient,
  fetchTransport,
  holdsOne,
  shippedProfile,
  type Json,
  type JsonObject,
  type Reading,
  type ServiceClient,
  type ServiceProfile,
  type ServiceRecord,
  valueAt,
} from "@dc/api-client";
import { describe, expect, test } from "vitest";
import { builtInKey, type Sandbox } from "#/app.ts";
import { createTestSandbox, planIds, textOf } from "#/testing/test-sandbox.ts";
import { createFacts } from "#/seed/create-facts.ts";
import type { PhoneFacts, RecordKind } from "#/seed/facts.ts";
import { createIdCodec } from "#/seed/id-codec.ts";
import { furtherFacts, isFurther, sortOf } from "#/seed/further-facts.ts";
import { inFormat } from "#/spelling/phone-format.ts";
import { findDialect, shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
import { profileOf } from "#/profile/profile.ts";

/** This many first practitioners include every edge case. */
const practitioners = 56;
const seeds = Array.from({ length: 25 }, (_, seed) => `seed:${seed}`);
const facts = createFacts({ seed: "tests", practitioners: 200 });
const schedules = Array.from({ length: practitioners }, (_, ordinal) => facts.schedulesOf(ordinal)).flat();

interface Connection {
  readonly sandbox: Sandbox;
  readonly profile: ServiceProfile;
  readonly client: ServiceClient;
}

/** A client of the sandbox that knows nothing but the profile of its spelling. */
function clientOf(sandbox: Sandbox): Connection {
  const profile = createProfile(sandbox.profile({ writes: true }), { formatPhone: inFormat });
  const client = createServiceClient({
    baseUrl: "http://service.test",
    apiKey: builtInKey,
    profile,
    transport: fetchTransport((url, init) => sandbox.app.request(url, init)),
    retry: { attempts: 1 },
  });
  return { sandbox, profile, client };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The value, or null for every kind of empty value: some spellings have one of them, some several. */
function valueOf(reading: Reading | undefined): Json {
  return reading === undefined || "absent" in reading || isEmpty(reading.value) ? null : reading.value;
}

/** Phones in comparable form: by their digits, or by their text where they have none. */
function comparablePhones(
  phones: readonly { number?: unknown; extension?: unknown; label?: unknown }[] | null,
  hasLabels: boolean,
) {
  if (phones === null || phones.length === 0) return null;
  return phones.map(({ number, extension, label }) => {
    const text = `${String(number)} ${isEmpty(extension) ? "" : String(extension)}`;
    // A service of one format has a number with its country code or without.
    const digits = text.replaceAll(/\D/g, "").replace(/^1(?=\d{10})/, "");
    return [digits || text.trim(), hasLabels && !isEmpty(label) ? label : null];
  });
}

function phonesOf(
  reading: Reading | undefined,
): readonly { number?: unknown; extension?: unknown; label?: unknown }[] | null {
  const value = valueOf(reading);
  return Array.isArray(value)
    ? value.filter((phone): phone is JsonObject => typeof phone === "object" && phone !== null)
    : null;
}

/** Compares every schedule, and the records that it refers to, with the generated data; returns these records. */
async function expectFacts({ sandbox, profile, client }: Connection): Promise<Iterable<ServiceRecord>> {
  const index = profile.standardIndex;
  const plans = planIds(sandbox);
  const ids = sandbox.samples.rosterOf(practitioners).trim().split("\n").slice(1);
  const { hasLabels, isSingle } = shapeOfPhones(profile.data);
  const keepsOnePlan = profile.meanings("schedule").some(({ kind, holdsOne }) => kind === "set" && holdsOne);
  const seen = new Map<string, ServiceRecord>();
  for (const [position, id] of ids.entries()) {
    const fact = facts.schedule(schedules[position] ?? -1);
    const person = facts.practitioner(fact?.practitioner ?? -1);
    if (!fact || !person) throw new Error(`no facts of ${id}`);
    const schedule = await client.schedules.retrieve(id, { index });
    const practitioner = await client.records.follow(schedule, "practitioner");
    if (!practitioner) throw new Error(`${id} has no practitioner`);
    for (const record of [schedule, practitioner]) seen.set(`${record.type} ${record.id}`, record);
    const readingOf = async (name: string) => {
      const owner = await client.records.ownerOf(schedule, name);
      if (owner) seen.set(`${owner.type} ${owner.id}`, owner);
      const held = profile.meanings("schedule").find((meaning) => meaning.name === name)?.owner.meaning ?? name;
      return owner ? profile.decode(owner.type, owner.raw)[held] : undefined;
    };
    const readings = profile.decode("practitioner", practitioner.raw);
    const accepted = valueOf(await readingOf("acceptedInsurances"));
    const hasOwnPhones = "phones" in readings;
    const phones: readonly PhoneFacts[] = (hasOwnPhones ? person.phones : facts.place(fact.place)?.phones) ?? [];
    const follow = (type: string, referred: string) => seen.get(`${type} ${referred}`)?.raw ?? null;
    const hasPlace = profile.meanings("schedule").some(({ name }) => name === "place");
    const place = hasPlace ? await client.records.follow(schedule, "place") : null;
    if (place) seen.set(`${place.type} ${place.id}`, place);
    const isComposed = (type: string) => profile.composed(type).some(({ via }) => via.length === 0);
    expect({
      parts:
        "familyName" in readings
          ? [readings["givenName"], readings["familyName"], readings["suffix"]].map(valueOf)
          : null,
      displayName: isComposed("practitioner") ? null : valueOf(readings["displayName"]),
      preferredName: valueOf(readings["preferredName"]),
      name: isComposed("schedule")
        ? profile.text("schedule", schedule.raw, "name", follow)
        : valueOf(await readingOf("name")),
      timeZone: valueOf(await readingOf("timeZone")),
      plans: Array.isArray(accepted) ? accepted.map((plan) => plans.indexOf(textOf(plan))) : null,
      phones: comparablePhones(phonesOf(hasOwnPhones ? readings["phones"] : await readingOf("phones")), hasLabels),
    }).toEqual({
      parts:
        "familyName" in readings
          ? [person.name.given, person.name.family, person.name.suffix].map((part) => (isEmpty(part) ? null : part))
          : null,
      displayName: isComposed("practitioner") ? null : person.displayName,
      preferredName: isEmpty(person.preferredName) ? null : person.preferredName,
      name: isComposed("schedule")
        ? `${profile.text("practitioner", practitioner.raw, "displayName") ?? ""} at ${fact.name}`
        : fact.name,
      timeZone: fact.timeZone,
      plans: isEmpty(fact.plans) ? null : fact.plans?.slice(0, keepsOnePlan ? 1 : undefined),
      phones: comparablePhones(isSingle ? phones.slice(0, 1) : phones, hasLabels),
    });
  }
  return seen.values();
}

function shapeOfPhones({ records }: Connection["profile"]["data"]): { hasLabels: boolean; isSingle: boolean } {
  for (const { meanings } of Object.values(records)) {
    const phones = meanings["phones"];
    if (phones === undefined || !("kind" in phones) || phones.kind !== "phones") continue;
    const { shape } = phones;
    return { hasLabels: "label" in shape && shape.label !== undefined, isSingle: holdsOne(phones) };
  }
  throw new Error("nobody has phones");
}

describe.each([...shippedSpellings, ...seeds])("%s", (spelling) => {
  test("has the same data as every other spelling, and its profile encodes what it decodes, and one element without another", async () => {
    const connection = clientOf(createTestSandbox({ spelling }));
    const { profile } = connection;
    const { ids } = findDialect(spelling);
    const records = [...(await expectFacts(connection))];
    const isLong = records.some(({ raw }) => /:\d{16,}[,}]/.test(JSON.stringify(raw)));
    expect(isLong, "numbers of more digits than JavaScript holds").toBe(spelling !== "default");
    for (const { type, id, raw } of records) {
      expectFurtherFacts(ids, profile, { type, id, raw });
      const isWritten = (name: string) =>
        profile.meanings(type).some((description) => description.name === name && description.isWritable);
      const decoded = Object.entries(profile.decode(type, raw)).filter(([name]) => isWritten(name));
      const changed = decoded.filter(([name, reading]) => profile.encodeReading(type, raw, name, reading) !== raw);
      expect(changed).toEqual([]);
      for (const [name, reading] of decoded) {
        const value = valueOf(reading);
        const { pointer = "" } = profile.meanings(type).find((description) => description.name === name) ?? {};
        const elements = (record: JsonObject) => elementsOf(valueAt(record, pointer) ?? null);
        const [gone, ...left] = elementsOf(value);
        if (gone === undefined || left.length === 0) continue;
        const kept = Array.isArray(value) ? value.slice(1) : Object.fromEntries(Object.entries(value ?? {}).slice(1));
        const others = elements(profile.encode(type, raw, name, kept));
        expect(others.length).toBeGreaterThan(0);
        // Of a part that has gone its place may stay, empty.
        expect(others.filter((text) => !elements(raw).includes(text) && !/(:|^)(null|""|\[\])$/.test(text))).toEqual(
          [],
        );
      }
    }
    for (const type of profile.recordTypes) {
      for (const { name, kind, choices, via, holdsOne, isWritable } of profile.meanings(type)) {
        if (via.length > 0 || !isWritable) continue;
        const value = kind === "choice" ? (choices?.[0]?.value ?? null) : sampleOf(kind, holdsOne);
        const written = profile.encode(type, {}, name, value);
        const read = profile.decode(type, written)[name];
        if (kind === "phones") expect(comparablePhones(phonesOf(read), false)).toEqual([["21255501427", null]]);
        else expect(read).toEqual({ value });
      }
    }
  });

  test("has a valid profile with write operations, and one without them", () => {
    const [documented, whole] = [false, true].map((writes) =>
      createProfile(profileOf(findDialect(spelling), { writes })),
    );
    const operations = (profile: typeof whole) => Object.keys(profile?.data.operations ?? {});
    expect(operations(whole)).toEqual(
      expect.arrayContaining(["updatePractitioner", "deleteSchedule", "deleteIndexVersion"]),
    );
    expect(operations(whole).filter((name) => !operations(documented).includes(name))).toEqual(
      operations(whole).filter(
        (name) =>
          /^(create|update|delete)(Practitioner|Schedule|Place|IndexVersion)$/.test(name) &&
          name !== "createIndexVersion",
      ),
    );
  });
});

/** The texts of the elements of a list, or of the members of an object. */
function elementsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.map((element) => JSON.stringify(element));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, member]) => `${key}:${JSON.stringify(member)}`);
}

function sampleOf(kind: string, isOne: boolean): Json {
  if (kind === "phones") return [{ number: "(212) 555-0142", extension: "7", label: null }];
  if (kind === "number") return 12;
  if (kind === "date") return "2019-06-15";
  if (kind === "boolean") return false;
  if (kind === "address") return { street: "1 Elm St\nSuite 2", city: "Springfield", postalCode: "02110" };
  if (kind === "languages") return { en: "Hello", "pt-BR": "Olá" };
  return kind === "set" ? (isOne ? ["a1"] : ["a1", "b2"]) : "one";
}

const kindOfType: { readonly [type: string]: RecordKind } = {
  practitioner: "practitioner",
  schedule: "schedule",
  place: "place",
  insurance: "plan",
};

/** Compares the values of further kinds with the generated data: as the console understands them, whatever their spelling. */
function expectFurtherFacts(
  ids: ReturnType<typeof findDialect>["ids"],
  profile: ServiceProfile,
  { type, id, raw }: Pick<ServiceRecord, "type" | "id" | "raw">,
) {
  const kind = kindOfType[type] ?? "practitioner";
  const ordinal = createIdCodec(ids[kind], "tests").decode(id) ?? -1;
  const read = profile.decode(type, raw);
  for (const [fact, { of, name }] of Object.entries(furtherFacts)) {
    const meaning = profile.meanings(type).find((description) => description.name === name);
    if (of !== kind || meaning === undefined || !isFurther(fact)) continue;
    const value = facts.further(fact, ordinal);
    const shownValue = valueOf(read[name]);
    const words = meaning.choices?.find((choice) => choice.value === shownValue)?.words ?? shownValue;
    const sort = sortOf(fact);
    const drawn =
      sort.kind === "ids" && Array.isArray(value)
        ? value.map((drawnId) => createIdCodec(ids[sort.to], "tests").encode(Number(drawnId)))
        : value;
    expect({ [name]: words }).toEqual({ [name]: isEmpty(drawn) ? null : drawn });
  }
}

test("the same seed gives the same spelling, and two seeds differ in every header", () => {
  expect(findDialect("seed:3")).toEqual(findDialect("seed:3"));
  expect(new Set(seeds.map((seed) => JSON.stringify(findDialect(seed).headers))).size).toBeGreaterThan(20);
});

test("some seed draws each thing that an index version can be, and its profile says which", () => {
  const drawn = seeds.map((seed) => {
    const dialect = findDialect(seed);
    const { versions } = createProfile(profileOf(dialect, { writes: true })).data.indexes;
    expect(versions?.are ?? "copy").toBe(dialect.indexVersions);
    return dialect.indexVersions;
  });
  expect([...new Set(drawn)].sort()).toEqual(["copy", "overlay-by-field", "overlay-by-record"]);
});

test("the respelled dialect shares no name with the default", () => {
  const namesOf = (spelling: string): Set<string> => {
    const { headers, records, operations, answers, errors } = createProfile(
      profileOf(findDialect(spelling), { writes: true }),
    ).data;
    const pointers = JSON.stringify([records, answers, errors]).matchAll(/"\/([^"]+)"/g);
    const paths = Object.values(operations).flatMap(({ path, query }) => [...path.split("/"), ...Object.keys(query)]);
    const names = [...pointers].flatMap(([, pointer]) => pointer?.split("/") ?? []);
    return new Set([
      ...Object.values(headers).flatMap((header) => header?.name ?? []),
      ...names,
      ...paths.filter((part) => part !== "" && !part.startsWith("{")),
    ]);
  };
  const respelled = namesOf("respelled");
  expect([...namesOf("default")].filter((name) => respelled.has(name))).toEqual([]);
});

test.each([
  ["default", false],
  ["with-writes", true],
] as const)("the default spelling's profile has the same meaning as the shipped profile %s", (name, writes) => {
  const shipped = shippedProfile(name).data;
  const drawnProfile = createProfile(profileOf(findDialect("default"), { writes })).data;
  // Notes about the origin of an entry are left out, except for operations, where they state the capability.
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    const relevant = Object.entries(value).filter(([key]) => key !== "status" && key !== "note");
    return Object.fromEntries(relevant.map(([key, inner]) => [key, plain(inner)]));
  };
  const comparable = ({ errors, ...rest }: typeof shipped) =>
    plain({ ...rest, name: "any", errors: { ...errors, reasons: [] } });
  const origins = ({ operations }: typeof shipped) =>
    Object.fromEntries(Object.entries(operations).map(([operation, { status }]) => [operation, status]));
  expect([comparable(drawnProfile), origins(drawnProfile)]).toEqual([comparable(shipped), origins(shipped)]);
  const reasonIn = ({ errors }: typeof shipped, status: number, code: string) =>
    errors.reasons.find(
      (entry) => entry.status === status && entry.field === undefined && (entry.code ?? code) === code,
    )?.reason;
  for (const { status, code = "" } of drawnProfile.errors.reasons)
    expect([code, reasonIn(drawnProfile, status, code)]).toEqual([code, reasonIn(shipped, status, code)]);
});
