import { Change, Creation, OverridePage, PlanPage, RosterPage, Runbook, SearchResults } from "@dc/contract";
import { phonesOf } from "@dc/directory";
import { expect, test } from "vitest";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { read } from "#/testing/test-directory.ts";
import { aSpelledHouse, QUIET_MS, type SpelledHouse } from "./spelled-house.ts";

/** As documented, as nobody would guess, and drawn at random: nothing may be made for one of them. The last has ids of digits alone. */
const spellings = ["default", "respelled", "seed:1", "seed:2", "seed:3", "seed:4", "seed:5", "seed:6"];
const NUMBER = "+1 212-555-0142";
const PRACTITIONER = "new_0000000000000001";
const SCHEDULE = "new_0000000000000002";

const change = (
  record: AskedChange["record"],
  field: string | undefined,
  operation: AskedChange["operation"],
): AskedChange => ({ record, ...(field === undefined ? {} : { field }), operation, policy: "pin", evidence: null });

/** A phone number in the place of all others, a plan more and another name by which people are called. */
async function threeOverrides(house: SpelledHouse) {
  const phones = await house.holderOf("phones");
  const plans = await house.holderOf("acceptedInsurances");
  const name = await house.holderOf("preferredName");
  const taken = await house.said(plans.record, "acceptedInsurances", house.indexId);
  const known = house.app.sandbox.samples.plans.trim().split("\n").slice(1);
  const plan =
    known.map((line) => line.split(",")[0] ?? "").find((id) => !Array.isArray(taken) || !taken.includes(id)) ?? "";
  return {
    phones,
    plans,
    name,
    plan,
    changes: [
      change(phones.record, "phones", { op: "set", value: [{ number: NUMBER, extension: null, label: null }] }),
      change(plans.record, "acceptedInsurances", { op: "add", element: plan }),
      change(name.record, "preferredName", { op: "set", value: "Spelled" }),
    ],
  };
}

/** Whether the service lists its practitioners, so that a lost one can be looked up. */
const canList = ({ deps }: SpelledHouse["app"]) => "listPractitioners" in deps.service.profile.data.operations;

const numbersIn = (value: unknown) =>
  phonesOf({ value: JSON.parse(JSON.stringify(value ?? null)) })?.map(({ number }) => number);

test.for(spellings)(
  "%s: what is held is served by the gateway alone, on the record that holds it",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: false });
    const { app, indexId } = house;
    const { standardIndex } = app.deps.service.profile;
    const { phones, plans, plan, name, changes } = await threeOverrides(house);
    const before = await house.said(phones.record, "phones", indexId);
    const rows = await house.applied(...changes);
    expect(rows.map(({ state }) => state)).toEqual(["held", "held", "held"]);
    expect(numbersIn((await house.served(phones.record, "phones", indexId)).said)).toEqual([NUMBER]);
    expect((await house.served(plans.record, "acceptedInsurances", indexId)).said).toContain(plan);
    expect((await house.served(name.record, "preferredName", indexId)).said).toBe("Spelled");
    expect((await house.served(phones.record, "phones", standardIndex)).said).toEqual(before);
    expect(await house.said(phones.record, "phones", indexId)).toEqual(before);
    expect(
      app.sandbox.ledger
        .after(0)
        .filter(({ kind }) => kind === "practitioner" || kind === "schedule" || kind === "place"),
    ).toEqual([]);

    const page = await house.view();
    const roster = await read(app, RosterPage, `/index-versions/${indexId}/roster?sort=need`);
    expect(roster.items.find(({ record }) => record.id === house.practitionerId)?.counts?.held).toBe(
      [page.practitioner, ...page.schedules, ...page.related].reduce(
        (sum, { comparison }) => sum + comparison.counts.held,
        0,
      ),
    );
    const shown = await house.holderOf("phones");
    expect(shown.comparison.fields.find(({ key }) => key === "phones")).toMatchObject({ verdict: "ours" });
    const runbook = await read(app, Runbook, `/index-versions/${indexId}/runbook`);
    expect(runbook.steps.map(({ record }) => record.id).toSorted()).toEqual(
      [phones, plans, name].map(({ record }) => record.id).toSorted(),
    );
    const overrides = await read(app, OverridePage, `/index-versions/${indexId}/overrides`);
    expect(new Set(overrides.items.map(({ practitionerId }) => practitionerId))).toEqual(
      new Set([house.practitionerId]),
    );
    expect((await house.served(phones.record, "phones", `${standardIndex}9`)).status).toBeGreaterThanOrEqual(400);
  },
);

