import { CreatedToken, type GrantedRole } from "@dc/contract";
import type { JsonObject } from "@dc/api-client";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { seal } from "#/testing/journal.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { buildDirectory, made, type World } from "./build-directory.ts";
import { routesOf } from "./routes.ts";

// Proves (F44), for every operation of the running router: whoever is limited to one referrer gives what is another's in
// every field of path, query and body that names something, and changes nothing of it, is told nothing of it, and is
// answered as for what does not exist. A field that is in neither table below fails the test, so that none is forgotten.
// Cannot prove: what other connections hold, which `roles.test.ts` tries, and what answers tell by their timing.

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Schema = { readonly [key: string]: unknown };
/** The way to a field: names, positions in lists, and the choice of a schema that has several. */
type Step = string | number | { choice: number };
interface Field {
  place: string;
  name: string;
  steps: readonly Step[];
  schema: Schema;
}
interface Operation {
  method: string;
  path: string;
  parameters: readonly { name: string; in: string; required?: boolean | undefined; schema: Schema }[];
  body: Schema | undefined;
}
/** What a field can name: of one's own, of the other's, and, in the same order, what is nobody's. */
interface Sample {
  own: string;
  theirs: readonly string[];
  nobodys: readonly string[];
}

const byPrefix = {
  set: "changeSet",
  chg: "change",
  cre: "creation",
  imp: "import",
  ref: "referrer",
  tok: "token",
  alm: "alarm",
  com: "comment",
  pky: "passkey",
  vis: "visit",
  try: "attempt",
  shl: "shareLink",
  clm: "claim",
} as const;
type Kind = (typeof byPrefix)[keyof typeof byPrefix] | (typeof byName)[keyof typeof byName];
const byName = {
  indexId: "index",
  indexIds: "index",
  near: "index",
  against: "index",
  personId: "person",
  ownerId: "person",
  actorId: "person",
  authorId: "person",
  reviewerId: "person",
  reviewerIds: "person",
  purpose: "words",
  sessionId: "session",
  decisionId: "decision",
  changeId: "change",
  cursor: "cursor",
  practitionerId: "practitioner",
  practitionerIds: "practitioner",
  practitioner: "practitioner",
  scheduleId: "schedule",
  scheduleIds: "schedule",
  places: "anything",
  place: "anything",
  schedule: "schedule",
  recordId: "practitioner",
  id: "practitioner",
  ids: "entry",
  roster: "schedule",
  text: "schedule",
  referrerIds: "referrer",
  subject: "anything",
  nodes: "anything",
  within: "anything",
  q: "anything",
  path: "anything",
  name: "words",
  label: "words",
  notes: "words",
  contact: "words",
  email: "email",
  invitation: "secret",
  secret: "secret",
} as const satisfies { readonly [field: string]: string };
/** Fields that name nothing of anybody: words, values and names of the service, and what proves who one is. */
const namesNothing = new Set(
  `action allowedOrigins apiKey apiVersion attestation authenticatorData baseUrl before by clientData code connection connectionId
   content credentialId csv currentPassword digest element extension field fileName firstName headings howKnown insuranceId iss lastName newPassword note number
   password patientId plan planId planImportId reason recordType rolesVersion saidBy says setUpToken sharedWith sheet signature source startAt state status transports type
   typedName
  why words`.split(/\s+/),
);

let app: TestApp;
let operations: readonly Operation[];
let schemas: { readonly [name: string]: Schema };
let own: World;
let theirs: World;
let editor: TestApp["signedIn"];
let other: TestApp["signedIn"];
let samples: { readonly [kind in Kind]: Sample };
/** Ids and words of the other's that no request below keeps as its own words. */
let tellTales: readonly string[];

const limited = (referrer: string): GrantedRole[] => [
  { role: "editor", referrers: [referrer] },
  { role: "approver", referrers: [referrer] },
];
const db = () => app.deps.wholeStore.db;

