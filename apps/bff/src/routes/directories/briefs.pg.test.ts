import { Brief } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import { createDirectory, driftBase, journalOf, read, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("briefs, on the embedded store", () => {
  testBriefs(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("briefs, on PostgreSQL", () => {
  testBriefs(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

test("[X2] what a later change of ours replaced before it was sent was not taken back", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const roster = { from: "text", text: scheduleId };
  await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/roster-imports`, roster);
  await app.deps.background.idle();
  const named = (value: string) => change({ type: "schedule", id: scheduleId }, "name", { op: "set", value });
  const [held = ""] = await stack.applied([named("Elm Street")]);
  await stack.pass();
  expect((await stack.rows([held]))[0]?.state).toBe("held");
  const saved = { profile: { extends: "with-writes", name: "with writes" }, revision: 0 };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, saved)).status).toBe(200);
  app.clock.advance(1_000);
  const since = app.clock.now().toISOString();
  app.clock.advance(1_000);
  const [sent = ""] = await stack.applied([named("Oak Hill")]);
  await stack.pass();
  expect((await stack.rows([held, sent])).map(({ state }) => state)).toEqual(["withdrawn", "applied"]);
  const { changes, changesTotal } = await briefOf(app, INDEX, `?since=${encodeURIComponent(since)}`);
  expect([changes.map(({ id }) => id), changesTotal]).toEqual([[sent], 1]);
});

const briefOf = async (app: TestApp, indexId: string, query = "") =>
  await read(app, Brief, `/index-versions/${indexId}/brief${query}`);

function testBriefs(open: () => Promise<TestApp>): void {
  test("[X1] a brief tells what to call and what differs, since when and on whose word, and no draft", async () => {
    await using app = await open();
    const [schedule = "", ...others] = sampleSchedules(app, 6);
    const { indexId } = await createDirectory(app, { name: "Elm", roster: [schedule, ...others].join("\n") });
    const first = await briefOf(app, indexId);
    expect(first).toMatchObject({
      index: { id: indexId, name: "Elm" },
      referrer: "Dr. Elm",
      since: null,
      changes: [],
      counts: { practitioners: first.items.length, differing: 0, verified: 0, overdue: 0 },
      oldestReadAt: app.clock.now().toISOString(),
    });
    const last = first.items.at(-1);
    const record = { type: "practitioner", id: last?.practitionerId ?? "" };
    const evidence = {
      reason: "Asked for it",
      source: "Fatma, front desk",
      verifiedOn: "2026-11-19",
      reviewBy: null,
      from: null,
      until: "2026-12-31",
    };
    const set = (value: string) => ({ ...change(record, "preferredName", { op: "set", value }), evidence });
    await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes: [set("Draft")] });
    expect((await briefOf(app, indexId)).items).toEqual(first.items);

    await applyChanges(app, indexId, [set("Dr. Nora")]);
    const liveAt = app.clock.now().toISOString();
    await app.sendDue();
    const held = await briefOf(app, indexId);
    expect(held.counts.differing).toBe(1);
    expect(held.items[0]).toMatchObject({
      practitionerId: record.id,
      phones: last?.phones,
      sentences: [
        { standing: "held", saidBy: "Fatma, front desk", verifiedOn: "2026-11-19", since: liveAt, until: "2026-12-31" },
      ],
      verified: { on: "2026-11-19", saidBy: "Fatma, front desk", inPart: true },
    });
    expect(held.items[0]?.sentences[0]?.text).toContain("Dr. Nora");
    expect(held.items[0]?.state).not.toBe(last?.state);
    expect(held.items.length).toBe(first.items.length);

    const of = [{ indexId, practitionerId: record.id }];
    const said = { saidBy: "Front desk", how: "phone", verifiedOn: liveAt.slice(0, 10) };
    expect((await app.signedIn("POST", `${CONNECTION_API}/verifications`, { of, ...said })).status).toBe(200);
    const whole = await briefOf(app, indexId);
    expect([whole.counts.verified, whole.items[0]?.verified?.inPart]).toEqual([1, false]);

    const moved = { type: "schedule", id: schedule };
    await driftBase(app, { ...moved, set: { name: "Moved" } });
    await refreshReading(app.deps, { indexId: app.deps.service.profile.standardIndex, ...moved, maxAge: 0 });
    await briefOf(app, indexId);
    const drifted = await briefOf(app, indexId);
    expect(drifted.counts.differing).toBe(2);
    expect(drifted.items.flatMap(({ sentences }) => sentences)).toContainEqual({
      standing: "ask first",
      text: expect.stringContaining("Moved"),
      since: null,
      saidBy: null,
      verifiedOn: null,
      until: null,
    });

    await driftBase(app, {
      ...record,
      set: app.deps.service.profile.encode("practitioner", {}, "preferredName", "Leo"),
    });
    await refreshReading(app.deps, { indexId: app.deps.service.profile.standardIndex, ...record, maxAge: 0 });
    const both = (await briefOf(app, indexId)).items.find(({ practitionerId }) => practitionerId === record.id);
    expect(both?.sentences, "held, and the standard moved too").toMatchObject([
      { standing: "ask first", text: expect.stringContaining("Leo"), saidBy: "Fatma, front desk" },
    ]);

    const paged = await briefOf(app, indexId, "?limit=2");
    const next = await briefOf(app, indexId, `?limit=200&cursor=${paged.nextCursor}`);
    expect([...paged.items, ...next.items].map((one) => one.practitionerId)).toEqual(
      drifted.items.map((one) => one.practitionerId),
    );
    expect(paged.total).toBe(held.items.length);
  });

  test("[X2] what changed is told since the last brief that was printed, or between two moments, and what was taken back", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 3).join("\n") });
    const [person, leaving] = (await briefOf(app, indexId)).items;
    const record = { type: "practitioner", id: person?.practitionerId ?? "" };
    const print = async () => {
      const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/briefs`);
      expect(answer.status).toBe(204);
      app.clock.advance(1000);
    };
    app.clock.advance(1000);
    const begin = app.clock.now().toISOString();
    await print();
    expect((await briefOf(app, indexId)).changes).toEqual([]);
    const [id = ""] = await applyChanges(app, indexId, [
      change(record, "preferredName", { op: "set", value: "Nora F." }),
    ]);
    await app.sendDue();
    const since = await briefOf(app, indexId);
    expect([since.since, since.changesTotal]).toEqual([begin, 1]);
    expect(since.changes).toMatchObject([
      { id, standing: "held", saidBy: "Ada Admin", practitioner: { id: record.id } },
    ]);
    expect(since.changes[0]?.text, "[T14]").toMatch(/^The preferred name of .+ is now Nora F\.(?:, no longer .+\.)?$/);

    const address = `${CONNECTION_API}/index-versions/${indexId}/brief`;
    const shifted = (ms: number) => new Date(Date.parse(begin) + ms).toISOString();
    expect((await app.signedIn("GET", `${address}?since=${shifted(1000)}&until=${begin}`)).status).toBe(400);
    expect(await briefOf(app, indexId, `?until=${begin}`)).toMatchObject({ since: begin, changesTotal: 0 });
    expect((await briefOf(app, indexId, `?until=${shifted(-1000)}`)).since, "no brief before it").toBeNull();

    app.clock.advance(1000);
    await print();
    expect(since.earlier).toMatchObject([{ at: begin, how: "print", by: { name: "Ada Admin" } }]);
    await app.signedIn(
      "DELETE",
      `${CONNECTION_API}/index-versions/${indexId}/roster/practitioner/${leaving?.practitionerId}`,
    );
    const withdrawn = await app.signedIn("POST", `${CONNECTION_API}/changes/${id}/withdraw`, { reason: "No" });
    expect(withdrawn.status).toBe(200);
    const after = await briefOf(app, indexId);
    const told = after.changes.map(({ text }) => text);
    expect(told).toHaveLength(2);
    expect(told).toContain(`${leaving?.name} left this directory.`);
    expect(told).toContainEqual(expect.stringMatching(/^Taken back: .*Nora/));
    const between = await briefOf(app, indexId, `?since=${begin}&until=${since.asOf}`);
    expect(between.changes, "it is not live any more").toEqual([]);
    expect(await journalOf(app, indexId)).toContain("brief.make");
  });

  test("[X1] who left is counted nowhere in a brief, nor are their places and readings", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 4).join("\n") });
    const before = await briefOf(app, indexId);
    const placesOf = ({ items }: Brief) => new Set(items.flatMap(({ places }) => places)).size;
    expect(before.counts).toMatchObject({ practitioners: before.items.length, places: placesOf(before) });
    const readAt = before.oldestReadAt;
    app.clock.advance(3_600_000);
    const [leaving, ...others] = before.items.map(({ practitionerId }) => practitionerId);
    for (const id of others)
      await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/practitioners/${id}?maxAge=0`);
    expect((await briefOf(app, indexId)).oldestReadAt).toBe(readAt);
    const entries = await app.deps.store.db
      .selectFrom("roster_entry")
      .select(["record_type", "record_id"])
      .where((where) =>
        where.or([where("record_id", "=", leaving ?? ""), where("practitioner_id", "=", leaving ?? "")]),
      )
      .execute();
    for (const { record_type: type, record_id: id } of entries) {
      const path = `${CONNECTION_API}/index-versions/${indexId}/roster/${type}/${id}`;
      expect((await app.signedIn("DELETE", path)).status).toBe(204);
    }
    const after = await briefOf(app, indexId);
    expect(placesOf(after)).toBeLessThan(placesOf(before));
    expect([after.counts.practitioners, after.counts.places, after.oldestReadAt]).toEqual([
      others.length,
      placesOf(after),
      app.clock.now().toISOString(),
    ]);
  });

  test("[X2] a brief up to an earlier moment tells since the last one before it, however many came after", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 1).join("\n") });
    const made: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      app.clock.advance(1_000);
      made.push(app.clock.now().toISOString());
      expect((await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/briefs`)).status).toBe(204);
    }
    const brief = await briefOf(app, indexId, `?until=${encodeURIComponent(made[0] ?? "")}`);
    expect([brief.since, brief.earlier.length]).toEqual([made[0], 20]);
  });

  test("[X2] all who came since are counted, also where only the last of them are told", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 1).join("\n") });
    app.clock.advance(1000);
    const since = app.clock.now().toISOString();
    app.clock.advance(1000);
    await transact(app.deps.store.db, async (trx) => {
      const entry = (at: number) => ({
        record: { type: "practitioner", id: `came${at}` },
        practitionerId: `came${at}`,
        name: `Came ${at}`,
        source: "paste" as const,
        sourceDetail: null,
        state: "found" as const,
      });
      await insertRosterEntries(trx, {
        connectionId: app.deps.connection.id,
        indexId,
        entries: Array.from({ length: 230 }, (_, at) => entry(at)),
        actor: app.context.actor,
        now: app.clock.now(),
      });
    });
    const brief = await briefOf(app, indexId, `?since=${since}&limit=1`);
    expect([brief.changes.length, brief.changesTotal]).toEqual([200, 230]);
  });
}
