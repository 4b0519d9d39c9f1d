import { beforeEach, expect, test } from "vitest";
import { builtInKey, type Sandbox } from "#/app.ts";
import {
  control,
  createTestSandbox,
  firstSchedule,
  objectOf,
  otherKey,
  planIds,
  textOf,
} from "#/testing/test-sandbox.ts";
import { isJsonObject, parseJson, type Json, type JsonObject } from "#/json/json.ts";

let sandbox: Sandbox;
beforeEach(() => void (sandbox = createTestSandbox({ spelling: "respelled" })));

interface SendOptions {
  readonly key?: string;
  readonly catalogue?: string;
  readonly body?: Json;
  readonly pair?: string;
}

async function send(
  method: string,
  path: string,
  { key = builtInKey, catalogue, body, pair = `api:${key}` }: SendOptions = {},
) {
  const headers = new Headers({ Authorization: `Basic ${btoa(pair)}`, "X-Release": "2025-01-31" });
  if (catalogue !== undefined) headers.set("X-Catalogue", catalogue);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const response = await sandbox.app.request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const whole = text === "" ? {} : objectOf(parseJson(text));
  return { status: response.status, whole, data: isJsonObject(whole["data"]) ? whole["data"] : {} };
}

function faultOf({ status, whole }: { status: number; whole: JsonObject }) {
  const { sort, where } = objectOf(whole["fault"]);
  return [status, sort, where];
}

async function readAgenda() {
  const path = `/v3/agendas/${firstSchedule(sandbox)}`;
  const { data } = await send("GET", path, { catalogue: "cat-trial" });
  const { ref: _ref, touched: _touched, ...record } = data;
  return { path, record };
}

test("an agenda has an envelope, references as objects and extra members", async () => {
  const { whole, data } = await send("GET", `/v3/agendas/${firstSchedule(sandbox)}`);
  expect(Object.keys(whole)).toEqual(["data", "served"]);
  expect(Object.keys(data)).toEqual(["ref", "clinician", "site", "payers", "purposes", "colour", "touched"]);
  const clinician = objectOf(data["clinician"]);
  expect([textOf(clinician["ref"]).slice(0, 3), clinician["rel"]]).toEqual(["cl-", "canonical"]);
  const site = await send("GET", `/v3/sites/${textOf(objectOf(data["site"])["ref"])}`);
  expect(objectOf(site.data["contact"])["lines"]).toEqual(expect.arrayContaining([expect.any(String)]));
});

test("an index of another key is forbidden, and one that does not exist is unknown", async () => {
  const created = await send("PUT", "/v3/catalogues", { body: { data: { title: "Dr. Elm" } } });
  const path = `/v3/agendas/${firstSchedule(sandbox)}`;
  const catalogue = textOf(created.data["ref"]);
  expect(created.status).toBe(202);
  expect(faultOf(await send("GET", path, { catalogue, key: otherKey }))).toEqual([
    403,
    "catalogue-of-another",
    "X-Catalogue",
  ]);
  expect(faultOf(await send("GET", path, { catalogue: "cat-never" }))).toEqual([
    404,
    "no-such-catalogue",
    "X-Catalogue",
  ]);
});

test("an update is the whole record: a missing member is removed, and a required one must be present", async () => {
  const { path, record } = await readAgenda();
  const { colour: _colour, purposes: _purposes, ...rest } = record;
  const written = await send("PUT", path, { catalogue: "cat-trial", body: { data: rest } });
  expect([written.status, "purposes" in written.data]).toEqual([202, false]);
  const { clinician: _clinician, ...headless } = rest;
  const refused = await send("PUT", path, { catalogue: "cat-trial", body: { data: headless } });
  expect(faultOf(refused)).toEqual([422, "malformed", "data.clinician"]);
});

test("an empty list is written as null, and ids are inside objects", async () => {
  const { path, record } = await readAgenda();
  const put = (payers: Json) => send("PUT", path, { catalogue: "cat-trial", body: { data: { ...record, payers } } });
  const [plan = ""] = planIds(sandbox);
  expect(faultOf(await put([]))).toEqual([422, "malformed", "data.payers"]);
  expect(faultOf(await put([plan]))).toEqual([422, "malformed", "data.payers.0"]);
  expect((await put([{ plan: { ref: plan } }])).data["payers"]).toEqual([{ plan: { ref: plan } }]);
  expect((await put(null)).data["payers"]).toBeNull();
});

test.each(["api:", `${builtInKey}:`, `:${builtInKey}`])("the credential %j is refused", async (pair) => {
  expect(faultOf(await send("GET", "/v3/plans", { pair }))).toEqual([401, "who-are-you", "Authorization"]);
});

test("a list continues at its cursor, and an invalid cursor or size is refused", async () => {
  const first = await send("GET", "/v3/clinicians?take=3");
  const second = await send("GET", `/v3/clinicians?take=3&after=${textOf(first.data["next"])}`);
  const refs = [first, second].flatMap(({ data }) =>
    Array.isArray(data["rows"]) ? data["rows"].map((row) => objectOf(row)["ref"]) : [],
  );
  expect(new Set(refs).size).toBe(6);
  expect(faultOf(await send("GET", "/v3/clinicians?after=here"))).toEqual([422, "malformed", "after"]);
  expect(faultOf(await send("GET", "/v3/clinicians?take=5000"))).toEqual([422, "malformed", "take"]);
});

test("a list of an index includes what was created there and excludes what was deleted there", async () => {
  const id = textOf(objectOf((await readAgenda()).record["clinician"])["ref"]);
  const body = { data: { names: { full: "Dr. New", short: null }, addressed_as: "Dr." } };
  const created = await send("PUT", "/v3/clinicians", { catalogue: "cat-trial", body });
  expect((await send("DELETE", `/v3/clinicians/${id}`, { catalogue: "cat-trial" })).status).toBe(204);
  const refs = async (catalogue: string) => {
    const listed: Json[] = [];
    for (let next: Json | undefined = ""; next !== null && next !== undefined;) {
      const page = await send("GET", `/v3/clinicians?take=100${next === "" ? "" : `&after=${textOf(next)}`}`, {
        catalogue,
      });
      if (Array.isArray(page.data["rows"]))
        listed.push(...page.data["rows"].map((row) => objectOf(row)["ref"] ?? null));
      next = page.data["next"];
    }
    return listed;
  };
  const trial = await refs("cat-trial");
  const base = await refs("cat-main");
  expect([trial.includes(created.data["ref"] ?? null), trial.includes(id), trial.length]).toEqual([true, false, 200]);
  expect([base.includes(created.data["ref"] ?? null), base.includes(id), base.length]).toEqual([false, true, 200]);
});

test("random drift changes practitioners, schedules and places", async () => {
  const { changes } = await control(sandbox, "POST", "/drift", { random: 60, seed: 1 });
  const types = Array.isArray(changes) ? changes.map((change) => objectOf(change)["type"]) : [];
  expect(new Set(types)).toEqual(new Set(["practitioner", "schedule", "place"]));
});