test.for(spellings)(
  "%s: a shared record names everybody whom a change of it affects, and is found",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: false });
    const { related, schedules, practitioner } = await house.view();
    for (const { record, name, usedBy, usedByTotal } of related) {
      expect(usedByTotal).toBeGreaterThanOrEqual(1);
      expect(usedBy.map((user) => user.record.id)).toContain(house.scheduleId);
      expect(usedBy.find((user) => user.record.id === house.scheduleId)).toMatchObject({
        practitioner: { id: house.practitionerId, name: practitioner.name },
      });
      const found = await read(
        house.app,
        SearchResults,
        `/search?q=${encodeURIComponent(name ?? record.id)}&indexId=${house.indexId}`,
      );
      expect(found.related.find((one) => one.record.id === record.id)).toMatchObject({
        practitionerId: expect.any(String),
      });
    }
    expect(schedules.find(({ record }) => record.id === house.scheduleId)?.name).toEqual(expect.any(String));
  },
);

test.for(spellings)("%s: what is applied is in the index, proved by receipts, and nowhere else", async (spelling) => {
  await using house = await aSpelledHouse({ spelling, writes: true });
  const { app, indexId } = house;
  const { standardIndex } = app.deps.service.profile;
  const { phones, plans, plan, changes } = await threeOverrides(house);
  const base = await house.said(phones.record, "phones", standardIndex);
  const rows = await house.applied(...changes);
  expect(rows.map(({ state, because, words }) => ({ state, because, words }))).toEqual(
    rows.map(() => ({ state: "applied", because: null, words: null })),
  );
  expect(numbersIn(await house.said(phones.record, "phones", indexId))).toEqual([NUMBER]);
  expect(await house.said(plans.record, "acceptedInsurances", indexId)).toContain(plan);
  expect(await house.said(phones.record, "phones", standardIndex)).toEqual(base);
  const receipts = await app.deps.store.db.selectFrom("receipt").selectAll().execute();
  expect(receipts.map(({ as_wanted, base_moved }) => ({ as_wanted, base_moved }))).toEqual(
    rows.map(() => ({ as_wanted: true, base_moved: "none" })),
  );
});

test.for(spellings)(
  "%s: a base that moves is told as moved or as conflict, and a hand from outside is seen",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: true });
    const { app, indexId } = house;
    const { standardIndex } = app.deps.service.profile;
    const { phones, plans, name, changes } = await threeOverrides(house);
    await house.applied(...changes.slice(2));
    const drift = async (at: typeof name, field: string, value: Parameters<SpelledHouse["spelled"]>[2]) =>
      await house.control("/drift", { ...at.record, set: await house.spelled(at.record, field, value, standardIndex) });
    await drift(name, "preferredName", "Moved");
    await drift(phones, "phones", [{ number: "+1 212-555-0177", extension: null, label: null }]);
    await house.control("/outside", {
      ...plans.record,
      index: indexId,
      set: await house.spelled(plans.record, "acceptedInsurances", [], indexId),
    });
    const fieldOf = async (field: string) =>
      (await house.holderOf(field)).comparison.fields.find(({ key }) => key === field);
    expect(await fieldOf("preferredName")).toMatchObject({ verdict: "conflict" });
    expect(await fieldOf("phones")).toMatchObject({ verdict: "base moved" });
    expect((await fieldOf("acceptedInsurances"))?.flags).toContain("outside");
  },
);

