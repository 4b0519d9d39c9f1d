import { expect, test } from "vitest";
import { bookable, call, createTestSandbox, fieldOf, liveKey, objectOf, readySlot } from "#/testing/test-sandbox.ts";

test("in live mode a booked slot is gone, and taking it again is a conflict", async () => {
  const sandbox = createTestSandbox();
  const { booking, schedule, slot } = await readySlot(sandbox, liveKey);
  const booked = await call(sandbox, "POST", "/appointments", { key: liveKey, body: booking });
  expect([booked.status, objectOf(booked.body)]).toEqual([
    201,
    { ...booking, id: objectOf(booked.body)["id"] ?? null, status: "booked" },
  ]);
  expect((await call(sandbox, "GET", `/schedules/${schedule}/availability?${bookable}`)).body).not.toContainEqual(slot);
  expect((await call(sandbox, "POST", "/appointments", { key: liveKey, body: booking })).status).toBe(409);
});

test("in test mode a booking is simulated, and the slot stays open", async () => {
  const sandbox = createTestSandbox();
  const { booking, schedule, slot } = await readySlot(sandbox, "test_developer_one");
  const booked = await call(sandbox, "POST", "/appointments", { key: "test_developer_one", body: booking });
  expect(objectOf(booked.body)["status"]).toBe("simulated");
  expect((await call(sandbox, "GET", `/schedules/${schedule}/availability?${bookable}`)).body).toContainEqual(slot);
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
