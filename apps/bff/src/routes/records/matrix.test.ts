import { MatrixPage, type MatrixRecord, StagedChanges } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";

describe("the referrer matrix", () => {
  let testApp: TestApp;
  let practitionerId: string;
  let schedules: readonly string[];
  const indexIds: string[] = [];
  const names = ["Ada", "Bea", "Cleo", "Dora", "Eve"];

  beforeAll(async () => {
    testApp = await createTestApp();
    const [schedule = ""] = sampleSchedules(testApp, 1);
    for (const name of names) {
      const { indexId } = await createDirectory(testApp, { name, roster: schedule });
      indexIds.push(indexId);
    }
    const [first] = await matrixRoster();
    practitionerId = first ?? "";
    schedules = [schedule];
    // Two of them say something else, one has another practitioner too.
    await createDirectory(testApp, { name: "Zoe", roster: sampleSchedules(testApp, 40).at(-1) ?? "" });
    for (const indexId of indexIds.slice(1, 3)) await rename(indexId, "Dr. Otherwise");
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  async function matrixRoster(): Promise<string[]> {
    const rows = await testApp.deps.store.db
      .selectFrom("roster_entry")
      .select("record_id")
      .where("index_id", "=", indexIds[0] ?? "")
      .where("record_type", "=", "practitioner")
      .execute();
    return rows.map(({ record_id }) => record_id);
  }

  async function rename(indexId: string, name: string): Promise<void> {
    const record = { type: "practitioner", id: practitionerId };
    const changes = [{ record, field: "preferredName", operation: { op: "set", value: name } }];
    const staged = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
    const { changeSet } = StagedChanges.parse(await staged.json());
    const applied = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
      version: changeSet.version,
      evidence: { reason: "Said so" },
    });
    expect(applied.status).toBe(200);
    await testApp.sendDue();
  }

  const matrix = async (query = "") =>
    await read(testApp, MatrixPage, `/practitioners/${practitionerId}/matrix${query}`);

  test("has a column for each directory with the practitioner on its roster, by name, and what stands out there", async () => {
    const page = await matrix();
    expect([page.items.map(({ index }) => index.name), page.total, page.nextCursor]).toEqual([names, 5, null]);
    expect(page.standard?.map(({ record }) => record)).toEqual([
      { type: "practitioner", id: practitionerId },
      ...schedules.map((id) => ({ type: "schedule", id })),
    ]);
    const said = page.items.map(({ records }) => records.flatMap(({ fields }) => fields));
    expect(said.map((fields) => fields.map(({ key }) => key))).toEqual([
      [],
      ["preferredName"],
      ["preferredName"],
      [],
      [],
    ]);
    expect(said[1]?.[0]?.values.effective).toEqual({ value: "Dr. Otherwise" });
    expect(page.standard?.[0]?.fields.length).toBeGreaterThan(3);
  });

  test("is read a page of directories at a time, and the standard index with the first page", async () => {
    const first = await matrix("?limit=2");
    const second = await matrix(`?limit=2&cursor=${first.nextCursor}`);
    const third = await matrix(`?limit=2&cursor=${second.nextCursor}`);
    const pages = [first, second, third];
    expect(pages.flatMap(({ items }) => items.map(({ index }) => index.name))).toEqual(names);
    expect(pages.map(({ standard, total }) => [standard === null, total])).toEqual([
      [false, 5],
      [true, 5],
      [true, 5],
    ]);
    expect(third.nextCursor).toBeNull();
  });

  test("asks the service for each record once in each index, base not once for each directory", async () => {
    testApp.clock.advance(60_000);
    const before = requestsFor(testApp, /./);
    const first = await matrix(`?limit=3&maxAge=0`);
    await matrix(`?limit=3&maxAge=0&cursor=${first.nextCursor}`);
    expect(requestsFor(testApp, /./) - before).toBe((names.length + 1) * (1 + schedules.length));
  });

  test("of a phone that the standard index lists twice both entries are there, where one of them stands out", async () => {
    const record = { type: "practitioner", id: practitionerId };
    const phone = { number: "(212) 555-0120", extension: null, label: "Main" };
    const { client, profile } = testApp.deps.service;
    const { raw } = await client.records.retrieve(record.type, record.id, { index: profile.standardIndex });
    const { phone_numbers: listed } = profile.encode(record.type, raw, "phones", [phone, phone]);
    await testApp.control("/drift", { ...record, set: { phone_numbers: listed } });
    const { indexId } = await createDirectory(testApp, { name: "Fay", roster: schedules[0] ?? "" });
    const element = "+12125550120;ext=;label=Main;line=2/2";
    const by = { ...phone, number: "(212) 555-0199" };
    const changes = [{ record, field: "phones", operation: { op: "replace", element, by } }];
    const path = `${CONNECTION_API}/index-versions/${indexId}/changes`;
    expect((await testApp.signedIn("POST", path, { changes })).status).toBe(201);
    const { items, standard } = await matrix("?maxAge=0");
    const entriesOf = (fields: MatrixRecord["fields"] = []) =>
      fields.find(({ key }) => key === "phones")?.parts.map(({ drafts }) => drafts.length) ?? [];
    expect(entriesOf(standard?.[0]?.fields)).toEqual([0, 0]);
    const fay = items.find(({ index }) => index.id === indexId);
    expect(entriesOf(fay?.records[0]?.fields)).toEqual([0, 1]);
  });

  test("of somebody whom no roster has there is no column", async () => {
    const page = await read(testApp, MatrixPage, "/practitioners/0000000000000000/matrix");
    expect([page.items, page.total]).toEqual([[], 0]);
  });
});
