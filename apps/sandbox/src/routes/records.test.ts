import { expect, test } from "vitest";
import {
  call,
  codeOf,
  control,
  createIndexVersion,
  createTestSandbox,
  fieldOf,
  firstSchedule,
  liveKey,
  objectOf,
  otherKey,
  planIds,
  textOf,
} from "#/testing/test-sandbox.ts";

test("a schedule names its practitioner, and both are read by id", async () => {
  const sandbox = createTestSandbox();
  const id = firstSchedule(sandbox);
  const schedule = await call(sandbox, "GET", `/schedules/${id}`);
  expect(schedule.status).toBe(200);
  expect(schedule.headers.get("Service-Request-Id")).toMatch(/^req_/);
  const practitioner = objectOf(schedule.body)["practitioner"];
  const read = await call(sandbox, "GET", `/practitioners/${textOf(practitioner)}`, { index: "idx_standard" });
  expect(objectOf(read.body)["id"]).toBe(practitioner);
  expect(practitioner).toMatch(/^[a-z0-9]{10}$/);
  expect(id).toMatch(/^sch_[A-Za-z0-9]{8}$/);
});

test("the same seed gives the same bytes, another seed other ids", async () => {
  const [first, same, reseeded] = [createTestSandbox(), createTestSandbox(), createTestSandbox({ seed: "other" })];
  expect([first.samples.roster, first.samples.plans]).toEqual([same.samples.roster, same.samples.plans]);
  expect(reseeded.samples.roster).not.toBe(first.samples.roster);
  const path = `/schedules/${firstSchedule(first)}`;
  expect((await call(first, "GET", path)).body).toEqual((await call(same, "GET", path)).body);
});

test("a change of the base is visible in later copies only", async () => {
  const sandbox = createTestSandbox();
  const id = firstSchedule(sandbox);
  const before = await createIndexVersion(sandbox);
  const old = (await call(sandbox, "GET", `/schedules/${id}`, { index: before })).body;
  await control(sandbox, "POST", "/drift", { type: "schedule", id, set: { name: "Moved" } });
  expect((await call(sandbox, "GET", `/schedules/${id}`, { index: before })).body).toEqual(old);
  expect((await call(sandbox, "GET", `/schedules/${id}`, { index: "idx_test_mode_custom" })).body).toEqual(old);
  expect(objectOf((await call(sandbox, "GET", `/schedules/${id}`)).body)["name"]).toBe("Moved");
  const after = await createIndexVersion(sandbox);
  expect(objectOf((await call(sandbox, "GET", `/schedules/${id}`, { index: after })).body)["name"]).toBe("Moved");
  await control(sandbox, "POST", "/drift", { type: "schedule", id, delete: true });
  expect((await call(sandbox, "GET", `/schedules/${id}`)).status).toBe(404);
  expect((await call(sandbox, "GET", `/schedules/${id}`, { index: before })).body).toEqual(old);
});

test("a write changes its own index alone", async () => {
  const sandbox = createTestSandbox();
  const id = firstSchedule(sandbox);
  const [mine, sibling] = [await createIndexVersion(sandbox), await createIndexVersion(sandbox)];
  const old = (await call(sandbox, "GET", `/schedules/${id}`)).body;
  const [plan = ""] = planIds(sandbox);
  const written = await call(sandbox, "POST", `/schedules/${id}`, {
    index: mine,
    body: { accepted_insurances: [plan] },
  });
  expect(written.status).toBe(200);
  expect(objectOf(written.body)).toEqual({
    ...objectOf(old),
    accepted_insurances: [plan],
    last_change: "2026-11-20T12:00:00.000Z",
  });
  expect((await call(sandbox, "GET", `/schedules/${id}`, { index: mine })).body).toEqual(written.body);
  for (const index of [sibling, "idx_standard", "idx_test_mode_custom"])
    expect((await call(sandbox, "GET", `/schedules/${id}`, { index })).body).toEqual(old);
});

test("a write to the standard index, named or not, is forbidden", async () => {
  const sandbox = createTestSandbox();
  for (const target of [{}, { index: "idx_standard" }]) {
    const answer = await call(sandbox, "POST", `/schedules/${firstSchedule(sandbox)}`, {
      ...target,
      body: { name: "x" },
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, "standard_index_read_only"]);
  }
});

test("an index of another key is answered like one that does not exist", async () => {
  const sandbox = createTestSandbox();
  const index = await createIndexVersion(sandbox);
  const path = `/schedules/${firstSchedule(sandbox)}`;
  for (const options of [
    { index, key: otherKey },
    { index: "idx_never" },
    { index: "idx_test_mode_custom", key: liveKey },
  ]) {
    const answer = await call(sandbox, "GET", path, options);
    expect([answer.status, codeOf(answer), fieldOf(answer)]).toEqual([404, "index_not_found", "Service-Index-Version"]);
  }
});

test("each test key has a test index of its own", async () => {
  const sandbox = createTestSandbox();
  const path = `/schedules/${firstSchedule(sandbox)}`;
  await call(sandbox, "POST", path, { index: "idx_test_mode_custom", body: { name: "Mine" } });
  expect(
    objectOf((await call(sandbox, "GET", path, { index: "idx_test_mode_custom", key: otherKey })).body)["name"],
  ).not.toBe("Mine");
});

test("a record created in an index gets a new id and can be read and deleted in that index alone", async () => {
  const sandbox = createTestSandbox();
  const index = await createIndexVersion(sandbox);
  const body = { display_name: "Dr. New", phone_numbers: [{ number: "212 555 0101", label: null }] };
  const [first, second] = [
    await call(sandbox, "POST", "/practitioners", { index, body }),
    await call(sandbox, "POST", "/practitioners", { index, body }),
  ];
  const id = textOf(objectOf(first.body)["id"]);
  expect(first.status).toBe(201);
  expect(objectOf(second.body)["id"]).not.toBe(id);
  expect((await call(sandbox, "GET", `/practitioners/${id}`, { index })).body).toEqual(first.body);
  expect((await call(sandbox, "GET", `/practitioners/${id}`)).status).toBe(404);
  expect((await call(sandbox, "POST", `/practitioners/${id}/delete`, { index })).body).toEqual({ id, deleted: true });
  expect((await call(sandbox, "GET", `/practitioners/${id}`, { index })).status).toBe(404);
});

test("while writes are off, there are no write paths", async () => {
  const sandbox = createTestSandbox({ writes: false });
  const path = `/schedules/${firstSchedule(sandbox)}`;
  const index = await createIndexVersion(sandbox);
  expect((await call(sandbox, "POST", path, { index, body: { name: "x" } })).status).toBe(404);
  await control(sandbox, "PUT", "/dials", { writes: true });
  expect((await call(sandbox, "POST", path, { index, body: { name: "x" } })).status).toBe(200);
});

test.each([
  [{ colour: "red" }, 400, "colour"],
  [{ id: "sch_other" }, 400, "id"],
  [{ name: 7 }, 400, "name"],
  [{ time_zone: "Mars/Olympus" }, 400, "time_zone"],
  [{ accepted_insurances: ["ins_nowhere1"] }, 422, "accepted_insurances.0"],
  [{ practitioner: "zzzzzzzzzz" }, 422, "practitioner"],
])("an update with %j is refused and leaves no ledger entry", async (body, status, field) => {
  const sandbox = createTestSandbox();
  const answer = await call(sandbox, "POST", `/schedules/${firstSchedule(sandbox)}`, {
    index: "idx_test_mode_custom",
    body,
  });
  expect([answer.status, fieldOf(answer)]).toEqual([status, field]);
  expect(sandbox.ledger.length).toBe(0);
});
