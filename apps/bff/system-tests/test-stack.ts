import type { IndexVersionKind, JsonObject } from "@dc/api-client";
import { Creation, type RecordKey } from "@dc/contract";
import { builtInKey } from "@dc/sandbox/app";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { signInWithoutPassword } from "#/testing/people/sign-in-without-password.ts";
import { CONNECTION_API, createTestApp, type TestApp, type TestAppOptions } from "#/testing/app.ts";
import { recordIn, serveGateway } from "#/testing/gateway.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { elementsOf, type Kind } from "./model/oracle.ts";

export const TEST_INDEX = "idx_test_mode_custom";
const VERSION = { "Service-API-Version": "2026-09-01" };

export interface TestStack extends AsyncDisposable {
  app: TestApp;
  standardIndex: string;
  /** The practitioner and two of its schedules. */
  records: readonly RecordKey[];
  /** An index version created through the console's API, with the records on its roster. */
  createdIndex: string;
  plans: readonly string[];
  people: number;
  /** Gives one of the people this role in place of theirs; all are administrators at first. */
  giveRole(person: number, role: "admin" | "viewer"): Promise<void>;
  call(
    person: number,
    method: string,
    path: string,
    body?: unknown,
    headers?: { [name: string]: string },
  ): Promise<{ status: number; body: unknown }>;
  gateway(path: string, headers?: { [name: string]: string }): Promise<Response>;
  /** The service's own answer. */
  direct(record: RecordKey, indexId: string): Promise<JsonObject | null>;
  control(path: string, body: unknown): Promise<void>;
  pathOf(record: RecordKey): string;
}

export interface TestStackOptions {
  writes: boolean;
  people?: number;
  /** What index versions of the service are; copies unless said otherwise. */
  indexVersions?: IndexVersionKind;
  /** How many practitioners the service has; 60 unless said otherwise. */
  practitioners?: number;
  service?: TestAppOptions["service"];
  store?: TestAppOptions["store"];
  onCall?: TestAppOptions["onCall"];
}

/** Sandbox, console API and gateway in one process, with several people signed in. The clock moves only explicitly. */
export async function createTestStack({
  writes,
  people = 3,
  indexVersions = "copy",
  practitioners = 60,
  service,
  store,
  onCall,
}: TestStackOptions): Promise<TestStack> {
  const app = await createTestApp({
    ...(store === undefined ? {} : { store }),
    ...(onCall === undefined ? {} : { onCall }),
    sandbox: { writes, practitioners, indexVersions },
    profile: indexVersions !== "copy" ? "of the sandbox" : writes ? "with-writes" : "default",
    service: { retry: { attempts: 1 }, circuit: { failures: 1_000_000 }, ...service },
  });
  const { deps, sandbox } = app;
  const { profile } = deps.service;
  const gateway = await serveGateway(app);

  const cookies: string[] = [];
  const ids: string[] = [];
  for (let number = 0; number < people; number += 1) {
    const { cookieValue, person } = await signInWithoutPassword(deps, {
      name: `Person ${number}`,
      email: `person${number}@example.org`,
    });
    cookies.push(`directory_console_session=${encodeURIComponent(cookieValue)}`);
    ids.push(person.id);
  }

  const pathOf = ({ type, id }: RecordKey) =>
    (profile.data.operations[`read${capitalized(type)}`]?.path ?? "").replace("{id}", id);
  const direct: TestStack["direct"] = async (record, indexId) => {
    const headers = {
      ...VERSION,
      [profile.data.headers.index.name]: indexId,
      Authorization: `Basic ${Buffer.from(`${builtInKey}:`).toString("base64")}`,
    };
    const answer = await sandbox.app.request(`http://sandbox.invalid${pathOf(record)}`, { headers });
    return answer.status === 404 ? null : await recordIn(answer);
  };
  const call: TestStack["call"] = async (person, method, path, body, headers) => {
    const cookie = { Cookie: cookies[person] ?? "" };
    const answer = await app.request(method, `${CONNECTION_API}${path}`, body, { ...headers, ...cookie });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };

  const records = await chooseRecords(app, direct);
  const created = Creation.parse(
    (await call(0, "POST", "/index-versions", { name: "Created", roster: records.map(({ id }) => id).join("\n") }))
      .body,
  );
  const roster = await call(0, "POST", `/index-versions/${TEST_INDEX}/roster-imports`, {
    from: "text",
    text: records.map(({ id }) => id).join("\n"),
  });
  if (roster.status !== 202) throw new Error(`The roster was not taken: ${JSON.stringify(roster.body)}`);
  await deps.background.idle();
  if (created.indexId === null) throw new Error("The index version was not created.");

  return {
    app,
    standardIndex: profile.standardIndex,
    records,
    createdIndex: created.indexId,
    plans: [...new Set(sandbox.samples.plans.match(/ins_[0-9A-Za-z]+/g))].slice(0, 6),
    people,
    async giveRole(person, role) {
      const answer = await giveRoles(app.signedIn, ids[person] ?? "", [{ role, referrers: null }]);
      if (answer.status !== 200) throw new Error(`The role was not given: ${await answer.text()}`);
    },
    call,
    gateway: (path, headers) => gateway.ask(path, { headers: headers ?? {} }),
    direct,
    control: app.control,
    pathOf,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** A practitioner with at least two schedules whose phones the oracle can parse. */
async function chooseRecords({ deps, sandbox }: TestApp, direct: TestStack["direct"]): Promise<RecordKey[]> {
  const { profile } = deps.service;
  const schedules = new Map<string, RecordKey[]>();
  for (const id of sandbox.samples.roster.trim().split("\n").slice(1)) {
    const record = { type: "schedule", id };
    const raw = await direct(record, profile.standardIndex);
    const practitionerId = raw === null ? undefined : practitionerOf(profile, record.type, id, raw);
    if (raw === null || practitionerId === undefined || practitionerId === null) continue;
    if (!isPlain("set", profile.decode("schedule", raw)["acceptedInsurances"])) continue;
    const ofOne = [...(schedules.get(practitionerId) ?? []), record];
    schedules.set(practitionerId, ofOne);
    if (ofOne.length < 2) continue;
    const practitioner = { type: "practitioner", id: practitionerId };
    const own = await direct(practitioner, profile.standardIndex);
    if (own !== null && isPlain("phones", profile.decode("practitioner", own)["phones"]))
      return [practitioner, ...ofOne];
  }
  throw new Error("The sample roster has no practitioner that fits.");
}

function isPlain(kind: Kind, reading: unknown): boolean {
  try {
    const keys = [...elementsOf(kind, reading).keys()];
    return keys.length > 0 && (kind !== "phones" || keys.every((key) => /^\+1\d{10};ext=\d*$/.test(key)));
  } catch {
    return false;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
