import { fetchTransport } from "@dc/api-client";
import type { Sandbox } from "@dc/sandbox/app";
import { CreatedToken } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { change } from "#/testing/changes.ts";
import { createGatewayStack, type GatewayStack, INDEX } from "#/testing/gateway-stack.ts";
import { createRandom, type Random, testSeed } from "#system-tests/random.ts";
import { filled, idFor, routesOf } from "./routes.ts";

// Proves (F30): no key `__proto__`, `constructor` or `prototype`, in whatever place and depth of an answer of the
// service, of a body, of a CSV header, of a profile, of a query or of an address, changes what every object has, or who
// may do what; 1,000 cases. The gateway serves such keys of a record like any other. Cannot prove: what a client makes
// of them.

const OURS = "Oak Street, as we say";
const dangerous = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__"];
const payloads = [
  '{"polluted":true}',
  '{"prototype":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":{"polluted":true},"toString":"x"}',
  '[{"polluted":true}]',
  '"polluted"',
  "null",
  '{"kind":"person","scopes":null,"role":"administrator","polluted":true}',
];
const ownNames = () => Object.getOwnPropertyNames(Object.prototype).toSorted().join();
const before = ownNames();

let stack: GatewayStack;
let sandbox: Sandbox | undefined;
/** What the service answers in the place of this body. */
let spoil: ((body: string) => string) | undefined;
let readOnly: string;
let cases = 0;

const transport = () =>
  fetchTransport(async (url, init) => {
    const answer = await (sandbox as Sandbox).app.request(url, init);
    if (spoil === undefined) return answer;
    return new Response(spoil(await answer.text()), { status: answer.status, headers: answer.headers });
  });

beforeAll(async () => {
  stack = await createGatewayStack({ service: { transport: transport(), retry: { attempts: 1 } } }, (theirs) => {
    sandbox = theirs;
    return transport();
  });
  const answer = await stack.app.signedIn("POST", `${CONNECTION_API}/tokens`, { name: "reader", scopes: ["read"] });
  readOnly = CreatedToken.parse(await answer.json()).secret;
  await stack.applied(change({ type: "schedule", id: stack.scheduleId }, "name", { op: "set", value: OURS }));
});
afterAll(() => stack[Symbol.asyncDispose]());

/** After a case: nothing has what was sent, and every twentieth time that nobody may do more than before. */
async function checkCase(): Promise<void> {
  cases += 1;
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(Reflect.get([], "polluted")).toBeUndefined();
  expect(Reflect.get(() => undefined, "polluted")).toBeUndefined();
  expect(ownNames()).toBe(before);
  if (cases % 20 !== 0) return;
  const headers = { Authorization: `Bearer ${readOnly}` };
  const tokens = `${CONNECTION_API}/tokens`;
  const refused = await stack.app.request("POST", tokens, { name: "more", scopes: ["apply"] }, headers);
  const staged = await stack.app.request(
    "POST",
    `${CONNECTION_API}/index-versions/${INDEX}/changes`,
    { changes: [] },
    headers,
  );
  const nobody = await stack.app.request("GET", tokens);
  const gateway = await stack.gateway(`/schedules/${stack.scheduleId}`, { headers });
  expect([refused.status, staged.status, nobody.status, gateway.status]).toEqual([403, 403, 401, 401]);
}

