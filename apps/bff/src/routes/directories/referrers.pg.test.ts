import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

interface Named {
  id: string;
  version: number;
  referrer: { name: string } | null;
}

describeOnPostgres("a referrer that is renamed while others refer to it, on PostgreSQL", () => {
  test("is named by all of its index versions as it is named in the end", async () => {
    await using app = await createTestApp({ store: await openTestStoreOnPostgres() });
    const ask = async (method: string, path: string, body?: unknown) =>
      await app.signedIn(method, `${CONNECTION_API}${path}`, body);
    const one = (await (await ask("POST", "/referrers", { name: "Dr. One" })).json()) as Named;
    const two = (await (await ask("POST", "/referrers", { name: "Dr. Two" })).json()) as Named;
    const indexes = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const referrer = at < 2 ? null : { id: one.id };
        const made = await ask("POST", "/index-versions", { name: `Directory ${at}`, roster: "", referrer });
        return ((await made.json()) as { indexId: string }).indexId;
      }),
    );
    await app.deps.background.idle();
    const read = async (id: string) => (await (await ask("GET", `/index-versions/${id}`)).json()) as Named;
    const versions = await Promise.all(indexes.map(async (id) => (await read(id)).version));
    const answers = await Promise.all([
      // Some get it, some keep it, and some leave it for the other one.
      ...indexes.map(async (id, at) => {
        const change =
          at < 2 ? { referrer: { id: one.id } } : at < 4 ? { notes: "By phone" } : { referrer: { id: two.id } };
        return await ask("PATCH", `/index-versions/${id}`, { version: versions[at], ...change });
      }),
      ask("PATCH", `/referrers/${one.id}`, { version: one.version, name: "Dr. Renamed" }),
      ask("PATCH", `/referrers/${two.id}`, { version: two.version, name: "Dr. Changed" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const names = await Promise.all(indexes.map(async (id) => (await read(id)).referrer?.name));
    expect(names).toEqual([...Array.from({ length: 4 }, () => "Dr. Renamed"), "Dr. Changed", "Dr. Changed"]);
  });
});
