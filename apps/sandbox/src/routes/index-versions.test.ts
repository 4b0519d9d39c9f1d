import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInKey, type Sandbox } from "#/app.ts";
import {
  call,
  control,
  createIndexVersion,
  createTestSandbox,
  codeOf,
  fieldOf,
  firstSchedule,
  objectOf,
  otherKey,
} from "#/testing/test-sandbox.ts";

test("an index version is created with a name and without an index header", async () => {
  const sandbox = createTestSandbox();
  const created = await call(sandbox, "POST", "/index_version", { body: { name: "Dr. Elm" } });
  expect([created.status, created.body]).toEqual([
    201,
    { id: objectOf(created.body)["id"] ?? null, name: "Dr. Elm", created_at: "2026-11-20T12:00:00.000Z" },
  ]);
  expect((await call(sandbox, "POST", "/index_version", { body: { name: "x" }, index: "idx_standard" })).status).toBe(
    400,
  );
  expect(fieldOf(await call(sandbox, "POST", "/index_version", { body: { title: "x", name: "y" } }))).toBe("title");
});

test("an index version can be deleted by its own developer alone, together with its records", async () => {
  const sandbox = createTestSandbox();
  const index = await createIndexVersion(sandbox);
  const path = `/index_version/${index}/delete`;
  const schedule = `/schedules/${firstSchedule(sandbox)}`;
  expect((await call(sandbox, "POST", path, { key: otherKey })).status).toBe(404);
  expect((await call(sandbox, "POST", path, { index })).status).toBe(400);
  expect((await call(sandbox, "GET", schedule, { index })).status).toBe(200);
  const deleted = await call(sandbox, "POST", path);
  expect([deleted.status, deleted.body]).toEqual([200, { id: index, deleted: true }]);
  expect(codeOf(await call(sandbox, "GET", schedule, { index }))).toBe("index_not_found");
  expect((await call(sandbox, "POST", path)).status).toBe(404);
});

test.each([
  ["idx_standard", "standard_index_read_only"],
  ["idx_test_mode_custom", "test_index_permanent"],
])("nobody can delete %s", async (index, code) => {
  const answer = await call(createTestSandbox(), "POST", `/index_version/${index}/delete`);
  expect([answer.status, codeOf(answer)]).toEqual([403, code]);
});

test("while writes are off, an index version cannot be deleted", async () => {
  const sandbox = createTestSandbox({ writes: false });
  const index = await createIndexVersion(sandbox);
  expect(codeOf(await call(sandbox, "POST", `/index_version/${index}/delete`))).toBe("not_found");
});

const moveName = (sandbox: Sandbox, id: string, name: string) =>
  control(sandbox, "POST", "/drift", { type: "schedule", id, set: { name } });

test("in an overlay by record, a record follows the base until its first write, then stands alone", async () => {
  const sandbox = createTestSandbox({ indexVersions: "overlay-by-record" });
  const index = await createIndexVersion(sandbox);
  const id = firstSchedule(sandbox);
  const read = async () => objectOf((await call(sandbox, "GET", `/schedules/${id}`, { index })).body);
  await moveName(sandbox, id, "First");
  expect(await read()).toMatchObject({ name: "First" });
  await call(sandbox, "POST", `/schedules/${id}`, { index, body: { time_zone: "Asia/Tokyo" } });
  await moveName(sandbox, id, "Second");
  expect(await read()).toMatchObject({ name: "First", time_zone: "Asia/Tokyo" });
});

test("in an overlay by field, a field follows the base until it is written, whatever value is written", async () => {
  const sandbox = createTestSandbox({ indexVersions: "overlay-by-field" });
  const index = await createIndexVersion(sandbox);
  const id = firstSchedule(sandbox);
  const read = async () => objectOf((await call(sandbox, "GET", `/schedules/${id}`, { index })).body);
  const zone = (await read())["time_zone"] ?? null;
  await call(sandbox, "POST", `/schedules/${id}`, { index, body: { time_zone: zone } });
  await control(sandbox, "POST", "/drift", { type: "schedule", id, set: { time_zone: "Asia/Tokyo", name: "Moved" } });
  expect(await read()).toMatchObject({ name: "Moved", time_zone: zone });
  await control(sandbox, "POST", "/outside", { index, key: builtInKey, type: "schedule", id, set: { name: "Theirs" } });
  await moveName(sandbox, id, "Again");
  expect(await read()).toMatchObject({ name: "Theirs", time_zone: zone });
});

test("a state of copies is not continued as overlays", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
  createTestSandbox({ dataDir }).close();
  expect(() => createTestSandbox({ dataDir, indexVersions: "overlay-by-field" })).toThrow(/^SANDBOX_INDEX_VERSIONS: /);
  rmSync(dataDir, { recursive: true });
});
