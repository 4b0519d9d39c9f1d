import { expect, test } from "vitest";
import { parseJson, type JsonObject } from "#/json/json.ts";
import { call, control, createTestSandbox, firstSchedule, objectOf, textOf } from "#/testing/test-sandbox.ts";

test("requests are counted by route and listed without their query", async () => {
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

test("the control API refuses browsers, invalid settings, invalid rules and unknown records", async () => {
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
  ["/drift", {}, 'Expected {"type","id","set","unset"}, ', 'or {"random":n}.'],
  ["/drift", [], 'Expected {"type","id","set","unset"}, ', 'or {"random":n}.'],
  ["/faults", {}, 'expected one of "status"|"reset-before"|', "at kind"],
  ["/faults", { kind: "nope" }, 'expected one of "status"|"reset-before"|', "at kind"],
  ["/faults", { kind: "status", status: 200 }, "expected number to be >=400", "at status"],
  ["/faults", { kind: "drip", ms: "5" }, "expected number, received string", "at ms"],
  ["/faults", [], "At least one rule is required.", ""],
  ["/faults", [{ kind: "status", times: "often" }], "expected number", "at [0].times"],
])("%s refuses %o and says what is wrong and where", async (path, body, message, place) => {
  const answer = await createTestSandbox().control.request(path, { method: "POST", body: JSON.stringify(body) });
  const text = textOf(objectOf(parseJson(await answer.text()))["error"]);
  expect([answer.status, text]).toEqual([400, expect.stringContaining(message)]);
  expect(text).toContain(place);
});

test.each([
  [{ set: { nope: 1 } }, 'Unknown field: nope. To use it nevertheless, pass "extra": true.'],
  [{ unset: ["nope"] }, 'Unknown field: nope. To use it nevertheless, pass "extra": true.'],
  [{ set: { id: "sch_other" } }, "The service sets id itself."],
  [{ set: { last_change: "2020-01-01" }, extra: true }, "The service sets last_change itself."],
  [{ unset: ["id"] }, "The service sets id itself."],
])("/drift and /outside refuse the change %o and change nothing", async (change, error) => {
  const sandbox = createTestSandbox();
  const body = { type: "schedule", id: firstSchedule(sandbox), ...change };
  for (const [path, place] of [
    ["/drift", {}],
    ["/outside", { index: "idx_test_mode_custom" }],
  ] as const)
    expect(await control(sandbox, "POST", path, { ...body, ...place })).toEqual({ error });
  expect(sandbox.ledger.length).toBe(0);
});

test("an unknown field is set when it is marked as extra, and can be changed later without the mark", async () => {
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

test("an outside change affects its index alone, and the ledger names control as its author", async () => {
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

test("the control API returns the profile of the spelling, with and without its write operations", async () => {
  const sandbox = createTestSandbox({ spelling: "seed:3" });
  expect(await control(sandbox, "GET", "/profile?writes=on")).toEqual(sandbox.profile({ writes: true }));
  expect(await control(sandbox, "GET", "/profile")).toEqual(sandbox.profile({ writes: false }));
  expect((await sandbox.control.request("/profile?writes=perhaps")).status).toBe(400);
});