test.for(spellings)(
  "%s: an index version whose creation was not answered is adopted by its id, and asked for once",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: false });
    const { app } = house;
    await house.faultIn("createIndexVersion", "reset-after");
    const asked = await app.signedIn("POST", "/api/v1/index-versions", { name: "Lost", roster: house.scheduleId });
    const lost = Creation.parse(await asked.json());
    expect(lost.state).toBe("unknown");
    const made = app.sandbox.ledger
      .after(0)
      .filter(({ operation }) => operation === "createIndexVersion" || operation.includes("index"));
    const id = made.at(-1)?.record ?? made.at(-1)?.index ?? "";
    const settled = await app.signedIn("POST", `/api/v1/creations/${lost.id}/settle`, { as: "adopted", indexId: id });
    expect(Creation.parse(await settled.json())).toMatchObject({ state: "created", indexId: id });
    expect(made.filter(({ after }) => JSON.stringify(after).includes("Lost"))).toHaveLength(1);
  },
);

/** A practitioner, and a schedule of it at the place of the one that is known. */
async function twoCreations(house: SpelledHouse): Promise<AskedChange[]> {
  const places = await house.app.deps.store.db
    .selectFrom("record_reference")
    .selectAll()
    .where("record_id", "=", house.scheduleId)
    .execute();
  const named = Object.fromEntries(places.map((row) => [row.meaning, row.target_id]));
  const { profile } = house.app.deps.service;
  const isHeld = (field: string) =>
    profile.meanings("schedule").some(({ name, via }) => name === field && via.length === 0);
  const own = {
    ...(isHeld("name") ? { name: "New Street" } : {}),
    ...(isHeld("timeZone") ? { timeZone: "America/New_York" } : {}),
  };
  return [
    change({ type: "schedule", id: SCHEDULE }, undefined, {
      op: "create",
      fields: { practitioner: PRACTITIONER, acceptedInsurances: [], ...own, ...named },
    }),
    change({ type: "practitioner", id: PRACTITIONER }, undefined, { op: "create", fields: { displayName: "Dr. New" } }),
    change({ type: "practitioner", id: PRACTITIONER }, "preferredName", { op: "set", value: "BoundedBuffer" }),
  ];
}

test.for(spellings)(
  "%s: records that are held to be created and deleted are there and gone in gateway and compare",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: false });
    const gone = { type: "schedule", id: house.scheduleId };
    const rows = await house.applied(...(await twoCreations(house)), change(gone, undefined, { op: "delete" }));
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => "held"));
    const practitioner = { type: "practitioner", id: PRACTITIONER };
    expect((await house.served(practitioner, "preferredName", house.indexId)).said).toBe("BoundedBuffer");
    expect((await house.served({ type: "schedule", id: SCHEDULE }, "practitioner", house.indexId)).said).toBe(
      PRACTITIONER,
    );
    expect((await house.served(gone, "practitioner", house.indexId)).status).toBeGreaterThanOrEqual(400);
    const created = await house.view(PRACTITIONER);
    expect(created.practitioner).toMatchObject({
      name: "Dr. New",
      comparison: { presence: "missing in standard", flags: expect.arrayContaining(["held"]) },
    });
    expect(created.schedules.map(({ record }) => record.id)).toEqual([SCHEDULE]);
    expect(
      (await house.view()).schedules.find(({ record }) => record.id === house.scheduleId)?.comparison.presence,
    ).toBe("missing here");
  },
);

