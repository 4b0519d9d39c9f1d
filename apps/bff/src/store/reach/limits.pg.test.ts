import {
  ActivityPage,
  ChangePage,
  ChangeSet,
  OtherVisitors,
  PractitionerView,
  RequestPage,
  StagedChanges,
} from "@dc/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Store } from "#/store/engine/database.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { seal } from "#/testing/journal.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";

describe("what somebody limited is not told, on the embedded store", () => {
  testLimits(openTestStore);
});
describeOnPostgres("what somebody limited is not told, on PostgreSQL", () => {
  testLimits(openTestStoreOnPostgres);
});

type Ask = TestApp["signedIn"];
interface Directory {
  indexId: string;
  referrerId: string;
  practitionerId: string;
}

/** Where the counters of the store begin, so that their numbers can be told from any other. */
const COUNTED = 7_654_321_000;

function testLimits(openStore: () => Promise<Store>): void {
  let app: TestApp;
  let own: Directory;
  let other: Directory;
  let editor: Ask;

  beforeAll(async () => {
    app = await createTestApp({ store: await openStore() });
    for (const column of [
      ["journal", "seq"],
      ["change", "staged_order"],
      ["service_request", "seq"],
    ] as const)
      await sql`select setval(pg_get_serial_sequence(${column[0]}, ${column[1]}), ${COUNTED})`.execute(db());
    const schedules = sampleSchedules(app, 20);
    own = await directory("Aldous", schedules.slice(0, 3));
    other = await directory("Zyxwell", schedules.slice(17));
    editor = await limitedTo("Edda", own);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const db = () => app.deps.wholeStore.db;
  async function directory(name: string, roster: readonly string[]): Promise<Directory> {
    const { indexId } = await createDirectory(app, { name, roster: roster.join("\n") });
    const row = await db()
      .selectFrom("index_version")
      .innerJoin("roster_entry as entry", "entry.index_id", "index_version.id")
      .select(["index_version.referrer_id", "entry.record_id"])
      .where("index_version.id", "=", indexId)
      .where("entry.record_type", "=", "practitioner")
      .executeTakeFirstOrThrow();
    return { indexId, referrerId: row.referrer_id ?? "", practitionerId: row.record_id };
  }
  const limitedTo = async (name: string, { referrerId }: Directory) =>
    (await app.enter({ name, roles: [{ role: "editor", referrers: [referrerId] }] })).signedIn;
  async function ask<Schema extends z.ZodType>(
    as: Ask,
    schema: Schema,
    [method, path]: readonly [method: string, path: string],
    body?: object,
  ): Promise<z.output<Schema>> {
    const answer = await as(method, `${CONNECTION_API}${path}`, body);
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return schema.parse(await answer.json());
  }
  const changeOf = ({ practitionerId }: Directory, value: string) => ({
    record: { type: "practitioner", id: practitionerId },
    field: "preferredName",
    operation: { op: "set", value },
    evidence: testEvidence,
  });
  const placed = (directory: Directory, value: string) => ({
    ...changeOf(directory, value),
    indexId: directory.indexId,
  });
  const told = { name: "Told by the practice", evidence: testEvidence };
  const opened = async (as: Ask, ...changes: object[]) =>
    (await ask(as, StagedChanges, ["POST", "/change-sets"], { changes, ...(changes.length === 0 ? {} : told) }))
      .changeSet.id;
  const stageInto = async (as: Ask, id: string, ...changes: object[]) =>
    (await as("POST", `${CONNECTION_API}/change-sets/${id}/changes`, { changes })).status;

  test("an entry is hidden by what it is about, and not by the words in it", async () => {
    const path = `/index-versions/${own.indexId}`;
    const setId = await opened(editor);
    for (const words of ["Zyxwell", "Dr. Zyxwell", other.indexId, other.referrerId, other.practitionerId, "Nobody"]) {
      expect(await stageInto(editor, setId, placed(own, words)), words).toBe(201);
      const { items } = await ask(editor, ActivityPage, ["GET", `/activity?indexId=${own.indexId}&limit=1`]);
      expect(items[0]?.sentence, words).toContain(words);
    }
    await app.signedIn("POST", `${CONNECTION_API}${path}/roster-imports`, { from: "index", indexId: other.indexId });
    await app.deps.background.idle();
    const copied = await ask(app.signedIn, ActivityPage, ["GET", "/activity?action=roster.copy"]);
    expect(copied.items[0]?.indexId).toBe(own.indexId);
    expect((await ask(editor, ActivityPage, ["GET", "/activity?action=roster.copy"])).items).toEqual([]);
    await sql`delete from roster_entry where index_id = ${own.indexId} and source = 'copied'`.execute(db());
    await editor("DELETE", `${CONNECTION_API}/change-sets/${setId}`);
  });

  test("a standard record on no roster of one's own is read for whoever asks, and is of that age", async () => {
    const readAt = async (as: Ask, { practitionerId }: Directory, maxAge = 86_400) => {
      const path = `/index-versions/idx_standard/practitioners/${practitionerId}?maxAge=${maxAge}`;
      return (await ask(as, PractitionerView, ["GET", path])).practitioner.here.fetchedAt;
    };
    for (let round = 0; round < 2; round += 1) {
      await readAt(app.signedIn, other, 0);
      app.clock.advance(60_000);
      expect(await readAt(editor, other)).toBe(app.clock.now().toISOString());
    }
    await readAt(app.signedIn, own, 0);
    const last = app.clock.now().toISOString();
    app.clock.advance(60_000);
    expect(await readAt(editor, own)).toBe(last);
  });

  test("no id, cursor or event tells a number of a counter that others move too", async () => {
    const id = await opened(editor);
    await stageInto(editor, id, placed(own, "One"), { ...placed(own, "Two"), field: "displayName" });
    await seal(app.deps.wholeStore);
    const lists = [
      ["/activity", ActivityPage],
      ["/requests", RequestPage],
      [`/change-sets/${id}/changes`, ChangePage],
    ] as const;
    const told: string[] = [];
    for (const [path, schema] of lists) {
      const ids: string[] = [];
      let cursor = "";
      for (let page = 0; page < 2; page += 1) {
        const { items, nextCursor } = await ask(editor, schema, ["GET", `${path}?limit=1${cursor}`]);
        ids.push(...items.map((item) => item.id));
        told.push(JSON.stringify(items), Buffer.from(nextCursor ?? "", "base64url").toString());
        cursor = `&cursor=${nextCursor}`;
      }
      expect(new Set(ids).size, path).toBe(2);
      expect((await editor("GET", `${CONNECTION_API}${path}?cursor=WzFd`)).status).toBe(400);
    }
    told.push(await (await editor("GET", `${CONNECTION_API}/events`)).text());
    expect(told.at(-1)).toMatch(/^id: \S+$/m);
    expect(told.filter((text) => /7654321\d{3}/.test(text))).toEqual([]);
    await editor("DELETE", `${CONNECTION_API}/change-sets/${id}`);
  });

  test("the id of a change set that spans outside is nowhere, and what it does inside is there", async () => {
    const id = await opened(app.signedIn, placed(own, "Both"), placed(other, "Both"));
    const { version } = await ask(app.signedIn, ChangeSet, ["GET", `/change-sets/${id}`]);
    await app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, { version });
    await app.sendDue();
    const change = await db()
      .selectFrom("change")
      .select("id")
      .where("change_set_id", "=", id)
      .where("index_id", "=", own.indexId)
      .executeTakeFirstOrThrow();
    const reason = {
      code: "alarm",
      params: { alarm: "alm_0000000000000001", indices: [other.indexId], isInIndex: true },
    };
    await sql`update change set reason = ${JSON.stringify(reason)}::json where id = ${change.id}`.execute(db());
    await sql`update service_request set cause_kind = 'work', cause_id = ${id} where index_id = ${own.indexId}`.execute(
      db(),
    );
    const view = await ask(editor, PractitionerView, [
      "GET",
      `/index-versions/${own.indexId}/practitioners/${own.practitionerId}`,
    ]);
    expect(view.changes).toMatchObject([{ id: change.id, changeSetId: null, order: null }]);
    const paths = ["/overrides", "/roster", "/runbook", `/practitioners/${own.practitionerId}`].map(
      (path) => `/index-versions/${own.indexId}${path}`,
    );
    for (const path of [
      ...paths,
      "/requests?limit=200",
      "/activity?limit=200",
      "/change-sets",
      `/changes/${change.id}`,
    ]) {
      const text = await (await editor("GET", `${CONNECTION_API}${path}`)).text();
      expect(text, path).not.toContain(id);
    }
    expect(view.changes[0]?.because).toContain("also written to another index version.");
  });

  test("what is served after a change of somebody limited rests on what they do not see, too", async () => {
    const applied = async (as: Ask, value: string, directories: readonly Directory[]) => {
      const id = await opened(as, ...directories.map((one) => ({ ...placed(one, value), field: "displayName" })));
      const { version } = await ask(as, ChangeSet, ["GET", `/change-sets/${id}`]);
      await ask(as, ChangeSet, ["POST", `/change-sets/${id}/apply`], { version });
      await app.sendDue();
      return id;
    };
    const served = async () =>
      (
        await db()
          .selectFrom("override")
          .innerJoin("change", "change.id", "override.change_id")
          .select("change.operation")
          .where("override.index_id", "=", own.indexId)
          .where("override.field", "=", "displayName")
          .execute()
      ).map(({ operation }) => operation);
    await applied(app.signedIn, "Of both", [own, other]);
    const hers = await applied(editor, "Of hers", [own]);
    expect(await served()).toEqual([{ op: "set", value: "Of hers" }]);
    const { version } = await ask(editor, ChangeSet, ["GET", `/change-sets/${hers}`]);
    await ask(editor, ChangeSet, ["POST", `/change-sets/${hers}/withdraw`], { version });
    expect(await served()).toEqual([{ op: "set", value: "Of both" }]);
  });

  test("reading changes no count that everybody is shown", async () => {
    const id = await opened(app.signedIn, placed(own, "Of both, staged"), placed(other, "Of both, staged"));
    const counted = async () =>
      await db()
        .selectFrom("record_summary")
        .select(["drafts", "held"])
        .where("index_id", "=", own.indexId)
        .where("record_id", "=", own.practitionerId)
        .execute();
    const before = await counted();
    expect(before).toMatchObject([{ drafts: 1 }]);
    const path = `${CONNECTION_API}/index-versions/${own.indexId}/practitioners/${own.practitionerId}?maxAge=0`;
    const view = PractitionerView.parse(await (await editor("GET", path)).json());
    expect(view.changes.map(({ operation }) => operation)).not.toContainEqual({ op: "set", value: "Of both, staged" });
    expect(await counted()).toEqual(before);
    await app.signedIn("DELETE", `${CONNECTION_API}/change-sets/${id}`);
  });

  test("the roster of the standard index is not added to", async () => {
    const add = async (as: Ask) =>
      (
        await as("POST", `${CONNECTION_API}/index-versions/idx_standard/roster-imports`, {
          from: "text",
          text: own.practitionerId,
        })
      ).status;
    expect([await add(editor), await add(app.signedIn)]).toEqual([403, 202]);
    await app.deps.background.idle();
    await sql`delete from roster_entry where index_id = 'idx_standard'`.execute(db());
  });

  test("the empty draft of somebody else is not there, and one's own is", async () => {
    const [ofOther, ofOwn] = [await opened(app.signedIn), await opened(editor)];
    const seen = async (id: string) => (await editor("GET", `${CONNECTION_API}/change-sets/${id}`)).status;
    expect([await seen(ofOther), await seen(ofOwn)]).toEqual([404, 200]);
    const named = { name: "Not theirs", version: 1 };
    expect((await editor("PATCH", `${CONNECTION_API}/change-sets/${ofOther}`, named)).status).toBe(404);
    for (const id of [ofOther, ofOwn]) await app.signedIn("DELETE", `${CONNECTION_API}/change-sets/${id}`);
  });

  test("a page of the standard index names the people with whom one shares a referrer", async () => {
    const another = await limitedTo("Olaf", other);
    const page = { kind: "practitioner", indexId: "idx_standard", practitionerId: own.practitionerId };
    const othersOf = async (as: Ask, visit: string) =>
      (await ask(as, OtherVisitors, ["PUT", `/page-visits/vis_${visit.padEnd(16, "0")}`], { page })).people.map(
        ({ name }) => name,
      );
    await othersOf(another, "a");
    expect(await othersOf(editor, "b")).toEqual([]);
    expect((await othersOf(app.signedIn, "c")).toSorted()).toEqual(["Edda", "Olaf"]);
    expect(await othersOf(another, "a")).toEqual(["Ada Admin"]);
  });

  test("an alarm outside changes no answer", async () => {
    const answers = async () =>
      await Promise.all(
        ["/alarms", "", "/waiting-counts"].map(
          async (path) => await (await editor("GET", `${CONNECTION_API}${path}`)).text(),
        ),
      );
    // So that no entry of before becomes an event meanwhile.
    await app.deps.background.idle();
    await seal(app.deps.wholeStore);
    const before = await answers();
    const id = await opened(app.signedIn);
    await db()
      .insertInto("alarm")
      .values({
        id: "alm_0000000000000001",
        connection_id: app.deps.connection.id,
        change_set_id: id,
        index_id: other.indexId,
        record_type: "practitioner",
        record_id: other.practitionerId,
        taken_by: JSON.stringify([own.indexId]),
        raised_at: app.clock.now(),
      })
      .execute();
    expect(await answers()).toEqual(before);
    // Nor does what others ask of the service meanwhile.
    await app.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${other.indexId}/practitioners/${other.practitionerId}?maxAge=0`,
    );
    app.clock.advance(1_000);
    expect(await answers()).toEqual(before);
  });
}
