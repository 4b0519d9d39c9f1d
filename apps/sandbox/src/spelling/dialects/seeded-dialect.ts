import { base10, base36, base62, type IdShape } from "#/seed/id-codec.ts";
import { createRandom, type Random } from "#/seed/random.ts";
import type { Dialect, PagingDialect } from "#/spelling/dialect.ts";
import type { Path } from "#/json/path.ts";
import { createNaming, type Naming } from "./naming.ts";
import { seededRecords } from "./seeded-records.ts";
import { problemCodes } from "#/spelling/spelling.ts";

/** A spelling that nobody has chosen: every name, shape, owner, status and method follows from the seed. */
export function seededDialect(seed: number): Dialect {
  const random = createRandom("dialect", seed);
  const naming = createNaming(random);
  const { word, header } = naming;
  const root = random.pick([
    "",
    `/${word("root")}`,
    `/v${2 + random.below(7)}`,
    `/${word("root")}/v${2 + random.below(7)}`,
  ]);
  const isEnveloped = random.chance(0.7);
  const resource: Path = isEnveloped ? [word("resource")] : [];
  const list: Path = random.chance(0.8) ? (random.chance(0.5) ? [word("rows")] : [word("resource"), word("rows")]) : [];
  const empties = random.pick(["as-known", "null"] as const);
  const owner = random.pick(["practitioner", "schedule", "place"] as const);
  const hasPlace = owner === "place" || random.chance(0.5);
  const hasPlans = random.chance(0.7);
  const records = seededRecords(random, naming, { owner, hasPlace, hasPlans });
  const createStatus = random.pick([200, 201, 202]);
  const create = { method: random.pick(["POST", "PUT"] as const), status: createStatus };
  const isWhole = random.chance(0.5);
  const removes = random.chance(0.5);
  const slotsByQuery = random.chance(0.4);
  const schedulePath = `${root}/${records.schedule.collection}`;
  const id: Path = [word("id")];
  const inReference = (name: string): Path => (random.chance(0.5) ? [name] : [name, word("id")]);
  const startAt = word("startAt");
  const duration = word("duration");
  return {
    name: `seed:${seed}`,
    apiVersion: `20${20 + random.below(9)}-0${1 + random.below(9)}-1${random.below(10)}`,
    headers: { apiVersion: header("version"), index: header("index"), requestId: header("request") },
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
      index: { ...idShape(random, "index"), prefix: `${word("index")}_`.toLowerCase() },
      patient: idShape(random, "patient"),
      appointment: idShape(random, "appointment"),
    },
    standardIndex: `${word("index")}_`.toLowerCase() + random.pick(["main", "origin", "root", "common"]),
    testIndex: `${word("index")}_`.toLowerCase() + random.pick(["trial", "play", "practice", "scratch"]),
    root,
    envelope: {
      resource,
      list,
      request: isEnveloped && random.chance(0.5) ? [word("request")] : [],
      extras: isEnveloped ? [{ at: [word("aside")], value: { took: 3, by: "node-2" } }] : [],
    },
    paging: list.length === 0 ? { style: "none" } : pagingOf(random, naming, list),
    empties,
    records,
    writes: {
      create,
      update: {
        method: random.pick(isWhole ? (["PUT", "POST"] as const) : (["PATCH", "POST"] as const)),
        status: random.pick([200, 202]),
        whole: isWhole,
      },
      remove: removes
        ? { method: "DELETE", status: random.pick([200, 202, 204]), suffix: "", gone: word("gone") }
        : { method: "POST", status: random.pick([200, 202, 204]), suffix: `/${word("remove")}`, gone: word("gone") },
    },
    readStatus: random.chance(0.2) ? 203 : 200,
    lists: {
      schedulesOf: random.pick(["none", "query", "path"] as const),
      practitioners: random.chance(0.6),
      filter: word("practitioner"),
    },
    slots: {
      path: slotsByQuery ? `${root}/${word("slots")}` : `${schedulePath}/{id}/${word("slots")}`,
      scheduleQuery: slotsByQuery ? word("schedule") : null,
      from: word("from"),
      to: word("to"),
      startAt: random.chance(0.5) ? [startAt] : [word("span"), startAt],
      duration: [duration],
      unit: random.pick(["minutes", "seconds"] as const),
      as: random.pick(["number", "text"] as const),
    },
    patients: {
      path: `${root}/${word("patients")}`,
      create,
      dobQuery: word("dob"),
      nameQuery: word("fullName"),
      id,
      firstName: [word("firstName")],
      lastName: [word("lastName")],
      dob: [word("dob")],
      insurance: inReference(word("insurance")),
    },
    appointments: {
      path: `${root}/${word("appointments")}`,
      create,
      id,
      schedule: inReference(word("schedule")),
      patient: inReference(word("patient")),
      startAt: [startAt],
      duration: [duration],
      status: [word("state")],
      words: random.pick([
        { booked: "FIRM", simulated: "MOCK" },
        { booked: "confirmed", simulated: "dry-run" },
      ]),
    },
    indices: {
      path: `${root}/${word("indices")}`,
      create,
      id,
      name: random.chance(0.5) ? [word("name")] : [word("about"), word("name")],
      createdAt: [word("changedAt")],
    },
    errors: errorsOf(random, naming),
  };
}

function pagingOf(random: Random, { word }: Naming, list: Path): PagingDialect {
  const beside = (name: string): Path => [...list.slice(0, -1), name];
  const sizes = { size: 5 + random.below(40), sizeQuery: word("size") };
  const style = random.pick(["none", "offset", "cursor", "link", "page"] as const);
  if (style === "none") return { style };
  if (style === "offset") return { style, query: word("cursor"), ...sizes };
  if (style === "page") return { style, query: word("cursor"), more: beside(word("more")), ...sizes };
  return { style, query: word("cursor"), next: beside(word("next")), ...sizes };
}

function idShape(random: Random, kind: string): IdShape {
  const marked = `${kind.slice(0, 1 + random.below(3))}${random.pick(["-", "_", "."])}`;
  const prefix = kind === "practitioner" && random.chance(0.5) ? "" : marked;
  return { prefix, alphabet: random.pick([base10, base36, base62]), length: 8 + 2 * random.below(4) };
}

function errorsOf(random: Random, { word, cased }: Naming): Dialect["errors"] {
  const inside = random.chance(0.5) ? [word("error")] : [];
  const code = random.pick([
    (words: string) => words.replaceAll("_", "-"),
    (words: string) => `E_${words.toUpperCase()}`,
    (words: string) => cased(words.replaceAll("_", " ")),
  ]);
  return {
    code: [...inside, word("errorCode")],
    words: [...inside, word("words")],
    field: [...inside, word("field")],
    requestId: random.chance(0.5) ? [word("trace")] : [...inside, word("trace")],
    codes: asCodes(Object.fromEntries(problemCodes.map((known) => [known, code(known)]))),
    statuses: {
      bad_request: random.pick([400, 422]),
      unauthorized: 401,
      standard_index_read_only: 403,
      test_index_permanent: random.pick([403, 409]),
      not_found: random.pick([404, 410]),
      index_not_found: random.pick([404, 400]),
      index_of_another: random.pick([404, 403]),
      slot_taken: random.pick([409, 410]),
      slot_not_offered: random.pick([409, 422]),
      unknown_reference: random.pick([422, 400, 424]),
      rate_limited: 429,
      internal: 500,
      unavailable: 503,
    },
  };
}

type Codes = Dialect["errors"]["codes"];

/** They were made from the list of all codes. */
function asCodes(codes: Partial<Codes>): Codes {
  return codes as Codes;
}