beforeAll(async () => {
  app = await createTestApp();
  const schedules = sampleSchedules(app, 30);
  own = await buildDirectory(app, "Aldous", schedules.slice(0, 3));
  theirs = await buildDirectory(app, "Zyxwell", schedules.slice(17, 20));
  editor = (await app.enter({ name: "Edda Editor", roles: limited(own.referrerId) })).signedIn;
  const otto = await app.enter({ name: "Otto Other", roles: limited(theirs.referrerId) });
  other = otto.signedIn;
  operations = await operationsOf();
  samples = await samplesOf(otto.person);
  tellTales = [
    ...[
      "changeSet",
      "change",
      "creation",
      "import",
      "referrer",
      "token",
      "alarm",
      "passkey",
      "shareLink",
      "claim",
      "index",
      "person",
    ].flatMap((kind) => samples[kind as Kind].theirs),
    theirs.draftId,
    "Otto Other",
    "Notes Zyxwell",
    "Reason Zyxwell",
    "Draft Zyxwell",
    "Comment Zyxwell",
    "token of Otto",
  ];
});
afterAll(() => app[Symbol.asyncDispose]());

async function operationsOf(): Promise<Operation[]> {
  const Parameter = z.object({
    name: z.string(),
    in: z.enum(["path", "query", "header", "cookie"]),
    required: z.boolean().optional(),
    schema: z.custom<Schema>(),
  });
  const Body = z.object({ content: z.record(z.string(), z.object({ schema: z.custom<Schema>() })) });
  const Document = z.object({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.object({ parameters: z.array(Parameter).default([]), requestBody: Body.optional() })),
    ),
    components: z.object({ schemas: z.record(z.string(), z.custom<Schema>()) }),
  });
  const { paths, components } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
  schemas = components.schemas;
  return routesOf(app.app).flatMap(({ method, path: route }) => {
    const path = route.replaceAll(/:([A-Za-z]+)(\{[^}]*\})?/g, "{$1}");
    // One's own session is not another's.
    if (path.endsWith("/openapi.json") || `${method} ${path}` === "DELETE /api/v1/session") return [];
    const told = paths[path]?.[method.toLowerCase()];
    if (told === undefined) throw new Error(`Not in the document: ${method} ${path}`);
    const body = Object.values(told.requestBody?.content ?? {})[0]?.schema;
    const parameters = told.parameters.filter(({ in: place }) => place === "path" || place === "query");
    return [{ method, path, parameters, body }];
  });
}

