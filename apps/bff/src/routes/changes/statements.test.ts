import { Problem, StagedChanges, StatementPreview, type StatementPreviewInput } from "@dc/contract";
import { phoneIn } from "@dc/directory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, driftBase, requestsFor, sampleSchedules } from "#/testing/directory.ts";

describe("the preview of a statement", () => {
  let testApp: TestApp;
  const indexIds: string[] = [];
  let practitionerId: string;
  let insteadOf: { number: string; extension: string | null };
  let element: string;
  const number = { number: "(415) 555-0186", extension: null };

  const preview = async (input: StatementPreviewInput) =>
    await testApp.signedIn("POST", `${CONNECTION_API}/statements/preview`, input);
  const previewed = async (input: StatementPreviewInput) => StatementPreview.parse(await (await preview(input)).json());
  const about = () => ({ practitionerIds: [practitionerId] });
  const isNow = () => ({ kind: "phone" as const, number, insteadOf });

  async function stageAndApply(indexId: string, changes: readonly object[]): Promise<void> {
    const staged = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
    const { changeSet } = StagedChanges.parse(await staged.json());
    const applied = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
      version: changeSet.version,
      evidence: { reason: "Said so" },
    });
    expect(applied.status).toBe(200);
    await testApp.sendDue();
  }

  beforeAll(async () => {
    testApp = await createTestApp();
    const roster = sampleSchedules(testApp, 1)[0] ?? "";
    for (const name of ["Ada", "Bea", "Cleo", "Dora"])
      indexIds.push((await createDirectory(testApp, { name, roster })).indexId);
    const { items } = await previewed({
      scope: { q: "a" },
      facts: [{ kind: "name", field: "displayName", value: "Whoever" }],
    });
    practitionerId = items[0]?.practitioner.id ?? "";
    const record = { type: "practitioner", id: practitionerId };
    const page = await testApp.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${indexIds[0]}/practitioners/${practitionerId}`,
    );
    const view = (await page.json()) as {
      practitioner: { comparison: { fields: { key: string; parts: { key: string; values: { base: never } }[] }[] } };
    };
    const phones = view.practitioner.comparison.fields.find(({ key }) => key === "phones")?.parts ?? [];
    const first = phones
      .map((part) => ({ key: part.key, phone: phoneIn(part.values.base) }))
      .find(({ phone }) => phone);
    if (first?.phone == null) throw new Error("The sample practitioner has no phone.");
    insteadOf = { number: first.phone.number, extension: first.phone.extension };
    element = first.key;
    const replace = (by: object) => ({ record, field: "phones", operation: { op: "replace", element, by } });
    await stageAndApply(indexIds[1] ?? "", [replace({ ...insteadOf, extension: "4" })]);
    await stageAndApply(indexIds[2] ?? "", [replace({ number: "(415) 555-0133", extension: null })]);
    await stageAndApply(indexIds[3] ?? "", [replace(number)]);
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  test("takes what is as in the standard index, and leaves what somebody set on purpose, by name", async () => {
    const { items, total, nextCursor } = await previewed({ scope: about(), facts: [isNow()] });
    expect([total, nextCursor]).toEqual([4, null]);
    expect(
      items.map(({ index, findings }) => [
        index.name,
        ...findings.map(({ ticked, leftOut, change, keepingExtension }) => [
          ticked,
          leftOut,
          change?.operation.op ?? null,
          keepingExtension === null ? null : keepingExtension.operation,
        ]),
      ]),
    ).toEqual([
      ["Ada", [true, null, "replace", null]],
      [
        "Bea",
        [
          false,
          "other extension",
          "replace",
          { op: "replace", element: expect.stringContaining("ext=4"), by: { ...number, extension: "4", label: null } },
        ],
      ],
      ["Cleo", [false, "ours", "replace", null]],
      ["Dora", [false, "says so already", null, null]],
    ]);
  });

  test("is read a page of places at a time, and names ids that are on no roster", async () => {
    const input = { scope: { practitionerIds: [practitionerId, "nobody"] }, facts: [isNow()], limit: 3 };
    const first = await previewed(input);
    const second = await previewed({ ...input, cursor: first.nextCursor ?? "" });
    expect([first, second].map(({ items, unknownIds }) => [items.length, unknownIds])).toEqual([
      [3, ["nobody"]],
      [1, []],
    ]);
  });

  test("finds practitioners by a phone number, in the directories that are asked for", async () => {
    const scope = { q: insteadOf.number, indexIds: indexIds.slice(0, 2) };
    const { items } = await previewed({ scope, facts: [isNow()] });
    expect(items.map(({ practitioner, index }) => [practitioner.id, index.id])).toEqual(
      indexIds.slice(0, 2).map((id) => [practitionerId, id]),
    );
  });

  test("asks the service for nothing that is kept, and for each record once where everything is read anew", async () => {
    const before = requestsFor(testApp, /./);
    await previewed({ scope: about(), facts: [isNow()] });
    expect(requestsFor(testApp, /./) - before).toBe(0);
    testApp.clock.advance(60_000);
    await previewed({ scope: about(), facts: [isNow()], maxAge: 0 });
    expect(requestsFor(testApp, /./) - before).toBe((indexIds.length + 1) * 2);
  });

  test("refuses a name in a field that practitioners do not have, and a statement about nobody", async () => {
    const name = { kind: "name" as const, field: "shoeSize", value: "42" };
    const wrongField = await preview({ scope: about(), facts: [isNow(), name] });
    const nobody = await preview({ scope: {}, facts: [isNow()] });
    const problems = [wrongField, nobody].map(async (answer) => Problem.parse(await answer.json()));
    expect((await Promise.all(problems)).map(({ errors }) => errors?.[0]?.pointer)).toEqual([
      "/facts/1/field",
      "/scope",
    ]);
  });

  test("what moved between preview and staging is refused by name, and nothing is staged", async () => {
    const { items } = await previewed({
      scope: about(),
      facts: [{ kind: "name", field: "preferredName", value: "Anna" }],
    });
    const changes = items.flatMap(({ findings }) => findings.flatMap(({ change }) => change ?? []));
    await driftBase(testApp, { type: "practitioner", id: practitionerId, set: { preferred_name: "Somebody else" } });
    await testApp.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${indexIds[0]}/practitioners/${practitionerId}?maxAge=0`,
    );
    const opened = (await (await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, {})).json()) as {
      id: string;
    };
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets/${opened.id}/changes`, { changes });
    const { code, errors } = Problem.parse(await answer.json());
    expect([answer.status, code, errors?.map(({ pointer }) => pointer)]).toEqual([
      409,
      "moved_since_seen",
      changes.map((_, at) => `/changes/${at}/seen/base`),
    ]);
    await testApp.signedIn("DELETE", `${CONNECTION_API}/change-sets/${opened.id}`);
  });

  test("gives changes that stage as they are, in one change set over the directories", async () => {
    const facts = [isNow(), { kind: "name" as const, field: "displayName", value: "Dr. Anna Ferreira" }];
    const { items } = await previewed({ scope: about(), facts });
    const changes = items.flatMap(({ findings }) =>
      findings.flatMap(({ ticked, change }) => (ticked && change !== null ? [change] : [])),
    );
    const opened = (await (await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, {})).json()) as {
      id: string;
    };
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets/${opened.id}/changes`, { changes });
    const staged = StagedChanges.parse(await answer.json());
    expect([staged.changes.length, staged.dropped, staged.changeSet.indexCount]).toEqual([5, [], 4]);
    const again = await previewed({ scope: about(), facts });
    expect(again.items.flatMap(({ findings }) => findings.filter(({ ticked }) => ticked))).toEqual([]);
  });
});
