import type { Change } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("two windows of one person, on the embedded store", () => {
  testTwoWindows(async () => await createTestApp());
});
describeOnPostgres("two windows of one person, on PostgreSQL", () => {
  testTwoWindows(async () => await createTestApp({ store: await openTestStoreOnPostgres() }));
});

const WINDOWS = 6;

function testTwoWindows(open: () => Promise<TestApp>): void {
  async function begin(app: TestApp) {
    const schedules = sampleSchedules(app, WINDOWS);
    const { indexId } = await createDirectory(app, { name: "Elm", roster: schedules.join("\n") });
    const path = `${CONNECTION_API}/index-versions/${indexId}/changes`;
    const stage = async (id: string | undefined, value: string) =>
      await app.signedIn("POST", path, {
        changes: [
          {
            record: { type: "schedule", id },
            field: "name",
            operation: { op: "set", value },
            seenDrafts: [],
          },
        ],
      });
    return { schedules, stage };
  }

  test("[S9] what several windows stage at once in a directory without a draft is in one draft", async () => {
    await using app = await open();
    const { schedules, stage } = await begin(app);
    const answers = await Promise.all(schedules.map(async (id) => await stage(id, `Name of ${id}`)));
    const staged = await Promise.all(answers.map(async (answer) => await bodyOf<Staged>(answer)));
    expect(new Set(staged.map(({ changeSet }) => changeSet.id)).size).toBe(1);
  });

  test("[S24] of one value that two windows stage at once, one draft is left, and the other window is told", async () => {
    await using app = await open();
    const { schedules, stage } = await begin(app);
    const [id] = schedules;
    const answers = await Promise.all([stage(id, "Of the first window"), stage(id, "Of the second window")]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const sets = await bodyOf<{ items: { id: string }[] }>(await app.signedIn("GET", `${CONNECTION_API}/change-sets`));
    const changes = await Promise.all(
      sets.items.map(async ({ id: set }) => {
        const page = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set}/changes`);
        return (await bodyOf<{ items: Change[] }>(page)).items;
      }),
    );
    expect(changes.flat()).toHaveLength(1);
  });
}