async function samplesOf({ id: personId, email }: { id: string; email: string }): Promise<typeof samples> {
  const token = await made(
    CreatedToken,
    other("POST", `${CONNECTION_API}/tokens`, { name: "token of Otto", scopes: ["read"] }),
  );
  const page = { kind: "directory", indexId: theirs.indexId };
  await other("PUT", `${CONNECTION_API}/page-visits/vis_ofOtto0000000000`, { page });
  await sql`insert into passkey (id, person_id, credential_id, public_key, use_count, transports, name, created_at)
    values ('pky_ofOtto0000000000', ${personId}, 'x', 'x', 0, '[]', 'of Otto', now())`.execute(db());
  const patient = { firstName: "x", lastName: "x", dateOfBirth: "2026-11-20", insuranceId: "x" };
  await other("POST", `${CONNECTION_API}/booking-check/patients`, { attemptId: "try_ofOtto0000000000", ...patient });
  await sql`insert into alarm (id, connection_id, change_set_id, index_id, record_type, record_id, taken_by, raised_at)
    values ('alm_ofOtto0000000000', ${CONNECTION_ID}, ${theirs.changeSetId}, ${theirs.indexId}, 'practitioner',
      ${theirs.practitionerId}, '[]', now())`.execute(db());
  const by = JSON.stringify({ kind: "person", id: personId, name: "Otto Other" });
  await sql`insert into share_link (id, connection_id, index_id, referrer_id, secret_hash, shared_with, created_by, created_at, expires_at)
    values ('shl_ofOtto0000000000', ${CONNECTION_ID}, ${theirs.indexId}, ${theirs.referrerId}, 'x', 'x', ${by}, now(), now() + interval '90 days')`.execute(
    db(),
  );
  await sql`insert into claim (id, connection_id, index_id, share_link_id, practitioner_id, says, said_by, line, state_seen, created_at)
    values ('clm_ofOtto0000000000', ${CONNECTION_ID}, ${theirs.indexId}, 'shl_ofOtto0000000000', ${theirs.practitionerId},
      'right', 'x', 'x', 'x', now())`.execute(db());
  await sql`insert into review_comment (id, connection_id, change_set_id, index_ids, words, asks, created_by, created_at)
    values ('com_ofOtto0000000000', ${CONNECTION_ID}, ${theirs.changeSetId}, array[${theirs.indexId}], 'Comment Zyxwell', true,
      ${JSON.stringify({ kind: "person", id: personId, name: "Otto Other" })}, now())`.execute(db());
  const { rows } = await sql<{ session: string; decision: number }>`select
    (select id from session where "userId" = ${personId}) as session,
    (select max(seq) from journal where index_id = ${theirs.indexId}) as decision`.execute(db());
  const idle = sampleSchedules(app, 30)[25] ?? "";
  const nobody = (prefix: string) => [`${prefix}_0000000000000000`];
  const of = (mine: string, others: readonly string[], nobodys: readonly string[]): Sample => ({
    own: mine,
    theirs: others,
    nobodys,
  });
  return {
    changeSet: of(own.draftId, [theirs.draftId, theirs.changeSetId], [...nobody("set"), ...nobody("set")]),
    change: of(own.changeId, [theirs.changeId], nobody("chg")),
    creation: of(own.creationId, [theirs.creationId], nobody("cre")),
    import: of(own.importId, [theirs.importId], nobody("imp")),
    referrer: of(own.referrerId, [theirs.referrerId], nobody("ref")),
    token: of("tok_0000000000000001", [token.token.id], nobody("tok")),
    alarm: of("alm_0000000000000001", ["alm_ofOtto0000000000"], nobody("alm")),
    comment: of("com_0000000000000001", ["com_ofOtto0000000000"], nobody("com")),
    passkey: of("pky_0000000000000001", ["pky_ofOtto0000000000"], nobody("pky")),
    visit: of("vis_0000000000000001", ["vis_ofOtto0000000000"], nobody("vis")),
    shareLink: of("shl_0000000000000001", ["shl_ofOtto0000000000"], nobody("shl")),
    claim: of("clm_0000000000000001", ["clm_ofOtto0000000000"], nobody("clm")),
    attempt: of("try_0000000000000001", ["try_ofOtto0000000000"], nobody("try")),
    index: of(own.indexId, [theirs.indexId], ["idx_0000000000"]),
    person: of("nobody", [personId], ["k3v9t2ma81"]),
    session: of("none", [rows[0]?.session ?? ""], ["k3v9t2ma81"]),
    decision: of("none", [app.deps.secrets.hideNumber(Number(rows[0]?.decision), "entry")], ["k3v9t2ma81"]),
    entry: of("none", [`review ${theirs.changeSetId}`], [`review ${nobody("set").join("")}`]),
    cursor: of("", [], ["WyJrM3Y5dDJtYTgxIl0"]),
    practitioner: of(own.practitionerId, [theirs.practitionerId], [await practitionerOfIdle(idle)]),
    schedule: of(own.scheduleId, [theirs.scheduleId], [idle]),
    anything: of(
      "dr",
      [theirs.indexId, "Notes Zyxwell", theirs.changeSetId, email],
      ["idx_0000000000", "Notes Qwortle", ...nobody("set"), "x@y.org"],
    ),
    words: of("Own words", ["Dr. Zyxwell", "Directory Zyxwell"], ["Dr. Qwortle", "Directory Qwortle"]),
    email: of("own@example.org", [email], ["nobody@example.org"]),
    secret: of("x", [token.secret], ["x".repeat(token.secret.length)]),
  };
}

