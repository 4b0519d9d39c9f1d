import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/postgres.ts";

interface Named {
  id: string;
  version: number;
  referrer: { name: string } | null;
}

describeOnPostgres("referrers that several people name at once, on PostgreSQL", () => {
  test("are added once, and an index version has the name that its referrer has in the end", async () => {
    await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
    const ask = async (method: string, path: string, body?: unknown) =>
      await app.signedIn(method, `${CONNECTION_API}${path}`, body);
    const added = await Promise.all(
      Array.from({ length: 6 }, async () => (await ask("POST", "/referrers", { name: "Dr. Once" })).status),
    );
    expect(added.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    const listed = (await (await ask("GET", "/referrers?q=once")).json()) as { items: Named[] };
    expect(listed.items).toHaveLength(1);
    const [referrer] = listed.items;
    const indexes = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const made = await ask("POST", "/index-versions", { name: `Directory ${at}`, roster: "" });
        return ((await made.json()) as { indexId: string }).indexId;
      }),
    );
    await app.deps.background.idle();
    const versionOf = async (id: string) =>
      ((await (await ask("GET", `/index-versions/${id}`)).json()) as Named).version;
    const versions = await Promise.all(indexes.map(versionOf));
    await Promise.all([
      ...indexes.map(
        async (id, at) =>
          await ask("PATCH", `/index-versions/${id}`, { version: versions[at], referrer: { id: referrer?.id } }),
      ),
      ask("PATCH", `/referrers/${referrer?.id}`, { version: referrer?.version, name: "Dr. Renamed" }),
    ]);
    const names = await Promise.all(
      indexes.map(async (id) => ((await (await ask("GET", `/index-versions/${id}`)).json()) as Named).referrer?.name),
    );
    expect(names).toEqual(names.map(() => "Dr. Renamed"));
  });
});
