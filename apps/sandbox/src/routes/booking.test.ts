import { expect, test } from "vitest";
import { call, createTestSandbox, fieldOf, liveKey, objectOf, planIds, scheduleIds, textOf } from "#/call.fixture.ts";
import type { Sandbox } from "#/app.ts";

const range = "from=2026-11-23T00:00:00.000Z&to=2026-11-28T00:00:00.000Z";

async function readySlot(sandbox: Sandbox, key: string) {
  const [plan = ""] = planIds(sandbox);
  const patient = await call(sandbox, "POST", "/patients", {
    key,
    body: { first_name: "Aoife", last_name: "Ní Bhriain", dob: "1980-02-29", insurance: { id: plan } },
  });
  const [schedule = ""] = scheduleIds(sandbox);
  const slots = (await call(sandbox, "GET", `/schedules/${schedule}/availability?${range}`, { key })).body;
  const slot = objectOf(Array.isArray(slots) ? slots[0] : undefined);
  return {
    schedule,
    patient: objectOf(patient.body),
    status: patient.status,
    slot,
    booking: {
      schedule_id: schedule,
      patient_id: textOf(objectOf(patient.body)["id"]),
      start_at: slot["start_at"] ?? null,
      duration: slot["duration"] ?? null,
    },
  };
}

test("a patient is found by the name and date of birth given, by its own developer alone", async () => {
  const sandbox = createTestSandbox();
  const { patient, status } = await readySlot(sandbox, liveKey);
  const path = `/patients?dob=1980-02-29&name=${encodeURIComponent("aoife  NÍ BHRIAIN".normalize("NFD"))}`;
  expect(status).toBe(201);
  expect((await call(sandbox, "GET", path, { key: liveKey })).body).toEqual([patient]);
  expect((await call(sandbox, "GET", path)).body).toEqual([]);
});

test("in live mode a booked slot is gone, and taking it again is a conflict", async () => {
  const sandbox = createTestSandbox();
  const { booking, schedule, slot } = await readySlot(sandbox, liveKey);
  const booked = await call(sandbox, "POST", "/appointments", { key: liveKey, body: booking });
  expect([booked.status, objectOf(booked.body)]).toEqual([
    201,
    { ...booking, id: objectOf(booked.body)["id"] ?? null, status: "booked" },
  ]);
  expect((await call(sandbox, "GET", `/schedules/${schedule}/availability?${range}`)).body).not.toContainEqual(slot);
  expect((await call(sandbox, "POST", "/appointments", { key: liveKey, body: booking })).status).toBe(409);
});

test("in test mode a booking is simulated, and the slot stays open", async () => {
  const sandbox = createTestSandbox();
  const { booking, schedule, slot } = await readySlot(sandbox, "test_developer_one");
  const booked = await call(sandbox, "POST", "/appointments", { key: "test_developer_one", body: booking });
  expect(objectOf(booked.body)["status"]).toBe("simulated");
  expect((await call(sandbox, "GET", `/schedules/${schedule}/availability?${range}`)).body).toContainEqual(slot);
});

test("a slot that the schedule does not offer is a conflict", async () => {
  const sandbox = createTestSandbox();
  const { booking } = await readySlot(sandbox, liveKey);
  expect(
    (await call(sandbox, "POST", "/appointments", { key: liveKey, body: { ...booking, duration: 7 } })).status,
  ).toBe(409);
  const patientless = await call(sandbox, "POST", "/appointments", {
    key: liveKey,
    body: { ...booking, patient_id: "pt_nobody" },
  });
  expect([patientless.status, fieldOf(patientless)]).toEqual([422, "patient_id"]);
});

test.each([
  ["/patients?dob=1980-02-30&name=a", "dob"],
  ["/patients?dob=1980-02-29", "name"],
  ["/patients?dob=1980-02-29&name=a&name=b", "name"],
])("%s is refused", async (path, field) => {
  const answer = await call(createTestSandbox(), "GET", path);
  expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
});

test("an availability range is two timestamps, the later one second", async () => {
  const sandbox = createTestSandbox();
  const [id] = scheduleIds(sandbox);
  for (const [query, field] of [
    ["", "from"],
    ["from=2026-11-23T00:00:00Z", "to"],
    ["from=2026-11-23&to=2026-11-24", "from"],
    ["from=2026-11-24T00:00:00Z&to=2026-11-23T00:00:00Z", "to"],
  ] as const) {
    const answer = await call(sandbox, "GET", `/schedules/${id}/availability?${query}`);
    expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
  }
});

test("an index version takes a name and no index header", async () => {
  const sandbox = createTestSandbox();
  const made = await call(sandbox, "POST", "/index_version", { body: { name: "Dr. Elm" } });
  expect([made.status, made.body]).toEqual([
    201,
    { id: objectOf(made.body)["id"] ?? null, name: "Dr. Elm", created_at: "2026-11-20T12:00:00.000Z" },
  ]);
  expect((await call(sandbox, "POST", "/index_version", { body: { name: "x" }, index: "idx_standard" })).status).toBe(
    400,
  );
  expect(fieldOf(await call(sandbox, "POST", "/index_version", { body: { title: "x", name: "y" } }))).toBe("title");
});