/** Of a schedule that is on no roster. */
async function practitionerOfIdle(scheduleId: string): Promise<string> {
  await app.signedIn("GET", `${CONNECTION_API}/index-versions/idx_standard/schedules/${scheduleId}`);
  const { raw_text: raw } = await db()
    .selectFrom("reading")
    .select("raw_text")
    .where("record_id", "=", scheduleId)
    .executeTakeFirstOrThrow();
  return practitionerOf(app.deps.service.profile, "schedule", scheduleId, JSON.parse(raw ?? "") as JsonObject) ?? "";
}

const resolved = (schema: Schema): Schema =>
  typeof schema["$ref"] === "string" ? resolved(schemas[schema["$ref"].split("/").at(-1) ?? ""] ?? {}) : schema;
const choicesOf = (schema: Schema) =>
  (schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]) as readonly Schema[] | undefined;
const propertiesOf = (schema: Schema) => Object.entries((schema["properties"] ?? {}) as { [name: string]: Schema });
const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type.find((one) => one !== "null") : type) as unknown;

const isDay = ({ format }: Schema) => String(format).startsWith("date");

/** Every text that a schema takes, other than days and words of a list. */
function textsIn(
  given: Schema,
  name: string,
  steps: readonly Step[] = [],
): { name: string; steps: readonly Step[]; schema: Schema }[] {
  const schema = resolved(given);
  if (steps.length > 14 || "enum" in schema || "const" in schema) return [];
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.flatMap((one, choice) => textsIn(one, name, [...steps, { choice }]));
  const type = typeOf(schema);
  if (type === "object") return propertiesOf(schema).flatMap(([key, one]) => textsIn(one, key, [...steps, key]));
  if (type === "array") return textsIn((schema["items"] ?? {}) as Schema, name, [...steps, 0]);
  return type === "string" && !isDay(schema) ? [{ name, steps, schema }] : [];
}

function fieldsOf({ parameters, body }: Operation): Field[] {
  return [
    ...parameters.flatMap(({ in: place, name, schema }) =>
      textsIn(schema, name).map((text) => ({ ...text, place, name })),
    ),
    ...(body === undefined ? [] : textsIn(body, "").map((text) => ({ ...text, place: "body" as const }))),
  ];
}

