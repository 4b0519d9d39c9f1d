import { expect, test } from "vitest";
import { call, createTestSandbox, fieldOf, liveKey, prepareBooking } from "#/testing/test-sandbox.ts";

test("a patient is found by name and date of birth, by its own developer alone", async () => {
  const sandbox = createTestSandbox();
  const { patient, status } = await prepareBooking(sandbox, liveKey);
  const path = `/patients?dob=1980-02-29&name=${encodeURIComponent("aoife  NÍ BHRIAIN".normalize("NFD"))}`;
  expect(status).toBe(201);
  expect((await call(sandbox, "GET", path, { key: liveKey })).body).toEqual([patient]);
  expect((await call(sandbox, "GET", path)).body).toEqual([]);
});

test.each([
  ["/patients?dob=1980-02-30&name=a", "dob"],
  ["/patients?dob=1980-02-29", "name"],
  ["/patients?dob=1980-02-29&name=a&name=b", "name"],
])("%s is refused", async (path, field) => {
  const answer = await call(createTestSandbox(), "GET", path);
  expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
});
