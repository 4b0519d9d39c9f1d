import {
  Brief,
  ImportedPlans,
  PlanImport,
  PlanImports,
  PlanPage,
  Problem,
  RosterImport,
  RosterPage,
} from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { change } from "#/testing/changes.ts";
import { createDirectory, journalOf, read, readImport, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("imports that are taken back, on the embedded store", () => {
  testTakenBack(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("imports that are taken back, on PostgreSQL", () => {
  testTakenBack(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

const codeOf = async (answer: Response) => Problem.parse(await answer.json()).code;
const post = async (app: TestApp, path: string, body?: object) =>
  await app.signedIn("POST", `${CONNECTION_API}${path}`, body);

async function addLines(app: TestApp, indexId: string, lines: readonly string[]): Promise<string> {
  app.clock.advance(1_000);
  const answer = await post(app, `/index-versions/${indexId}/roster-imports`, { from: "text", text: lines.join("\n") });
  await app.deps.background.idle();
  return RosterImport.parse(await answer.json()).id;
}

async function rosterOf(app: TestApp, indexId: string): Promise<Set<string>> {
  const { db } = app.deps.store;
  const rows = await db.selectFrom("roster_entry").select("record_id").where("index_id", "=", indexId).execute();
  return new Set(rows.map(({ record_id: id }) => id));
}

const peopleOf = async (app: TestApp, indexId: string) =>
  new Set((await read(app, RosterPage, `/index-versions/${indexId}/roster`)).items.map(({ record }) => record.id));

/** Schedules of the sample roster, each of another practitioner. */
async function schedulesOfSeveral(app: TestApp, count: number): Promise<{ schedule: string; practitioner: string }[]> {
  const { indexId } = await createDirectory(app, { name: "All", roster: sampleSchedules(app, 40).join("\n") });
  const { items } = await read(app, RosterPage, `/index-versions/${indexId}/roster?type=schedule&limit=100`);
  const first = new Map(items.map(({ record, practitioner }) => [practitioner?.id ?? "", record.id]));
  return [...first].slice(0, count).map(([practitioner, schedule]) => ({ practitioner, schedule }));
}

function testTakenBack(open: () => Promise<TestApp>): void {
  test("[X2] who left a roster as an import was taken back is told in the brief", async () => {
    await using app = await open();
    const [a, b] = await schedulesOfSeveral(app, 2);
    const { indexId } = await createDirectory(app, { roster: a?.schedule ?? "" });
    const importId = await addLines(app, indexId, [b?.schedule ?? ""]);
    const name = (await read(app, RosterPage, `/index-versions/${indexId}/roster`)).items.find(
      ({ record }) => record.id === b?.practitioner,
    )?.name;
    app.clock.advance(1_000);
    expect((await post(app, `/index-versions/${indexId}/briefs`)).status).toBe(204);
    app.clock.advance(1_000);
    expect((await post(app, `/roster-imports/${importId}/take-back`)).status).toBe(200);
    const { changes, changesTotal } = await read(app, Brief, `/index-versions/${indexId}/brief`);
    expect(changes.map(({ text }) => text)).toEqual([`${name} left this directory.`]);
    expect(changesTotal).toBe(1);
  });

  test("[I12] a line that is corrected while its import is taken back leaves nothing of that on the roster", async () => {
    await using app = await open();
    const [a, b, c] = await schedulesOfSeveral(app, 3);
    const { indexId } = await createDirectory(app, { roster: a?.schedule ?? "" });
    const importId = await addLines(app, indexId, [b?.schedule ?? "", "?? nothing"]);
    const path = `${CONNECTION_API}/roster-imports/${importId}/lines/2`;
    await Promise.all([
      app.signedIn("PUT", path, { text: c?.schedule }),
      post(app, `/roster-imports/${importId}/take-back`),
    ]);
    await app.deps.background.idle();
    const { takenBack } = await readImport(app, importId);
    const kept = [...(await rosterOf(app, indexId))].filter((id) => id === b?.schedule || id === c?.schedule);
    expect(takenBack === null ? [] : kept).toEqual([]);
  });

  test("[I12] a roster import is taken back as one: what it added is gone, and what was there before is as it was", async () => {
    await using app = await open();
    const [a, b, c] = await schedulesOfSeveral(app, 3);
    const { indexId, importId: first } = await createDirectory(app, { roster: a?.schedule ?? "" });
    const before = await rosterOf(app, indexId);
    const importId = await addLines(app, indexId, [a?.schedule ?? "", b?.practitioner ?? "", c?.schedule ?? ""]);
    expect((await readImport(app, importId)).mayBeTakenBack).toBe(true);
    const added = (await rosterOf(app, indexId)).difference(before);
    expect(added.size).toBeGreaterThanOrEqual(3);

    const answer = await post(app, `/roster-imports/${importId}/take-back`);
    expect(answer.status).toBe(200);
    const { takenBack, mayBeTakenBack } = RosterImport.parse(await answer.json());
    expect(takenBack).toMatchObject({ removed: added.size, restored: 0, left: 0, leftItems: [] });
    expect(mayBeTakenBack).toBe(false);
    expect(await rosterOf(app, indexId)).toEqual(before);
    expect(await journalOf(app, importId)).toEqual(["roster.add", "roster.read", "roster.take-back"]);

    const again = await post(app, `/roster-imports/${importId}/take-back`);
    expect([again.status, await codeOf(again)]).toEqual([409, "wrong_state"]);
    const reading = await post(app, `/index-versions/${indexId}/roster-imports`, { from: "roster" });
    await app.deps.background.idle();
    const readAgain = RosterImport.parse(await reading.json()).id;
    expect((await post(app, `/roster-imports/${readAgain}/take-back`)).status, "it added nothing").toBe(409);
    expect(await rosterOf(app, indexId), "nothing of it is read back").toEqual(before);
    // The one that the directory began with, too.
    expect((await post(app, `/roster-imports/${first}/take-back`)).status).toBe(200);
    expect(await rosterOf(app, indexId)).toEqual(new Set());
  });

  test("[I12] who was changed, verified or listed again since is left with their schedules, and named with why", async () => {
    await using app = await open();
    const [a, b, c, d] = await schedulesOfSeveral(app, 4);
    const { indexId } = await createDirectory(app);
    const importId = await addLines(
      app,
      indexId,
      [a, b, c, d].map((one) => one?.schedule ?? ""),
    );
    const whole = await rosterOf(app, indexId);
    const record = { type: "practitioner", id: a?.practitioner ?? "" };
    const staged = await post(app, `/index-versions/${indexId}/changes`, {
      changes: [change(record, "displayName", { op: "set", value: "Ada Lovelace" })],
    });
    expect(staged.status).toBe(201);
    app.clock.advance(1_000);
    const verified = await post(app, "/verifications", {
      of: [{ indexId, practitionerId: b?.practitioner ?? "" }],
      saidBy: "The office",
      how: "phone",
      verifiedOn: app.clock.now().toISOString().slice(0, 10),
    });
    expect(verified.status, await verified.clone().text()).toBeLessThan(300);
    const later = await addLines(app, indexId, [c?.schedule ?? ""]);

    const answer = await post(app, `/roster-imports/${importId}/take-back`);
    const { takenBack } = RosterImport.parse(await answer.json());
    const why = new Map(takenBack?.leftItems.map((item) => [item.record.id, item.why]));
    expect(why.get(a?.practitioner ?? "")).toBe("changed");
    expect(why.get(a?.schedule ?? "")).toBe("used by what is left");
    expect(why.get(b?.practitioner ?? "")).toBe("verified");
    expect(why.get(c?.schedule ?? "")).toBe("listed again");
    expect(why.has(d?.practitioner ?? ""), "nobody used them").toBe(false);
    const left = await rosterOf(app, indexId);
    expect([...left].toSorted()).toEqual([...why.keys()].toSorted());
    expect(takenBack?.removed).toBe(whole.size - left.size);
    expect(await peopleOf(app, indexId)).toEqual(new Set([a, b, c].map((one) => one?.practitioner)));
    expect((await post(app, `/roster-imports/${later}/take-back`)).status).toBe(200);
    expect(await peopleOf(app, indexId), "what both listed goes with the later").toEqual(
      new Set([a, b].map((one) => one?.practitioner)),
    );
    const corrected = await app.signedIn("PUT", `${CONNECTION_API}/roster-imports/${importId}/lines/1`, { text: "x" });
    expect(corrected.status).toBe(409);
  });

  test("[I12] an import of plan names is taken back as one, but for what was named otherwise or used since", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 3).join("\n") });
    const catalogue = async () => (await read(app, PlanPage, "/plans?limit=200")).items;
    const take = async (csv: string) => {
      app.clock.advance(1_000);
      return ImportedPlans.parse(await (await post(app, "/plans/import", { csv })).json());
    };
    const [seen] = await catalogue();
    await take("id,payer,plan\nins_old00001,Acme,Old name");
    const before = await catalogue();
    const run = await take(
      [
        "id,payer,plan",
        `${seen?.id},Acme,Seen`,
        "ins_old00001,Acme,New name",
        "ins_new00001,Acme,Added",
        "ins_new00002,Acme,Renamed later",
        "ins_new00003,Acme,Used later",
      ].join("\n"),
    );
    expect(run).toMatchObject({ added: 3, changed: 2 });
    await take("id,payer,plan\nins_new00002,Acme,By somebody else");
    const [record] = (await read(app, RosterPage, `/index-versions/${indexId}/roster?type=schedule`)).items;
    const staged = await post(app, `/index-versions/${indexId}/changes`, {
      changes: [
        change(record?.record ?? { type: "", id: "" }, "acceptedInsurances", { op: "add", element: "ins_new00003" }),
      ],
    });
    expect(staged.status, await staged.clone().text()).toBe(201);

    const taken = await post(app, `/plan-imports/${run.id}/take-back`);
    expect(taken.status).toBe(200);
    expect(PlanImport.parse(await taken.json()).takenBack).toMatchObject({
      removed: 1,
      restored: 2,
      left: 2,
      leftItems: [
        { id: "ins_new00002", name: "By somebody else", why: "renamed" },
        { id: "ins_new00003", name: "Used later", why: "used" },
      ],
    });
    const now = await catalogue();
    expect(now.filter(({ id }) => !id.startsWith("ins_new"))).toEqual(before);
    expect(now.map(({ id }) => id).filter((id) => id.startsWith("ins_new"))).toEqual(
      expect.arrayContaining(["ins_new00002", "ins_new00003"]),
    );
    expect(now).toHaveLength(before.length + 2);
    expect((await post(app, `/plan-imports/${run.id}/take-back`)).status).toBe(409);
    const { items } = await read(app, PlanImports, "/plan-imports");
    expect(items.map(({ takenBack }) => takenBack === null)).toEqual([true, false, true]);
    const limited = await app.enter({ name: "Bo", roles: [{ role: "editor", referrers: [] }] });
    const refused = await limited.signedIn("POST", `${CONNECTION_API}/plan-imports/${items[0]?.id}/take-back`);
    expect(refused.status).toBe(403);
  });

  test("[I12] a plan that an import added and a record has that was read since keeps its id without a name", async () => {
    await using app = await open();
    const { db } = app.deps.store;
    const roster = sampleSchedules(app, 1).join("\n");
    const probe = await createDirectory(app, { name: "Probe", roster });
    const [seen] = (await read(app, PlanPage, "/plans?limit=1")).items;
    await db.deleteFrom("plan").execute();
    await db.deleteFrom("reading").where("index_id", "=", probe.indexId).execute();
    const csv = `id,payer,plan\n${seen?.id},Acme,Named first`;
    const run = ImportedPlans.parse(await (await post(app, "/plans/import", { csv })).json());
    await createDirectory(app, { name: "Reads it", roster });
    expect((await post(app, `/plan-imports/${run.id}/take-back`)).status).toBe(200);
    const { items } = await read(app, PlanPage, "/plans?limit=200");
    expect(items.find(({ id }) => id === seen?.id)).toMatchObject({ name: null, payer: null, source: "seen" });
  });
}
