import {
  Change,
  ChangePage,
  ImportedPlans,
  type JournalEntry,
  type Override,
  Problem,
  RosterImport,
} from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { maxValue } from "#/operations/changes/staging/value-problem.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestStack, TEST_INDEX, type TestStack } from "#system-tests/test-stack.ts";

// Proves (F34 in counts and sizes): what is larger or deeper than the work for it may be is refused with its field, and no
// answer repeats much of a request. How long the event loop stands is measured by `pnpm bench bounds`.

const LARGEST_REFUSAL = 16 * 1024;
const LARGEST_PAGE = 1.5 * 1024 * 1024;
const index = `/index-versions/${TEST_INDEX}`;

let stack: TestStack;
beforeAll(async () => {
  stack = await createTestStack({ writes: false, people: 1 });
});
afterAll(async () => await stack[Symbol.asyncDispose]());

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown; size: number }> {
  const answer = await stack.call(0, method, path, body);
  return { ...answer, size: JSON.stringify(answer.body ?? null).length };
}

/** A refusal, which has to be short. */
async function refusal(method: string, path: string, body?: unknown): Promise<[number, ...string[]]> {
  const { status, body: given, size } = await ask(method, path, body);
  expect(size).toBeLessThan(LARGEST_REFUSAL);
  return [status, ...(Problem.parse(given).errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)];
}

const changeOf = (type: "schedule" | "practitioner", field: string, operation: object) => {
  const record = stack.records.find((one) => one.type === type);
  return { record, field, operation, evidence: null };
};
const staging = (...changes: object[]) => refusal("POST", `${index}/changes`, { changes });
const plan = (at: number) => `ins_${String(at).padStart(8, "0")}`;
const phone = (at: number) => ({ number: `+1212555${String(at).padStart(4, "0")}`, extension: null, label: null });

describe("the value of a change", () => {
  test("has at most so many entries, phone numbers and characters", async () => {
    const many = Array.from({ length: maxValue.entries + 1 }, (_, at) => plan(at));
    expect(await staging(changeOf("schedule", "acceptedInsurances", { op: "set", value: many }))).toEqual([
      400,
      "/changes/0/operation/value must have at most 2,000 entries; this has 2001",
    ]);
    const phones = Array.from({ length: maxValue.phones + 1 }, (_, at) => phone(at));
    expect(await staging(changeOf("practitioner", "phones", { op: "set", value: phones }))).toEqual([
      400,
      "/changes/0/operation/value must have at most 100 phone numbers; this has 101",
    ]);
    const long = "a".repeat(maxValue.characters);
    expect(await staging(changeOf("schedule", "name", { op: "set", value: long }))).toEqual([
      400,
      "/changes/0/operation/value must have at most 50,000 characters as JSON; this has 50002",
    ]);
    const created = {
      record: { type: "schedule", id: "new_0123456789abcdef" },
      operation: { op: "create", fields: { name: long } },
    };
    expect(await staging(created)).toEqual([
      400,
      "/changes/0/operation/fields/name must have at most 50,000 characters as JSON; this has 50002",
    ]);
  });

  test("is taken up to that, and read again whole", async () => {
    const largest = "a".repeat(maxValue.characters - 2);
    const staged = z.object({ changeSet: z.object({ id: z.string() }), changes: z.array(Change) }).parse(
      (
        await ask("POST", `${index}/changes`, {
          changes: [changeOf("schedule", "name", { op: "set", value: largest })],
        })
      ).body,
    );
    const page = ChangePage.parse((await ask("GET", `/change-sets/${staged.changeSet.id}/changes?limit=200`)).body);
    expect(page.items.map(({ operation }) => operation)).toEqual([{ op: "set", value: largest }]);
  });

  test("is one of a page that ends before it grows large, and the pages have each of them once", async () => {
    const largest = "a".repeat(maxValue.characters - 2);
    const places = stack.app.sandbox.samples.roster.trim().split("\n").slice(3, 43).toSorted();
    const Staged = z.object({ changeSet: z.object({ id: z.string(), version: z.int() }) });
    let draft = { id: "", version: 0 };
    for (let from = 0; from < places.length; from += 10) {
      const changes = places.slice(from, from + 10).map((id) => ({
        ...changeOf("schedule", "name", { op: "set", value: largest }),
        record: { type: "schedule", id },
      }));
      ({ changeSet: draft } = Staged.parse((await ask("POST", `${index}/changes`, { changes })).body));
    }
    const pagesOf = async (path: string, idOf: (item: never) => string): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const { body, size } = await ask("GET", `${path}?limit=200${after}`);
        expect([path, size < LARGEST_PAGE]).toEqual([path, true]);
        const page = body as { items: never[]; nextCursor: string | null };
        pages.push(page.items.map(idOf));
        cursor = page.nextCursor;
      }
      return pages;
    };
    const ofPlaces = (pages: string[][]) => pages.flat().filter((id) => places.includes(id));
    const staged = await pagesOf(`/change-sets/${draft.id}/changes`, ({ record }: Change) => record.id);
    expect(ofPlaces(staged)).toEqual(places);
    expect(staged.length).toBeGreaterThan(1);

    // Held, since the service takes no writes.
    const applied = await ask("POST", `/change-sets/${draft.id}/apply`, {
      version: draft.version,
      evidence: testEvidence,
    });
    expect(applied.status).toBe(200);
    await stack.app.sendDue();
    const overrides = await pagesOf(`${index}/overrides`, ({ record }: Override) => record.id);
    expect(ofPlaces(overrides).toSorted()).toEqual(places);
    expect(overrides.length).toBeGreaterThan(1);
    const entries = await pagesOf("/activity", ({ id }: JournalEntry) => id);
    expect(new Set(entries.flat()).size).toBe(entries.flat().length);
  });

  test("that is repeated in a refusal is cut", async () => {
    const number = "1".repeat(40_000);
    const set = { op: "set", value: [{ number, extension: null, label: null }] };
    const [status, detail] = await staging(changeOf("practitioner", "phones", set));
    expect([status, detail?.includes("111…")]).toEqual([400, true]);
  });
});

