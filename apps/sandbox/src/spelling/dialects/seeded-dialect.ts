import { base10, base36, base62, type IdShape } from "#/seed/id-codec.ts";
import { createRandom, type Random } from "#/seed/random.ts";
import type { Dialect, PagingDialect } from "#/spelling/dialect.ts";
import type { Path } from "#/json/path.ts";
import { defaultDialect } from "./default-dialect.ts";
import { createNaming, type Naming } from "./naming.ts";
import { withDemands } from "./seeded-demands.ts";
import { seededRecords } from "./seeded-records.ts";
import { withKinds } from "./seeded-kinds.ts";
import type { LookUpForm } from "#/spelling/messages.ts";
import { problemCodes } from "#/spelling/problem.ts";

/** A dialect drawn at random: every name, format, owner, status and method follows from the seed. */
export function seededDialect(seed: number): Dialect {
  const random = createRandom("dialect", seed);
  const naming = createNaming(random);
  const { nameOf, headerOf } = naming;
  const root = random.pick([
    "",
    `/${nameOf("root")}`,
    `/v${2 + random.below(7)}`,
    `/${nameOf("root")}/v${2 + random.below(7)}`,
  ]);
  const isEnveloped = random.chance(0.7);
  const resource: Path = isEnveloped ? [nameOf("resource")] : [];
  const list: Path = random.chance(0.8)
    ? random.chance(0.5)
      ? [nameOf("rows")]
      : [nameOf("resource"), nameOf("rows")]
    : [];
  const emptyValues = random.pick(["preserved", "null"] as const);
  const owner = random.pick(["practitioner", "schedule", "place"] as const);
  const hasPlace = owner === "place" || random.chance(0.5);
  const hasPlans = random.chance(0.7);
  const records = withKinds(
    seededRecords(random, naming, { owner, hasPlace, hasPlans }, seed),
    naming,
    createRandom("kinds", seed),
  );
  const createStatus = random.pick([200, 201, 202]);
  const create = { method: random.pick(["POST", "PUT"] as const), status: createStatus };
  const isWhole = random.chance(0.5);
  const removesByMethod = random.chance(0.5);
  const slotsByQuery = random.chance(0.4);
  const schedulePath = `${root}/${records.schedule.collection}`;
  const id: Path = [nameOf("id")];
  const inReference = (name: string): Path => (random.chance(0.5) ? [name] : [name, nameOf("id")]);
  const startAt = nameOf("startAt");
  const duration = nameOf("duration");
  const dialect: Dialect = {
    name: `seed:${seed}`,
    apiVersion: `20${20 + random.below(9)}-0${1 + random.below(9)}-1${random.below(10)}`,
    headers: { apiVersion: headerOf("version"), index: headerOf("index"), requestId: headerOf("request") },
    credential: random.pick([
      { composition: "key-as-user" },
      { composition: "key-as-password", user: random.pick(["", "key", "client"]) },
      { composition: "ready-made", prefix: random.pick(["Bearer ", "Key ", ""]) },
    ] as const),
    ids: {
      practitioner: idShape(random, "practitioner"),
      schedule: idShape(random, "schedule"),
      place: idShape(random, "place"),
      plan: idShape(random, "plan"),
      index: { ...idShape(random, "index"), prefix: `${nameOf("index")}_`.toLowerCase() },
      patient: idShape(random, "patient"),
      appointment: idShape(random, "appointment"),
    },
    standardIndex: `${nameOf("index")}_`.toLowerCase() + random.pick(["main", "origin", "root", "common"]),
    testIndex: `${nameOf("index")}_`.toLowerCase() + random.pick(["trial", "play", "practice", "scratch"]),
    root,
    envelope: {
      resource,
      list,
      request: isEnveloped && random.chance(0.5) ? [nameOf("request")] : [],
      extras: isEnveloped ? [{ at: [nameOf("extra")], value: { took: 3, by: "node-2" } }] : [],
    },
    paging: list.length === 0 ? { style: "none" } : pagingOf(random, naming, list),
    emptyValues,
    records,
    writes: {
      create,
      update: {
        method: random.pick(isWhole ? (["PUT", "POST"] as const) : (["PATCH", "POST"] as const)),
        status: random.pick([200, 202]),
        whole: isWhole,
      },
      remove: removesByMethod
        ? { method: "DELETE", status: random.pick([200, 202, 204]), suffix: "", deletedFlag: nameOf("deletedFlag") }
        : {
            method: "POST",
            status: random.pick([200, 202, 204]),
            suffix: `/${nameOf("remove")}`,
            deletedFlag: nameOf("deletedFlag"),
          },
    },
    readStatus: random.chance(0.2) ? 203 : 200,
    lists: {
      schedules: random.pick(["none", "query", "path"] as const),
      practitioners: random.chance(0.6),
      practitionerQuery: nameOf("practitioner"),
      several: createRandom("several", seed).pick(["repeated", "comma", null] as const),
    },
    // Drawn from a generator of its own, so that the other draws of a seed stay the same.
    lookUps: seededLookUps(createRandom("look-ups", seed), naming, root),
    slots: {
      listsClosed: createRandom("closed slots", seed).chance(0.5),
      path: slotsByQuery ? `${root}/${nameOf("slots")}` : `${schedulePath}/{id}/${nameOf("slots")}`,
      scheduleQuery: slotsByQuery ? nameOf("schedule") : null,
      // Drawn from a generator of its own, so that the other draws of a seed stay the same.
      times: createRandom("times", seed).pick([
        "instant",
        "date",
        "date@Pacific/Auckland",
        "seconds",
        "milliseconds",
      ] as const),
      from: nameOf("from"),
      to: nameOf("to"),
      startAt: random.chance(0.5) ? [startAt] : [nameOf("span"), startAt],
      duration: [duration],
      unit: random.pick(["minutes", "seconds"] as const),
      as: random.pick(["number", "text"] as const),
    },
    patients: {
      path: `${root}/${nameOf("patients")}`,
      dobQuery: nameOf("dob"),
      nameQuery: nameOf("fullName"),
      id,
      firstName: [nameOf("firstName")],
      lastName: [nameOf("lastName")],
      dob: [nameOf("dob")],
      insurance: inReference(nameOf("insurance")),
    },
    appointments: {
      path: `${root}/${nameOf("appointments")}`,
      id,
      schedule: inReference(nameOf("schedule")),
      patient: inReference(nameOf("patient")),
      startAt: [startAt],
      duration: [duration],
      status: [nameOf("state")],
      statusValues: random.pick([
        { booked: "FIRM", simulated: "MOCK" },
        { booked: "confirmed", simulated: "dry-run" },
      ]),
    },
    indices: {
      path: `${root}/${nameOf("indices")}`,
      id,
      name: random.chance(0.5) ? [nameOf("name")] : [nameOf("about"), nameOf("name")],
      createdAt: [nameOf("changedAt")],
      // Drawn from a generator of its own, so that the other draws of a seed stay the same.
      ...createRandom("indices", seed).pick([
        { reads: false, lists: "none" },
        { reads: true, lists: "none" },
        { reads: false, lists: "own" },
        { reads: true, lists: "all" },
      ] as const),
    },
    errors: withDetails(errorsOf(random, naming), createRandom("errors", seed)),
    limits: limitsOf(createRandom("waits", seed), naming),
    indexVersions: random.pick(["copy", "copy", "overlay-by-field", "overlay-by-record"] as const),
  };
  return withDemands(dialect, seed);
}

