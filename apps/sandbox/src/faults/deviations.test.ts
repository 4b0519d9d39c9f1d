import { expect, test } from "vitest";
import { deviations, type Deviation } from "#/app.ts";
import {
  call,
  control,
  createIndexVersion,
  createTestSandbox,
  firstSchedule,
  objectOf,
  otherKey,
  planIds,
  textOf,
} from "#/testing/test-sandbox.ts";

const trial = "idx_test_mode_custom";

/** Whether a service violates the interface in this way. */
const violates: Readonly<
  Record<Deviation, (sandbox: ReturnType<typeof createTestSandbox>, path: string) => Promise<unknown>>
> = {
  "standard-writable": async (sandbox, path) => {
    await call(sandbox, "POST", path, { body: { name: "Changed" } });
    return objectOf((await call(sandbox, "GET", path)).body)["name"] === "Changed";
  },
  "copy-follows-base": async (sandbox, path) => {
    const index = await createIndexVersion(sandbox);
    await control(sandbox, "POST", "/drift", { type: "schedule", id: firstSchedule(sandbox), set: { name: "Moved" } });
    return objectOf((await call(sandbox, "GET", path, { index })).body)["name"] === "Moved";
  },
  "test-index-forgets": async (sandbox, path) => {
    const { status } = await call(sandbox, "POST", path, { index: trial, body: { name: "Kept" } });
    return status === 200 && objectOf((await call(sandbox, "GET", path, { index: trial })).body)["name"] !== "Kept";
  },
  "write-leaks": async (sandbox, path) => {
    await call(sandbox, "POST", path, { index: trial, body: { name: "Leaked" } });
    return objectOf((await call(sandbox, "GET", path)).body)["name"] === "Leaked";
  },
  "write-leaks-to-indices": async (sandbox, path) => {
    const sibling = await createIndexVersion(sandbox);
    await call(sandbox, "POST", path, { index: trial, body: { name: "Leaked" } });
    return objectOf((await call(sandbox, "GET", path, { index: sibling })).body)["name"] === "Leaked";
  },
  "copy-changes-ids": async (sandbox, path) => (await call(sandbox, "GET", path, { index: trial })).status === 404,
  "index-shared": async (sandbox, path) =>
    (await call(sandbox, "GET", path, { index: await createIndexVersion(sandbox), key: otherKey })).status === 200,
  "created-id-repeats": async (sandbox) => {
    const create = async () =>
      objectOf((await call(sandbox, "POST", "/practitioners", { index: trial, body: { display_name: "N" } })).body)[
        "id"
      ];
    const first = await create();
    return first === (await create());
  },
  "authorization-ignored": async (sandbox, path) =>
    (await call(sandbox, "GET", path, { headers: { Authorization: null } })).status === 200,
  "index-ignored": async (sandbox, path) => (await call(sandbox, "GET", path, { index: "idx_never" })).status === 200,
  "list-for-object": async (sandbox, path) => Array.isArray((await call(sandbox, "GET", path)).body),
  "slot-time-imprecise": async (sandbox, path) =>
    !/\.\d{3}Z$/.test(textOf((await firstSlot(sandbox, path))["start_at"])),
  "test-mode-books": async (sandbox, path) => {
    const slot = await firstSlot(sandbox, path);
    const patient = await call(sandbox, "POST", "/patients", {
      body: { first_name: "A", last_name: "B", dob: "1980-01-01", insurance: { id: planIds(sandbox)[0] ?? "" } },
    });
    const patient_id = objectOf(patient.body)["id"] ?? "";
    const body = { schedule_id: firstSchedule(sandbox), patient_id, ...slot };
    await call(sandbox, "POST", "/appointments", { body });
    return (await call(sandbox, "POST", "/appointments", { body })).status === 409;
  },
  "index-name-missing": async (sandbox) =>
    objectOf((await call(sandbox, "POST", "/index_version", { body: { name: "Dr. Elm" } })).body)["name"] === undefined,
  "version-ignored": async (sandbox, path) =>
    (await call(sandbox, "GET", path, { headers: { "Service-API-Version": "yesterday" } })).status === 200,
};

async function firstSlot(sandbox: ReturnType<typeof createTestSandbox>, path: string) {
  const range = "from=2026-11-23T00:00:00.000Z&to=2026-12-18T00:00:00.000Z";
  const { body } = await call(sandbox, "GET", `${path}/availability?${range}`);
  return objectOf(Array.isArray(body) ? body[0] : undefined);
}

test.each(deviations)("%s violates the interface, which the sandbox otherwise follows", async (deviation) => {
  const correct = createTestSandbox();
  expect(await violates[deviation](correct, `/schedules/${firstSchedule(correct)}`)).toBe(false);
  const deviating = createTestSandbox({ deviation });
  expect(await violates[deviation](deviating, `/schedules/${firstSchedule(deviating)}`)).toBe(true);
});

test("a deviation can be switched on and off while the sandbox runs", async () => {
  const sandbox = createTestSandbox();
  const path = `/schedules/${firstSchedule(sandbox)}`;
  expect(await control(sandbox, "PUT", "/dials", { deviation: "authorization-ignored" })).toMatchObject({
    deviation: "authorization-ignored",
  });
  expect((await call(sandbox, "GET", path, { headers: { Authorization: null } })).status).toBe(200);
  await control(sandbox, "PUT", "/dials", { deviation: null });
  expect((await call(sandbox, "GET", path, { headers: { Authorization: null } })).status).toBe(401);
  expect((await sandbox.control.request("/dials", { method: "PUT", body: '{"deviation":"rude"}' })).status).toBe(400);
});