test("a body is refused where it is nested deeper than any of ours, whatever walks it", async () => {
  for (const depth of [100, 4_000]) {
    const value: unknown = JSON.parse("[".repeat(depth) + "]".repeat(depth));
    expect(await staging(changeOf("schedule", "name", { op: "set", value }))).toEqual([
      400,
      " must be nested at most 64 levels deep",
    ]);
  }
});

test("a refusal names a hundred wrong fields at most", async () => {
  const changes = Array.from({ length: 400 }, () => ({ record: 1, x: 1 }));
  const [status, ...fields] = await staging(...changes);
  expect([status, fields.length]).toEqual([400, 100]);
});

describe("what is pasted", () => {
  const pasted = (text: string) => ask("POST", `${index}/roster-imports`, { from: "text", text });

  test("is one bad line where it is one line without an end, whatever it is made of", async () => {
    for (const letter of ["a", ",", '"', "\t", ";", " a"]) {
      const { status, body, size } = await pasted(letter.repeat(300_000));
      expect([status, size < LARGEST_REFUSAL]).toEqual([202, true]);
      const lines = await ask("GET", `/roster-imports/${RosterImport.parse(body).id}/lines?limit=200`);
      expect(lines.size).toBeLessThan(LARGEST_REFUSAL);
    }
  });

  test("as plans has so many lines, and the first hundred that are wrong are told", async () => {
    const plans = (csv: string) => ask("POST", "/plans/import", { csv });
    const told = await plans(`id,payer,name\n${`${"x".repeat(2_000)},y\n`.repeat(1_500)}`);
    const { problems, problemCount } = ImportedPlans.parse(told.body);
    expect([problems.length, problemCount]).toEqual([100, 1_500]);
    expect(told.size).toBeLessThan(100 * 1024);
    expect(await refusal("POST", "/plans/import", { csv: "x\n".repeat(20_001) })).toEqual([
      400,
      "/csv must have at most 20000 lines",
    ]);
    expect(ImportedPlans.parse((await plans(`id,payer,name${",".repeat(1_000_000)}`)).body)).toMatchObject({
      added: 0,
    });
  });
});

test("every text that is searched or filtered by has an end, and is no pattern", async () => {
  const long = "a".repeat(maxLength.search + 1);
  const odd = encodeURIComponent(`${"%_".repeat(50)}(a+)+$[\\`.padEnd(maxLength.search, "%"));
  for (const path of [
    `${index}/roster?q=`,
    "/search?q=",
    "/plans?q=",
    "/requests?path=",
    "/index-versions?q=",
    `${index}/overrides?q=`,
  ]) {
    const [status, field] = await refusal("GET", `${path}${long}`);
    expect([path, status, field]).toEqual([
      path,
      400,
      expect.stringMatching(/^\?(?:q|path) must have at most 200 characters$/),
    ]);
    const found = await ask("GET", `${path}${odd}`);
    expect([path, found.status, found.size < LARGEST_REFUSAL]).toEqual([path, 200, true]);
  }
  for (const path of [
    `${index}/roster`,
    "/plans",
    "/requests",
    "/index-versions",
    "/activity",
    "/change-sets",
    `${index}/overrides`,
  ])
    expect((await refusal("GET", `${path}?limit=201`))[0]).toBe(400);
});