function pagingOf(random: Random, { nameOf }: Naming, list: Path): PagingDialect {
  const beside = (name: string): Path => [...list.slice(0, -1), name];
  const sizes = { size: 5 + random.below(40), sizeQuery: nameOf("size") };
  const style = random.pick(["none", "offset", "cursor", "link", "page"] as const);
  if (style === "none") return { style };
  if (style === "offset") return { style, query: nameOf("cursor"), ...sizes };
  if (style === "page") return { style, query: nameOf("cursor"), more: beside(nameOf("more")), ...sizes };
  return { style, query: nameOf("cursor"), next: beside(nameOf("next")), ...sizes };
}

function idShape(random: Random, kind: string): IdShape {
  const marked = `${kind.slice(0, 1 + random.below(3))}${random.pick(["-", "_", "."])}`;
  const prefix = kind === "practitioner" && random.chance(0.5) ? "" : marked;
  return { prefix, alphabet: random.pick([base10, base36, base62]), length: 8 + 2 * random.below(4) };
}

function errorsOf(random: Random, { nameOf, inCase }: Naming): Dialect["errors"] {
  const inside = random.chance(0.5) ? [nameOf("error")] : [];
  const code = random.pick([
    (phrase: string) => phrase.replaceAll("_", "-"),
    (phrase: string) => `E_${phrase.toUpperCase()}`,
    (phrase: string) => inCase(phrase.replaceAll("_", " ")),
  ]);
  return {
    code: [...inside, nameOf("errorCode")],
    message: [...inside, nameOf("message")],
    title: null,
    field: [...inside, nameOf("field")],
    details: null,
    requestId: random.chance(0.5) ? [nameOf("trace")] : [...inside, nameOf("trace")],
    // The code `internal` would be one of the console's own codes as well.
    codes: asCodes(
      Object.fromEntries(problemCodes.map((known) => [known, code(known === "internal" ? "own_failure" : known)])),
    ),
    statuses: {
      ...defaultDialect.errors.statuses,
      bad_request: random.pick([400, 422]),
      test_index_permanent: random.pick([403, 409]),
      not_found: random.pick([404, 410]),
      index_not_found: random.pick([404, 400]),
      index_of_another: random.pick([404, 403]),
      slot_taken: random.pick([409, 410]),
      slot_not_offered: random.pick([409, 422]),
      unknown_reference: random.pick([422, 400, 424]),
    },
  };
}