/** undefined where it names nothing; throws for a name in neither table. */
function kindOf({ name, schema }: Pick<Field, "name" | "schema">): Kind | undefined {
  const prefix = /^\^([a-z]{3})_\[/.exec(String(schema["pattern"]))?.[1] ?? "";
  if (Object.hasOwn(byPrefix, prefix)) return byPrefix[prefix as keyof typeof byPrefix];
  if (Object.hasOwn(byName, name)) return byName[name as keyof typeof byName];
  if (namesNothing.has(name)) return undefined;
  throw new Error(`No sample for a field named ${name}.`);
}

/** A valid value, with `value` at the end of the steps and the caller's own everywhere else. */
function valueOf(given: Schema, name: string, steps: readonly Step[] | undefined, value: string): Json {
  const schema = resolved(given);
  const [step, ...rest] = steps ?? [];
  const choices = choicesOf(schema);
  if (choices !== undefined) {
    // A referrer is one's own by its id.
    const byId = choices.findIndex((one) => "id" in Object(resolved(one)["properties"]));
    const choice = typeof step === "object" ? step.choice : Math.max(byId, 0);
    return valueOf(choices[choice] ?? {}, name, typeof step === "object" ? rest : undefined, value);
  }
  if (name === "value") return "Hers";
  if ("const" in schema) return schema["const"] as Json;
  if (Array.isArray(schema["enum"])) return (schema["enum"] as Json[])[0] ?? null;
  switch (typeOf(schema)) {
    case "object": {
      const required = new Set([
        "field",
        "referrer",
        "practitionerIds",
        ...((schema["required"] ?? []) as readonly string[]),
      ]);
      const kept = propertiesOf(schema).filter(([key]) => required.has(key) || key === step);
      return Object.fromEntries(
        kept.map(([key, one]) => [key, valueOf(one, key, key === step ? rest : undefined, value)]),
      );
    }
    case "array": {
      const isIn = step === 0;
      return isIn || Number(schema["minItems"] ?? 0) > 0
        ? [valueOf((schema["items"] ?? {}) as Schema, name, isIn ? rest : undefined, value)]
        : [];
    }
    case "integer":
    case "number":
      return name === "version" ? versions : Math.max(Number(schema["minimum"] ?? 1), 1);
    case "boolean":
      return false;
    case "string":
      return steps === undefined || steps.length > 0 ? ownText(name, schema) : value;
    default:
      return null;
  }
}

/** The version of what the address of a request names. */
let versions = 1;

function ownText(name: string, schema: Schema): string {
  if (isDay(schema)) return "2026-11-20";
  const kind = kindOf({ name, schema });
  if (kind !== undefined) return samples[kind].own;
  const known: { readonly [name: string]: string } = {
    connection: CONNECTION_ID,
    connectionId: CONNECTION_ID,
    type: "practitioner",
    field: "preferredName",
    element: "x",
    number: "+1 202 555 0145",
  };
  return known[name] ?? "someWordsWithoutSpaces";
}

/** A request with this value in the field. */
async function requested({ method, path, parameters, body }: Operation, field: Field, value: string) {
  const draft = await freshDraft();
  versions = path.includes("{changeSetId}") ? draft : await versionOf(path);
  let address = path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    const isTarget = field.place === place && field.name === name;
    if (place === "query" && !isTarget && required !== true) continue;
    const text = isTarget ? value : typeOf(schema) === "string" ? ownText(name, schema) : "1";
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(text));
    else query.set(name, text);
  }
  const sent =
    body === undefined ? undefined : valueOf(body, "", field.place === "body" ? field.steps : undefined, value);
  const answer = await editor(method, query.size === 0 ? address : `${address}?${query.toString()}`, sent);
  const text = (await answer.text()).replaceAll(/"requestId":"[^"]*"/g, "").replaceAll(value, "…");
  return { status: answer.status, text, request: `${method} ${address}?${query.toString()} ${JSON.stringify(sent)}` };
}

/** Where the other's own page of this list ends; any cursor where it has no second page. */
async function cursorOf({ method, path, parameters }: Operation): Promise<string> {
  const address = parameters.reduce((text, { in: place, name, schema }) => {
    if (place !== "path") return text;
    const kind = kindOf({ name, schema });
    return text.replace(`{${name}}`, kind === undefined ? ownText(name, schema) : (samples[kind].theirs[0] ?? ""));
  }, path);
  const [, cursor] = /"nextCursor":"([^"]+)"/.exec(await (await other(method, `${address}?limit=1`)).text()) ?? [];
  return cursor ?? "WyJrM3Y5dDJtYTgxIl0";
}

/** Makes sure that one's own draft is there with a change, since requests discard and apply it; answers its version. */
async function freshDraft(): Promise<number> {
  const kept = await db()
    .selectFrom("change")
    .innerJoin("change_set", "change_set.id", "change.change_set_id")
    .select(["change.id", "change_set.version"])
    .where("change_set.id", "=", samples.changeSet.own)
    .where("change.state", "=", "draft")
    .executeTakeFirst();
  if (kept !== undefined) return kept.version;
  const staged = await made(
    z.looseObject({
      changeSet: z.looseObject({ id: z.string(), version: z.int() }),
      changes: z.array(z.looseObject({ id: z.string() })),
    }),
    editor("POST", `${CONNECTION_API}/change-sets`, {
      changes: [
        {
          indexId: own.indexId,
          record: { type: "practitioner", id: own.practitionerId },
          field: "preferredName",
          operation: { op: "set", value: "Hers" },
        },
      ],
    }),
  );
  samples = {
    ...samples,
    changeSet: { ...samples.changeSet, own: staged.changeSet.id },
    change: { ...samples.change, own: staged.changes[0]?.id ?? "" },
  };
  return staged.changeSet.version;
}

