import { expect, test } from "vitest";
import {
  bookableRange,
  call,
  createTestSandbox,
  fieldOf,
  liveKey,
  objectOf,
  prepareBooking,
} from "#/testing/test-sandbox.ts";

test("in live mode a booked slot is no longer listed and cannot be booked again", async () => {
  const sandbox = createTestSandbox();
  const { booking, schedule, slot } = await prepareBooking(sandbox, liveKey);
  const booked = await call(sandbox, "POST", "/appointments", { key: liveKey, body: booking });
  expect([booked.status, objectOf(booked.body)]).toEqual([
    201,
    { ...booking, id: objectOf(booked.body)["id"] ?? null, status: "booked" },
  ]);
  expect((await call(sandbox, "GET", `/schedules/${schedule}/availability?${bookableRange}`)).body).not.toContainEqual(
    slot,
  );
  expect((await call(sandbox, "POST", "/appointments", { key: liveKey, body: booking })).status).toBe(409);
});

test("in test mode a booking is simulated, and the slot stays open", async () => {
  const sandbox = createTestSandbox();
  const { booking, schedule, slot } = await prepareBooking(sandbox, "test_developer_one");
  const booked = await call(sandbox, "POST", "/appointments", { key: "test_developer_one", body: booking });
  expect(objectOf(booked.body)["status"]).toBe("simulated");
  expect((await call(sandbox, "GET", `/schedules/${schedule}/availability?${bookableRange}`)).body).toContainEqual(
    slot,
  );
});

test("a slot that is not offered and an unknown patient are refused", async () => {
  const sandbox = createTestSandbox();
  const { booking } = await prepareBooking(sandbox, liveKey);
  expect(
    (await call(sandbox, "POST", "/appointments", { key: liveKey, body: { ...booking, duration: 7 } })).status,
  ).toBe(409);
  const patientless = await call(sandbox, "POST", "/appointments", {
    key: liveKey,
    body: { ...booking, patient_id: "pt_nobody" },
  });
  expect([patientless.status, fieldOf(patientless)]).toEqual([422, "patient_id"]);
});