/** A list of everything that is wrong, a title, or neither; drawn from a generator of its own, so that the other draws stay the same. */
function withDetails(errors: Dialect["errors"], random: Random): Dialect["errors"] {
  const style = random.pick(["one", "title", "details", "codes in details"] as const);
  const inside = errors.message.slice(0, -1);
  const title = [...inside, random.pick(["headline", "gist", "kind_of_error"])];
  if (style === "one") return errors;
  if (style === "title") return { ...errors, title };
  const hasTitle = random.chance(0.5);
  return {
    ...errors,
    title: hasTitle ? title : null,
    code: style === "codes in details" ? null : errors.code,
    field: null,
    details: {
      at: random.pick([["violations"], [...inside, "grounds"]]),
      field: random.pick([["where"], ["locus", "key_name"]]),
      words: ["remark"],
      code: style === "codes in details" ? ["rule"] : null,
      ...(style === "details" ? { statuses: [errors.statuses.bad_request] } : {}),
    },
  };
}

/** Waits in a header, in the error's body or as HTTP has them; drawn from a generator of its own, so that the other draws stay the same. */
function limitsOf(random: Random, { inCase }: Naming): Dialect["limits"] {
  const place = random.pick(["header", "body", "standard"] as const);
  const as = random.pick(["seconds", "milliseconds", "instant", "unix-seconds"] as const);
  const callsPerMinute = random.chance(0.4) ? 6_000 : null;
  const body = [inCase(random.pick(["cool off", "try again"]))];
  if (place === "standard") return { callsPerMinute, wait: null };
  return {
    callsPerMinute,
    wait: place === "body" ? { body, as } : { header: random.pick(["X-Cool-Off", "Slow-Down"]), as },
  };
}

type Codes = Dialect["errors"]["codes"];

/** `codes` was built from the list of all codes, so none is missing. */
function asCodes(codes: Partial<Codes>): Codes {
  return codes as Codes;
}

/** The ways of a drawn dialect to find practitioners: none, by parameters of one path, by the path, or by a mode. */
function seededLookUps(random: Random, { inCase }: Naming, root: string): readonly LookUpForm[] {
  const style = random.pick(["none", "none", "parameters", "path", "mode"] as const);
  const path = `${root}/${inCase(random.pick(["seek out", "track down", "registry probe"]))}`;
  const number = inCase(random.pick(["probe number", "sought licence"]));
  const phrase = inCase(random.pick(["probe phrase", "sought words"]));
  const gives = random.pick(["records", "parts"] as const);
  const mode = (value: string) => ({ name: inCase("probe mode"), value: inCase(value) });
  const byNumber = { fact: "npi", match: "exact", gives: "records", path, query: number, fixed: null } as const;
  const byName = { fact: "displayName", match: "text", gives, path, query: phrase, fixed: null } as const;
  const drawn: Readonly<Record<typeof style, readonly LookUpForm[]>> = {
    none: [],
    parameters: [byNumber, byName],
    path: [{ ...byNumber, gives: "record", path: `${path}/{id}`, query: null }],
    mode: [
      { ...byNumber, query: phrase, fixed: mode("by digits") },
      { ...byName, fixed: mode("by words") },
    ],
  };
  return drawn[style];
}