async function versionOf(path: string): Promise<number> {
  const [table, id] = path.includes("{referrerId}")
    ? (["referrer", own.referrerId] as const)
    : (["index_version", own.indexId] as const);
  const row = await db().selectFrom(table).select("version").where("id", "=", id).executeTakeFirst();
  return row?.version ?? 1;
}

/** Every row of the store in which an id of the other's stands, and all that the other is answered. */
async function stateOfTheirs(): Promise<string[]> {
  await app.deps.requests.flush();
  await seal(app.deps.wholeStore);
  const tables = (await db().introspection.getTables()).filter(({ schema, isView }) => schema === "public" && !isView);
  const ids = `%(${[...tellTales.filter((one) => !one.includes(" ")), "vis_ofOtto0000000000"].join("|")})%`;
  const state: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select ${sql.table(name)}::text as row from ${sql.table(name)}
      where ${sql.table(name)}::text similar to ${ids} order by 1`.execute(db());
    // What she asked of the service, by an id that she gave, is her own.
    const isHers = (row: string) => name === "service_request" && row.includes("Edda Editor");
    state.push(...rows.flatMap(({ row }) => (isHers(row) ? [] : [`${name} ${row}`])));
  }
  for (const path of ["", `/${theirs.indexId}`, `/${theirs.indexId}/roster`, `/${theirs.indexId}/overrides`])
    state.push(await (await other("GET", `${CONNECTION_API}/index-versions${path}`)).text());
  for (const path of ["/referrers", "/change-sets", `/change-sets/${theirs.draftId}/changes`, "/tokens", "/alarms"])
    state.push(await (await other("GET", `${CONNECTION_API}${path}`)).text());
  return state;
}

test("every field that a request can name something with has a sample", () => {
  expect(operations.length).toBeGreaterThan(100);
  const all = operations.flatMap(fieldsOf);
  expect(() => all.map(kindOf)).not.toThrow();
  const names = new Set(all.map(({ name }) => name));
  expect([...Object.keys(byName), ...namesNothing].filter((name) => !names.has(name))).toEqual([]);
});

test("who gives what is another's there changes nothing, is told nothing, and is answered as for what does not exist", async () => {
  const asked: { operation: Operation; field: Field; kind: Kind; values: readonly string[] }[] = [];
  for (const operation of operations) {
    for (const field of fieldsOf(operation)) {
      const kind = kindOf(field);
      if (kind === undefined) continue;
      const values = kind === "cursor" ? [await cursorOf(operation)] : samples[kind].theirs;
      asked.push({ operation, field, kind, values });
    }
  }
  expect(asked.length).toBeGreaterThan(150);
  const before = await stateOfTheirs();
  const faults: string[] = [];
  // The calls that the others make are one's own, and each is told with ids of its own.
  const isOfCalls = ({ operation }: (typeof asked)[number]) => operation.path.endsWith("/requests");
  const callsFirst = [...asked.filter(isOfCalls), ...asked.filter((one) => !isOfCalls(one))];
  for (const { operation, field, kind, values } of callsFirst) {
    for (const [at, value] of values.entries()) {
      const first = await requested(operation, field, value);
      const twin = await requested(operation, field, samples[kind].nobodys[at] ?? "");
      // What the first one staged is one's own, and may be in the way of the second.
      const given = first.status === twin.status ? first : await requested(operation, field, value);
      const told = tellTales.filter((one) => one !== value && (first.text + given.text).includes(one));
      if (told.length > 0) faults.push(`${given.request} tells ${told.join()}`);
      // Records are the service's, and what is read or staged with one differs.
      const isAlike = given.status < 400 && (operation.method !== "GET" || /practitioner|schedule/.test(kind));
      const isSame = given.status === twin.status && (isAlike || given.text === twin.text);
      if (kind !== "cursor" && !isSame)
        faults.push(`${given.request}: ${given.status} ${given.text}, not ${twin.status} ${twin.text}`);
    }
  }
  expect(faults).toEqual([]);
  const after = await stateOfTheirs();
  expect(after.filter((one) => !before.includes(one))).toEqual([]);
  expect(before.filter((one) => !after.includes(one))).toEqual([]);
});