test.for(spellings)(
  "%s: created records get the service's ids, the one that names another after it; deleted ones go",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: true });
    const { app, indexId } = house;
    const { standardIndex } = app.deps.service.profile;
    const rows = await house.applied(...(await twoCreations(house)));
    expect(rows.map(({ state, because, words }) => ({ state, because, words }))).toEqual(
      rows.map(() => ({ state: "applied", because: null, words: null })),
    );
    const [schedule, practitioner] = rows.map((row) => ({ type: row.record_type, id: row.record_id }));
    if (schedule === undefined || practitioner === undefined) throw new Error("Three changes were applied.");
    expect(await house.said(schedule, "practitioner", indexId)).toBe(practitioner.id);
    expect(await house.said(practitioner, "preferredName", indexId)).toBe("BoundedBuffer");
    await expect(house.said(practitioner, "displayName", standardIndex)).rejects.toMatchObject({ reason: "missing" });
    const shown = await house.view(PRACTITIONER);
    expect(shown.practitioner).toMatchObject({
      record: practitioner,
      name: "Dr. New",
      comparison: { presence: "missing in standard", verdict: "ours" },
    });
    expect(shown.practitioner.comparison.counts).toMatchObject({ ours: 1, held: 0, outside: 0 });
    expect(shown.schedules.map(({ record }) => record)).toEqual([schedule]);
    const [deletion] = await house.applied(change(schedule, undefined, { op: "delete" }));
    expect(deletion?.state).toBe("applied");
    await expect(house.said(schedule, "practitioner", indexId)).rejects.toMatchObject({ reason: "missing" });

    await app.deps.service.client.writes.deleteRecord({ ...practitioner, index: indexId });
    expect((await house.view(practitioner.id)).practitioner.comparison).toMatchObject({
      presence: "missing in standard",
      flags: expect.arrayContaining(["outside"]),
    });
    expect((await house.served(practitioner, "preferredName", indexId)).said).toBe("BoundedBuffer");
  },
);

test.for(spellings)(
  "%s: a creation that was not answered is found in a list or told by a person, and never sent twice",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: true });
    const { app, indexId } = house;
    await house.faultIn("createPractitioner", "reset-after");
    const [lost] = await house.applied(
      change({ type: "practitioner", id: PRACTITIONER }, undefined, {
        op: "create",
        fields: { displayName: "Dr. Lost" },
      }),
    );
    expect(lost?.state).toBe("unknown");
    app.clock.advance(QUIET_MS);
    await house.pass();
    const written = () =>
      app.sandbox.ledger.after(0).filter(({ index, kind }) => index === indexId && kind === "practitioner");
    const real = written()[0]?.record ?? "";
    if (!canList(app)) {
      const [waiting] = await house.rows([lost?.id ?? ""]);
      expect(waiting).toMatchObject({ state: "unknown", because: expect.stringContaining("no list") });
      const path = `/api/v1/changes/${lost?.id}/settle`;
      expect((await app.signedIn("POST", path, { as: "applied" })).status).toBe(400);
      Change.parse(await (await app.signedIn("POST", path, { as: "applied", recordId: real })).json());
      await house.pass();
    }
    const [settled] = await house.rows([lost?.id ?? ""]);
    expect(settled).toMatchObject({ state: "applied", record_id: real, settled_as: "read" });
    expect(written()).toHaveLength(1);
  },
);

test.for(spellings)(
  "%s: plans have names where a record type has them, and their ids where none has",
  async (spelling) => {
    await using house = await aSpelledHouse({ spelling, writes: false });
    const { items } = await read(house.app, PlanPage, "/plans?limit=50");
    const hasNames = house.app.deps.service.profile.recordTypes.includes("insurance");
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ source, name }) => `${source} ${name !== null}`))).toEqual(
      new Set([hasNames ? "profile true" : "seen false"]),
    );
  },
);

test("what the profile cannot write is refused when it is staged", async () => {
  await using house = await aSpelledHouse({ spelling: "respelled", writes: false });
  const phones = await house.holderOf("phones");
  const labelled = { op: "set" as const, value: [{ number: NUMBER, extension: null, label: "Fax" }] };
  const staged = stageChanges(house.app.context, {
    indexId: house.indexId,
    changes: [change(phones.record, "phones", labelled)],
  });
  await expect(staged).rejects.toMatchObject({ code: "cannot_encode" });
});