/** The text of JSON with a member more in one of its objects. */
function spoiled(random: Random, body: string): string {
  const places = [...body.matchAll(/\{/g)].map(({ index }) => index + 1);
  const at = random.pick(places);
  const member = `${JSON.stringify(random.pick(dangerous))}:${random.pick(payloads)}`;
  return `${body.slice(0, at)}${member}${body[at] === "}" ? "" : ","}${body.slice(at)}`;
}

const isRefusal = (status: number) => status >= 400 && status < 500;

test("in answers of the service", async () => {
  const random = createRandom(testSeed);
  const here = { headers: { "Service-Index-Version": INDEX } };
  for (let round = 0; round < 350; round += 1) {
    let given = "";
    spoil = (body) => (given = spoiled(random, body));
    const served = await stack.gateway(`/schedules/${stack.scheduleId}`, here);
    const expected: unknown = JSON.parse(given);
    Object.assign(expected as object, { name: OURS });
    expect([served.status, await served.text()]).toEqual([200, JSON.stringify(expected)]);
    await checkCase();
  }
  const type = (round: number) =>
    round % 2 === 0 ? `schedules/${stack.scheduleId}` : `practitioners/${stack.practitionerId}`;
  for (let round = 0; round < 100; round += 1) {
    spoil = (body) => spoiled(random, body);
    const path = `${CONNECTION_API}/index-versions/${INDEX}/${type(round)}?maxAge=0`;
    const answer = await stack.app.signedIn("GET", path);
    expect([answer.status, (await answer.text()).includes('failed":{')]).toEqual([200, false]);
    await checkCase();
  }
  spoil = undefined;
});

test("in bodies, drafts and profiles", async () => {
  const random = createRandom(testSeed + 1);
  const record = { type: "schedule", id: stack.scheduleId };
  const change = { record, field: "name", operation: { op: "set", value: "x" } };
  const bodies: readonly (readonly [string, string, unknown])[] = [
    ["POST", `/index-versions/${INDEX}/changes`, { changes: [change], evidence: { reason: "x" } }],
    ["POST", "/tokens", { name: "x", scopes: ["read"] }],
    ["POST", "/index-versions/adopt", { indexId: INDEX }],
    ["PATCH", `/index-versions/${INDEX}`, { name: "x", version: 1 }],
    [
      "POST",
      `/index-versions/${INDEX}/decisions`,
      { record, field: "name", decision: "keep ours", evidence: { reason: "x" } },
    ],
    [
      "POST",
      "/profile/check",
      {
        profile: {
          extends: "default",
          name: "x",
          operations: { readSchedule: { method: "GET", path: "/schedules/{id}" } },
        },
      },
    ],
    ["POST", "/booking-check/patients/find", { name: "x", dateOfBirth: "1980-01-01" }],
  ];
  for (let round = 0; round < 200; round += 1) {
    const [method, path, body] = random.pick(bodies);
    const sent = spoiled(random, JSON.stringify(body));
    const answer = await stack.app.signedIn(method, `${CONNECTION_API}${path}`, sent);
    // A profile is checked with a 200 that names its problems; everything else is refused.
    const isFine = isRefusal(answer.status) || (path === "/profile/check" && answer.status === 200);
    expect([sent, answer.status, isFine]).toEqual([sent, answer.status, true]);
    await checkCase();
  }
  const pointers = [
    "/__proto__/polluted",
    "/constructor/prototype/polluted",
    "/__proto__",
    "/a/__proto__/polluted",
    "__proto__",
    "constructor",
    "toString",
  ];
  for (let round = 0; round < 60; round += 1) {
    const element = random.pick(dangerous);
    const operation = random.pick([
      { op: "set", value: JSON.parse(random.pick(payloads)) as unknown },
      { op: "add", element },
      { op: "remove", element },
      { op: "create", fields: JSON.parse(`{${JSON.stringify(element)}:"x","name":"x"}`) as unknown },
    ]);
    const field = operation.op === "create" ? {} : { field: random.pick([...pointers, "acceptedInsurances"]) };
    const id = operation.op === "create" ? "new_0000000000000001" : record.id;
    const body = { changes: [{ record: { type: random.pick(["schedule", ...dangerous]), id }, ...field, operation }] };
    const answer = await stack.app.signedIn(
      "POST",
      `${CONNECTION_API}/index-versions/${INDEX}/changes`,
      JSON.stringify(body),
    );
    expect(answer.status).toBeLessThan(500);
    await checkCase();
  }
});

test("in headers of CSV, queries and addresses", async () => {
  const random = createRandom(testSeed + 2);
  const cells = (names: readonly string[]) =>
    names.map((name) => (random.chance(0.4) ? random.pick(dangerous) : name)).join(",");
  for (let round = 0; round < 90; round += 1) {
    const plans = `${cells(["id", "payer", "plan", "kind"])}\nins_a,${random.pick(dangerous)},polluted,true\n__proto__,a,b,c`;
    const roster = `${cells(["schedule", "practitioner", "note"])}\n${stack.scheduleId},__proto__,polluted\n__proto__,constructor,x`;
    const [path, body] = random.pick([
      ["/plans/import", { csv: plans }],
      [`/index-versions/${INDEX}/roster-imports`, { from: "text", text: roster }],
    ] as const);
    expect((await stack.app.signedIn("POST", `${CONNECTION_API}${path}`, body)).status).toBeLessThan(500);
    await checkCase();
  }
  const routes = routesOf(stack.app.app).filter(({ method }) => method === "GET");
  for (let round = 0; round < 200; round += 1) {
    const name = random.pick(dangerous);
    const query = random.pick([
      `${name}=1`,
      `${name}[polluted]=1`,
      `${name}.polluted=1`,
      `constructor[prototype][polluted]=1`,
      `q=${name}&cursor=${name}`,
    ]);
    const inAddress = random.chance(0.5);
    const path = filled(random.pick(routes), (part) => (part !== "connection" && inAddress ? name : idFor(part)));
    expect((await stack.app.signedIn("GET", `${path}?${query}`)).status).toBeLessThan(500);
    const address = random.pick([
      `/${name}/x`,
      `/schedules/${name}`,
      `/practitioners/${name}`,
      `/schedules/${stack.scheduleId}?${query}`,
    ]);
    const index = random.pick([INDEX, name]);
    const served = await stack.gateway(address, {
      headers: { "Service-Index-Version": index, [`x-${name}`]: "polluted" },
    });
    expect(served.status).toBeLessThan(500);
    await checkCase();
  }
  expect(cases).toBeGreaterThanOrEqual(1_000);
});
