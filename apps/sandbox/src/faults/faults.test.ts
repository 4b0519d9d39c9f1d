import { expect, test } from "vitest";
import { builtInKey } from "#/app.ts";
import { call, control, createTestSandbox, firstSchedule, objectOf, textOf } from "#/testing/test-sandbox.ts";
import { type JsonObject, parseJson } from "#/json/json.ts";
import { listen } from "#/http/listen.ts";

const body = { name: "Dr. Elm" };

test("a status fault strikes as often as asked, with its Retry-After", async () => {
  const sandbox = createTestSandbox();
  await control(sandbox, "POST", "/faults", {
    kind: "status",
    status: 429,
    retryAfter: 3,
    path: "^/schedules/",
    times: 2,
  });
  const path = `/schedules/${firstSchedule(sandbox)}`;
  const answers = [
    await call(sandbox, "GET", path),
    await call(sandbox, "GET", path),
    await call(sandbox, "GET", path),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual([
    [429, "3"],
    [429, "3"],
    [200, null],
  ]);
});

test("a Retry-After can be a date, as HTTP writes it", async () => {
  const sandbox = createTestSandbox();
  const retryAfter = "Fri, 20 Nov 2026 12:00:30 GMT";
  await control(sandbox, "POST", "/faults", { kind: "status", status: 503, retryAfter });
  const answer = await call(sandbox, "GET", `/schedules/${firstSchedule(sandbox)}`);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, retryAfter]);
});

test("a fault before the work leaves no entry, one after it does", async () => {
  const sandbox = createTestSandbox();
  await control(sandbox, "POST", "/faults", [
    { kind: "reset-before" },
    { kind: "status", status: 503 },
    { kind: "reset-after" },
    { kind: "status", phase: "after" },
  ]);
  await expect(call(sandbox, "POST", "/index_version", { body })).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await call(sandbox, "POST", "/index_version", { body })).status).toBe(503);
  expect(sandbox.ledger.length).toBe(0);
  await expect(call(sandbox, "POST", "/index_version", { body })).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(sandbox.ledger.length).toBe(1);
  expect((await call(sandbox, "POST", "/index_version", { body })).status).toBe(500);
  expect(sandbox.ledger.after(0).map(({ operation, status }) => [operation, status])).toEqual([
    ["index.create", 201],
    ["index.create", 201],
  ]);
});

test("over a socket a reset is a cut connection, before or after the work", async () => {
  const sandbox = createTestSandbox();
  const listening = await listen(sandbox, { host: "127.0.0.1", port: 0, controlPort: 0 });
  const headers = {
    Authorization: `Basic ${btoa(`${builtInKey}:`)}`,
    "Service-API-Version": "2026-09-01",
    "Content-Type": "application/json",
  };
  const post = () => fetch(`${listening.url}/index_version`, { method: "POST", headers, body: JSON.stringify(body) });
  try {
    sandbox.faults.arm({ kind: "reset-before", phase: "before", times: 1, ms: 0 });
    await expect(post()).rejects.toThrow("fetch failed");
    expect(sandbox.ledger.length).toBe(0);
    sandbox.faults.arm({ kind: "reset-after", phase: "before", times: 1, ms: 0 });
    await expect(post()).rejects.toThrow("fetch failed");
    expect(sandbox.ledger.length).toBe(1);
    expect((await post()).status).toBe(201);
    await expect(listen(sandbox, { host: "127.0.0.1", port: Number(new URL(listening.url).port) })).rejects.toThrow(
      /^SANDBOX_PORT: /,
    );
  } finally {
    await listening.close();
  }
});

test("requests are counted by route, and listed without their query", async () => {
  const sandbox = createTestSandbox();
  await call(sandbox, "GET", `/schedules/${firstSchedule(sandbox)}`);
  await call(sandbox, "GET", "/patients?dob=1980-01-01&name=canary");
  const state = await control(sandbox, "GET", "/state");
  expect(state["requests"]).toMatchObject({
    total: 2,
    byRoute: { "GET /schedules/{id}": 1, "GET /patients": 1 },
    byStatus: { "200": 2 },
  });
  expect(JSON.stringify(await control(sandbox, "GET", "/requests"))).not.toContain("canary");
});

test("the control API refuses browsers, wrong dials and wrong rules", async () => {
  const sandbox = createTestSandbox();
  expect((await sandbox.control.request("/state", { headers: { Origin: "http://elsewhere.test" } })).status).toBe(403);
  expect((await sandbox.control.request("/dials", { method: "PUT", body: '{"latencyMs":"fast"}' })).status).toBe(400);
  expect(
    (await sandbox.control.request("/faults", { method: "POST", body: '{"kind":"status","path":"("}' })).status,
  ).toBe(400);
  expect(
    (await sandbox.control.request("/drift", { method: "POST", body: '{"type":"schedule","id":"sch_none","set":{}}' }))
      .status,
  ).toBe(404);
});

