import { type ChangeSet, type ExportedChange, PractitionerView, VerificationPage } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { createDirectory, read, readImport, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("exports, on the embedded store", () => {
  testExports(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("exports, on PostgreSQL", () => {
  testExports(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

const exported = async (app: TestApp, path: string) => {
  const answer = await app.signedIn("GET", `${CONNECTION_API}${path}`);
  expect(answer.status, path).toBe(200);
  return answer;
};
const textOf = async (app: TestApp, path: string) => await (await exported(app, path)).text();
const jsonOf = async <T>(app: TestApp, path: string) => (await (await exported(app, path)).json()) as T;

/** The rows of a workbook, each by its headings. */
async function sheetOf(app: TestApp, path: string): Promise<{ [heading: string]: unknown }[]> {
  const { sheets } = await readXlsx(new Uint8Array(await (await exported(app, path)).arrayBuffer()));
  const [head = [], ...rows] = sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(head.map((heading, at) => [String(heading), row[at] ?? null])));
}

async function openDirectory(app: TestApp) {
  const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 4).join("\n") });
  const index = `/index-versions/${indexId}`;
  const roster = await jsonOf<{ record: { type: string; id: string } }[]>(app, `${index}/roster/export?format=json`);
  const practitionerId = roster[0]?.record.id ?? "";
  return { indexId, index, roster, practitionerId };
}

function testExports(open: () => Promise<TestApp>): void {
  test("a file is named by what it has, what that is about, and the day", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, {
      name: 'Ünal / "Knees": *É* 🦵',
      roster: sampleSchedules(app, 1).join("\n"),
    });
    const named = async (path: string) => (await exported(app, path)).headers.get("Content-Disposition");
    expect(await named(`/index-versions/${indexId}/roster/export?format=xlsx`)).toBe(
      "attachment; filename=\"roster.xlsx\"; filename*=UTF-8''roster%20-%20%C3%9Cnal%20Knees%20%C3%89%20%F0%9F%A6%B5%20-%202026-11-20.xlsx",
    );
    const index = `/index-versions/${indexId}`;
    const [{ record, name } = { record: { id: "" }, name: "" }] = await jsonOf<
      { record: { id: string }; name: string }[]
    >(app, `${index}/roster/export?format=json`);
    const ofOne = await named(`${index}/comparison/export?format=patch&practitionerId=${record.id}`);
    expect(decodeURIComponent(ofOne ?? "")).toContain(`comparison - ${name} - Ünal`);
    expect(await named(`${index}/comparison/export?only=differences`)).toContain("''differences%20-%20%C3%9Cnal");
    expect(await named("/activity/export")).toBe(
      "attachment; filename=\"activity.csv\"; filename*=UTF-8''activity%20-%202026-11-20.csv",
    );
  });

  test("a roster is exported whole, and its table is a roster again", async () => {
    await using app = await open();
    const { index, roster } = await openDirectory(app);
    const ids = roster.map(({ record }) => record.id);
    const sheet = await sheetOf(app, `${index}/roster/export?format=xlsx`);
    expect(sheet.map((row) => row["schedule id"] ?? row["practitioner id"])).toEqual(ids);
    const copy = await createDirectory(app, { name: "Copy", roster: await textOf(app, `${index}/roster/export`) });
    const copied = await jsonOf<typeof roster>(app, `/index-versions/${copy.indexId}/roster/export?format=json`);
    expect(copied.map(({ record }) => record.id)).toEqual(ids);
    expect(await readImport(app, copy.importId)).toMatchObject({ lines: { found: ids.length, bad: 0 } });
  });

  test("what a directory says, its overrides and its sets are tables, JSON with verdicts and JSON Patches", async () => {
    await using app = await open();
    const { indexId, index, practitionerId } = await openDirectory(app);
    const record = { type: "practitioner", id: practitionerId };
    const number = "+1 415 555 0142";
    await applyChanges(app, indexId, [
      change(record, "displayName", { op: "set", value: '=cmd("x") د. ليلى 🩺' }),
      change(record, "phones", { op: "add", element: { number, extension: "7", label: "Scheduling" } }),
    ]);
    await app.sendDue();
    const overrides = await sheetOf(app, `${index}/overrides/export?format=xlsx`);
    expect(overrides.map(({ field, value, extension }) => [field, value, extension])).toEqual([
      ["displayName", '=cmd("x") د. ليلى 🩺', null],
      ["phones", number, "7"],
    ]);
    expect(await textOf(app, `${index}/overrides/export`)).toContain(`"'${number}"`);

    const differing = `${index}/comparison/export?only=differences&practitionerId=${practitionerId}`;
    const table = await sheetOf(app, `${differing}&format=xlsx`);
    expect(table.map(({ field, verdict, flags }) => [field, verdict, flags])).toEqual([
      ["displayName", "ours", expect.stringContaining("held")],
      ["phones", "ours", expect.stringContaining("held")],
    ]);
    const compared = await jsonOf<{ record: typeof record; verdict: string }[]>(app, `${differing}&format=json`);
    expect(compared).toMatchObject([{ record, verdict: "ours" }]);
    const [patch] = await jsonOf<{ record: typeof record; patch: { op: string; value: unknown }[] }[]>(
      app,
      `${differing}&format=patch`,
    );
    expect(patch?.record).toEqual(record);
    expect(patch?.patch.map(({ op }) => op).toSorted()).toEqual(["add", "replace"]);
    const view = await read(app, PractitionerView, `${index}/practitioners/${practitionerId}?raw=1`);
    for (const { value } of patch?.patch ?? [])
      expect(view.practitioner.raw?.effective).toContain(JSON.stringify(value));

    const whole = await jsonOf<{ record: typeof record }[]>(app, `${index}/comparison/export?format=json`);
    const keys = whole.map((one) => recordKey(one.record));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain(recordKey(record));

    const { items } = await jsonOf<{ items: ChangeSet[] }>(app, "/change-sets");
    const set = `/change-sets/${items[0]?.id}/changes/export`;
    expect((await sheetOf(app, `${set}?format=xlsx`)).map(({ value, state }) => [value, state])).toEqual([
      ['=cmd("x") د. ليلى 🩺', "held"],
      [number, "held"],
    ]);
    const told = await jsonOf<ExportedChange[]>(app, `${set}?format=json`);
    expect(told.map(({ state, compared: now }) => [state, now?.verdict, now?.flags])).toEqual([
      ["held", "ours", expect.arrayContaining(["held"])],
      ["held", "ours", expect.arrayContaining(["held"])],
    ]);
    expect(told[0]?.compared?.effective).toEqual({ value: '=cmd("x") د. ليلى 🩺' });
    expect(await jsonOf(app, `${set}?format=patch`)).toMatchObject([{ record, patch: patch?.patch }]);
  });

  test("whom to verify again is a table with a row for each directory", async () => {
    await using app = await open();
    const { indexId } = await openDirectory(app);
    const rows = await sheetOf(app, "/verifications/export?due=all&format=xlsx");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row["directory id"] === indexId && row["state"] === "in time")).toBe(true);
  });

  test("[E8] of an entry the table says what was said in its own directory", async () => {
    await using app = await open();
    const roster = sampleSchedules(app, 1).join("\n");
    const elm = (await createDirectory(app, { name: "Elm", roster })).indexId;
    const oak = (await createDirectory(app, { name: "Oak", roster })).indexId;
    const verified = await app.signedIn("POST", `${CONNECTION_API}/verifications`, {
      of: [{ indexId: elm }],
      saidBy: "Fatma, front desk",
      how: "phone",
      verifiedOn: app.clock.now().toISOString().slice(0, 10),
    });
    expect(verified.status).toBe(200);
    const rows = await sheetOf(app, "/verifications/export?due=all&format=xlsx");
    expect(rows.map((row) => [row["directory id"], row["said by"], row["how"]])).toEqual([
      [elm, "Fatma, front desk", "phone"],
      [oak, null, null],
    ]);
    const { items } = await read(app, VerificationPage, "/verifications?due=all");
    const told = items.flatMap(({ entries }) => entries.map(({ indexId, last }) => [indexId, last?.saidBy ?? null]));
    expect(told).toEqual([
      [elm, "Fatma, front desk"],
      [oak, null],
    ]);
  });

  test("a directory that is not there has no file", async () => {
    await using app = await open();
    for (const path of ["roster", "overrides", "comparison"])
      expect((await app.signedIn("GET", `${CONNECTION_API}/index-versions/idx_none/${path}/export`)).status).toBe(404);
  });
}
