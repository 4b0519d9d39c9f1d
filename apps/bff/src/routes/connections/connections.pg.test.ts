import { builtInKey } from "@dc/sandbox/app";
import { expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { startSecondService } from "#/testing/second-service.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const ROUNDS = 6;

describeOnPostgres("connections on PostgreSQL", () => {
  test("of several that are added, or renamed, at once under one name one has it", async () => {
    await using service = await startSecondService({ writes: false });
    await using app = await createTestApp({
      store: await openTestStoreOnPostgres(),
      serviceAddresses: service.origin,
    });
    const add = async (name: string) =>
      await app.signedIn("POST", "/api/v1/connections", {
        name,
        mode: "test",
        baseUrl: service.origin,
        apiKey: builtInKey,
        apiVersion: null,
        profile: "default",
        requestBudget: null,
        staleAfterHours: 24,
      });
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(async () => (await add(`Westside ${round}`)).status));
      expect(answers.toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400]);
    }
    const rows = await app.deps.store.db
      .selectFrom("connection")
      .select(["id", "version"])
      .where("name", "like", "Westside%")
      .execute();
    const renamed = await Promise.all(
      rows.map(async ({ id, version }) => {
        const answer = await app.signedIn("PATCH", `/api/v1/connections/${id}`, { version, name: "Eastside" });
        return answer.status;
      }),
    );
    expect(renamed.filter((status) => status === 200)).toHaveLength(1);
  });
});