test.each([
  ["/drift", { type: "schedule", id: 5, set: {} }, "expected string, received number", "at id"],
  ["/drift", { random: "ten" }, "expected number, received string", "at random"],
  ["/drift", { changes: [{ type: "schedule", id: "sch_1", unset: "name" }] }, "expected array", "at changes[0].unset"],
  ["/drift", { type: "room", id: "x", delete: true }, "expected one of", "at type"],
  ["/drift", { type: "schedule", create: {}, id: "x" }, "Unrecognized key", "id"],
  ["/drift", { changes: [{ type: "schedule" }] }, "expected string", "at changes[0].id"],
  ["/drift", {}, 'Say what moves: {"type","id","set","unset"}, ', 'or {"random":n}.'],
  ["/drift", [], 'Say what moves: {"type","id","set","unset"}, ', 'or {"random":n}.'],
  ["/faults", {}, 'expected one of "status"|"reset-before"|', "at kind"],
  ["/faults", { kind: "nope" }, 'expected one of "status"|"reset-before"|', "at kind"],
  ["/faults", { kind: "status", status: 200 }, "expected number to be >=400", "at status"],
  ["/faults", { kind: "drip", ms: "5" }, "expected number, received string", "at ms"],
  ["/faults", [], "At least one rule is needed.", ""],
  ["/faults", [{ kind: "status", times: "often" }], "expected number", "at [0].times"],
])("%s tells what is wrong with %o and where", async (path, body, what, where) => {
  const answer = await createTestSandbox().control.request(path, { method: "POST", body: JSON.stringify(body) });
  const text = textOf(objectOf(parseJson(await answer.text()))["error"]);
  expect([answer.status, text]).toEqual([400, expect.stringContaining(what)]);
  expect(text).toContain(where);
});

test.each([
  [{ set: { nope: 1 } }, 'Unknown field: nope. If it is meant, say "extra": true.'],
  [{ unset: ["nope"] }, 'Unknown field: nope. If it is meant, say "extra": true.'],
  [{ set: { id: "sch_other" } }, "The service sets id itself."],
  [{ set: { last_change: "2020-01-01" }, extra: true }, "The service sets last_change itself."],
  [{ unset: ["id"] }, "The service sets id itself."],
])("/drift refuses the change %o, and the base stays", async (change, error) => {
  const sandbox = createTestSandbox();
  const body = { type: "schedule", id: firstSchedule(sandbox), ...change };
  for (const [path, place] of [
    ["/drift", {}],
    ["/outside", { index: "idx_test_mode_custom" }],
  ] as const)
    expect(await control(sandbox, "POST", path, { ...body, ...place })).toEqual({ error });
  expect(sandbox.ledger.length).toBe(0);
});

test("a field that no record has is set when that is meant, and changed again without saying so", async () => {
  const sandbox = createTestSandbox();
  const id = firstSchedule(sandbox);
  const drift = async (change: JsonObject) =>
    await control(sandbox, "POST", "/drift", { type: "schedule", id, ...change });
  const nope = async () => objectOf((await call(sandbox, "GET", `/schedules/${id}`)).body)["nope"];
  await drift({ set: { nope: 1 }, extra: true });
  expect(await nope()).toBe(1);
  await drift({ set: { nope: 2 } });
  expect(await nope()).toBe(2);
  await drift({ unset: ["nope"] });
  expect(await nope()).toBeUndefined();
});

test("a change from outside is in its index, and the ledger says that control made it", async () => {
  const sandbox = createTestSandbox();
  const id = firstSchedule(sandbox);
  await control(sandbox, "POST", "/outside", {
    index: "idx_test_mode_custom",
    type: "schedule",
    id,
    set: { name: "Outside" },
    unset: ["visit_reasons"],
  });
  expect((await call(sandbox, "GET", `/schedules/${id}`, { index: "idx_test_mode_custom" })).body).toMatchObject({
    id,
    name: "Outside",
  });
  expect((await call(sandbox, "GET", `/schedules/${id}`)).body).not.toMatchObject({ name: "Outside" });
  expect(sandbox.ledger.after(0)).toMatchObject([
    { key: "control", operation: "index.outside", index: "idx_test_mode_custom", record: id, status: 200 },
  ]);
});

test("the control API hands out the profile of the spelling, with and without its writes", async () => {
  const sandbox = createTestSandbox({ spelling: "seed:3" });
  expect(await control(sandbox, "GET", "/profile?writes=on")).toEqual(sandbox.profile({ writes: true }));
  expect(await control(sandbox, "GET", "/profile")).toEqual(sandbox.profile({ writes: false }));
  expect((await sandbox.control.request("/profile?writes=perhaps")).status).toBe(400);
});
