import { LookUpResults, PractitionerView, RosterPage, SearchResults, VerificationPage } from "@dc/contract";
import { type Phone, phoneKey, phonesOf } from "@dc/directory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBackgroundWork } from "#/background-work.ts";
import { NAMES_OF_SETS } from "#/operations/search/derive-names-of-sets.ts";
import { createBackground } from "#/runtime/background.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { testEvidence } from "#/testing/evidence.ts";

describe.each(["default", "respelled"])("search, on the %s spelling", (spelling) => {
  let testApp: TestApp;
  let elm: string;
  let oak: string;
  let practitioner: { id: string; name: string | null; preferredName: string | null };
  beforeAll(async () => {
    testApp = await createTestApp({ sandbox: { spelling, practitioners: 50 }, profile: "of the sandbox" });
    const roster = sampleSchedules(testApp, 2).join("\n");
    ({ indexId: elm } = await createDirectory(testApp, { name: "Elm Street", roster }));
    ({ indexId: oak } = await createDirectory(testApp, { name: "Oak Hill", roster }));
    const { practitioners } = await search(sampleSchedules(testApp, 1)[0] ?? "", "schedules");
    practitioner = practitioners[0] ?? { id: "", name: null, preferredName: null };
  });
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  async function search(q: string, by: "text" | "schedules" = "text") {
    const found = await read(testApp, SearchResults, `/search?q=${encodeURIComponent(q)}`);
    if (by === "text") return found;
    const id = found.schedules[0]?.practitionerId ?? "";
    return await read(testApp, SearchResults, `/search?q=${id}`);
  }
  const inBoth = () => [
    { indexId: elm, indexName: "Elm Street" },
    { indexId: oak, indexName: "Oak Hill" },
  ];

  /** The first phone by which the practitioner is reached in a directory, and the record that holds it. */
  async function firstPhone(indexId: string) {
    const view = await read(testApp, PractitionerView, `/index-versions/${indexId}/practitioners/${practitioner.id}`);
    const held = [view.practitioner, ...view.schedules, ...view.related].flatMap(({ record, comparison }) =>
      comparison.fields
        .filter(({ kind }) => kind === "phones")
        .flatMap(({ key, values }) =>
          (values.effective === null ? [] : (phonesOf(values.effective) ?? [])).map((phone) => ({
            record,
            key,
            phone,
          })),
        ),
    );
    const [first] = held;
    if (first === undefined) throw new Error("The practitioner has no phone.");
    return first;
  }

  test("a practitioner is found once, with every directory that has her", async () => {
    const byName = await search(practitioner.name ?? "");
    expect(byName.practitioners.find(({ id }) => id === practitioner.id)).toEqual({
      ...practitioner,
      phone: null,
      directories: inBoth(),
      directoryCount: 2,
    });
    const schedule = sampleSchedules(testApp, 1)[0] ?? "";
    expect((await search(schedule)).schedules).toMatchObject([{ id: schedule, directories: inBoth() }]);
  });

  test("[I9] a name is found in whatever order of its words, each of which may be begun", async () => {
    const words = (practitioner.name ?? "").replaceAll(/^(?:Dr|Prof)\.?\s+|,.*$/g, "").split(" ");
    const [family = "", given = ""] = [words.at(-1), words[0]];
    const has = async (q: string) => (await search(q)).practitioners.some(({ id }) => id === practitioner.id);
    for (const q of [`${family}, ${given}`, `${family} ${given}`, `${family.slice(0, 4)} ${given.slice(0, 3)}`])
      expect(await has(q), q).toBe(true);
    for (const q of [`${family} ${given.slice(1)}`, `${family} Nowhere`]) expect(await has(q), q).toBe(false);
    const near = await read(
      testApp,
      SearchResults,
      `/search?near=${elm}&q=${encodeURIComponent(`${family} ${given}`)}`,
    );
    expect(near.practitioners.map(({ id }) => id)).toContain(practitioner.id);
  });

  test("[I9] a name is found with titles and degrees that are not written with it here, and a title alone as it stands", async () => {
    const words = (practitioner.name ?? "").split(/[\s,]+/).filter((word) => /\p{L}{4}/u.test(word));
    const name = words.join(" ");
    for (const q of [`Prof. Dr. med. ${name}`, `${name}, Ph.D., FACP`, `Dr ${words[0]?.slice(0, 4)}`])
      expect((await search(q)).practitioners.map(({ id }) => id)).toContain(practitioner.id);
    const titled = (await search("Dr.")).practitioners;
    expect(titled.every(({ name, preferredName }) => /\bDr/i.test(`${name} ${preferredName}`))).toBe(true);
  });

  test("signs that are folded away find nothing", async () => {
    for (const q of ["’", "''", "´ `"]) {
      const { nextCursors: _, ...found } = await search(q);
      expect(Object.values(found).flat(), q).toEqual([]);
    }
  });

  test("what the directory at hand has comes first", async () => {
    const near = async (indexId: string) =>
      (
        await read(testApp, SearchResults, `/search?near=${indexId}&q=${encodeURIComponent(practitioner.id)}`)
      ).practitioners.map(({ directories }) => directories.map((directory) => directory.indexId));
    expect([await near(elm), await near(oak)]).toEqual([[[elm, oak]], [[oak, elm]]]);
  });

  test("plans are found by name and payer, and people by who may invite them", async () => {
    const { profile } = testApp.deps.service;
    const plan = { id: `${profile.idPrefixOf(profile.planType)}search01`, name: "Gold Choice", payer: "Ōsaka Mutual" };
    const csv = `id,payer,plan\n${plan.id},${plan.payer},${plan.name}\n`;
    expect((await testApp.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv })).status).toBe(200);
    for (const q of ["gold choice", "osaka"]) expect((await search(q)).plans).toContainEqual(plan);
    const person = { name: "Wilma Fern", roles: [{ role: "viewer", referrers: null }] } as const;
    const viewer = (await testApp.enter(person)).signedIn;
    const path = `${CONNECTION_API}/search?q=${encodeURIComponent("wilma")}`;
    const found = async (by: TestApp["signedIn"]) => SearchResults.parse(await (await by("GET", path)).json()).people;
    expect(await found(testApp.signedIn)).toMatchObject([{ name: "Wilma Fern" }]);
    expect(await found(viewer)).toEqual([]);
  });

  test("a practitioner is found by phone, however it is typed, and by the number that a held change gives her", async () => {
    const { record, key, phone } = await firstPhone(elm);
    const digits = phone.number.replaceAll(/\D/g, "").slice(-10);
    const local = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    const found = async (q: string) => (await search(q)).practitioners.find(({ id }) => id === practitioner.id);
    for (const typed of [digits, local, phone.number, digits.slice(3), `0${digits}`])
      expect(await found(typed), typed).toMatchObject({
        directories: inBoth(),
        phone: expect.stringContaining(phone.number),
      });

    const to: Phone = { ...phone, number: "(312) 555-0188", extension: null };
    const operation = { op: "replace", element: phoneKey(phone, "US"), by: to };
    const staged = await bodyOf<Staged>(
      await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${elm}/changes`, {
        changes: [{ record, field: key, operation }],
      }),
    );
    const { id, version } = staged.changeSet;
    await testApp.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, { version, evidence: testEvidence });
    await testApp.sendDue();
    await testApp.deps.background.idle();
    expect(await found("312 555 0188")).toMatchObject({
      phone: "(312) 555-0188",
      directories: [{ indexId: elm }],
      directoryCount: 1,
    });
    expect(await found(digits)).toMatchObject({ directories: [{ indexId: oak }], directoryCount: 1 });
  });

  test("a store that was kept before phones were, and one that was not compared, is searched after the next start", async () => {
    const { phone } = await firstPhone(oak);
    const digits = phone.number.replaceAll(/\D/g, "").slice(-10);
    const found = async () => (await search(digits)).practitioners.find(({ id }) => id === practitioner.id);
    const before = await found();
    await testApp.deps.store.db
      .updateTable("record_summary")
      .set({ phones: null })
      .where("index_id", "=", oak)
      .execute();
    await testApp.deps.store.db.deleteFrom("record_summary").where("index_id", "=", elm).execute();
    expect(await found()).toBeUndefined();
    const asked = testApp.sandbox.counters.after(0).length;
    await testApp.deps.background.stop();
    testApp.deps.background = createBackground(testApp.deps.log);
    await startBackgroundWork(testApp.deps);
    await testApp.deps.background.idle();
    expect(await found()).toEqual(before);
    expect(testApp.sandbox.counters.after(asked)).toEqual([]);
  });

  test("a practitioner is found by the preferred name that the directory gives, and by that of a store kept before", async () => {
    const record = { type: "practitioner", id: practitioner.id };
    const path = `/index-versions/${elm}`;
    const found = async (q: string) => (await search(q)).practitioners.find(({ id }) => id === practitioner.id);
    const onRoster = async (q: string) =>
      (await read(testApp, RosterPage, `${path}/roster?q=${encodeURIComponent(q)}`)).items.map(
        ({ record: { id } }) => id,
      );
    await applyChanges(testApp, elm, [change(record, "preferredName", { op: "set", value: "Żużanna Quell" })]);
    await testApp.sendDue();
    await testApp.deps.background.idle();
    for (const q of ["zuzanna", "Dr. Quell", "quell zuz"])
      expect(await found(q), q).toMatchObject({
        name: practitioner.name,
        preferredName: "Żużanna Quell",
        directories: [{ indexId: elm }],
      });
    expect(await onRoster("quell")).toEqual([practitioner.id]);
    expect((await search(practitioner.name ?? "")).practitioners[0]?.name).toBe(practitioner.name);
    const listed = await read(testApp, VerificationPage, "/verifications?due=all&q=quell");
    expect(listed.items.map(({ practitionerId }) => practitionerId)).toEqual([practitioner.id]);

    const { db } = testApp.deps.store;
    await db.updateTable("roster_entry").set({ preferred_name: null, search: "kept before" }).execute();
    await db.deleteFrom("setting").where("key", "like", "record names of %").execute();
    expect(await found("zuzanna")).toBeUndefined();
    await testApp.deps.background.stop();
    testApp.deps.background = createBackground(testApp.deps.log);
    await startBackgroundWork(testApp.deps);
    await testApp.deps.background.idle();
    expect(await found("zuzanna")).toMatchObject({ directories: [{ indexId: elm }] });

    await applyChanges(testApp, elm, [change(record, "preferredName", { op: "set", value: "" })]);
    await testApp.sendDue();
    await testApp.deps.background.idle();
    expect([await found("zuzanna"), await onRoster("quell")]).toEqual([undefined, []]);
  });

  test("a change set that nobody named is found by what it is called, by its directory, and by nobody who may not see it", async () => {
    const found = async (q: string, as = testApp.signedIn) => {
      await testApp.deps.background.idle();
      const answer = await as("GET", `${CONNECTION_API}/search?kind=changeSets&q=${encodeURIComponent(q)}`);
      return SearchResults.parse(await answer.json()).changeSets;
    };
    const stage = async (field: string, value: string) => {
      const record = { type: "practitioner", id: practitioner.id };
      const body = { changes: [change(record, field, { op: "set", value })] };
      const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${oak}/changes`, body);
      return (await bodyOf<Staged>(answer)).changeSet.id;
    };
    const id = await stage("displayName", "Not live");
    const [set] = await found(practitioner.name ?? "");
    expect(set?.id).toBe(id);
    const words = (set?.name ?? "").split(/[\s:,.]+/u).filter((word) => word.length > 3);
    for (const q of [set?.name ?? "", words.toReversed().join(" "), `${words[0]} Oak Hill`])
      expect([q, (await found(q)).map((one) => one.id)]).toEqual([q, [id]]);

    const { referrer_id: referrerId } = await testApp.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", elm)
      .executeTakeFirstOrThrow();
    const roles = [{ role: "editor" as const, referrers: [referrerId ?? ""] }];
    expect((await found(practitioner.id)).map((one) => one.id)).toContain(id);
    const other = await testApp.enter({ name: "Lea", roles });
    expect((await found(practitioner.id, other.signedIn)).map((one) => one.id)).not.toContain(id);
    expect(await found(set?.name ?? "", other.signedIn)).toEqual([]);

    await stage("preferredName", "Not live either");
    const [more] = await found("preferred display");
    expect([more?.id, more?.name]).toEqual([id, expect.stringContaining("preferred name")]);
    expect((await found(more?.name ?? "")).map((one) => one.id)).toEqual([id]);

    const path = `${CONNECTION_API}/change-sets/${id}`;
    const { version } = await bodyOf<{ version: number }>(await testApp.signedIn("GET", path));
    expect((await testApp.signedIn("PATCH", path, { name: "Called otherwise", version })).status).toBe(200);
    expect(await found(set?.name ?? "")).toEqual([]);
    expect((await found("called other")).map((one) => one.id)).toEqual([id]);
  });

  test("a change set is found by the name that its practitioner has since, and by that of its directory", async () => {
    const found = async (q: string) => {
      await testApp.deps.background.idle();
      return (await search(q)).changeSets.map((set) => set.name);
    };
    const { indexId } = await createDirectory(testApp, {
      name: "Ash Lane",
      roster: sampleSchedules(testApp, 2).join("\n"),
    });
    const record = { type: "practitioner", id: practitioner.id };
    await applyChanges(testApp, indexId, [change(record, "displayName", { op: "set", value: "Ottoline Quist" })]);
    await testApp.sendDue();
    await testApp.deps.background.idle();
    testApp.deps.background.trigger(NAMES_OF_SETS);
    expect(await found("quist ottoline")).toEqual([expect.stringMatching(/^Ottoline Quist: /)]);
    const at = `${CONNECTION_API}/index-versions/${indexId}`;
    const { version } = await bodyOf<{ version: number }>(await testApp.signedIn("GET", at));
    expect((await testApp.signedIn("PATCH", at, { version, label: "Birch Row" })).status).toBe(200);
    testApp.deps.background.trigger(NAMES_OF_SETS);
    expect([await found("quist birch"), await found("quist ash lane")]).toEqual([[expect.any(String)], []]);
  });

  test("a change set over several directories is found by each of them, and by none that its reader does not see", async () => {
    const { store, background } = testApp.deps;
    const found = async (q: string, as = testApp.signedIn) => {
      await background.idle();
      const answer = await as("GET", `${CONNECTION_API}/search?kind=changeSets&q=${encodeURIComponent(q)}`);
      return SearchResults.parse(await answer.json()).changeSets.map((set) => set.id);
    };
    const roster = sampleSchedules(testApp, 2).join("\n");
    const { indexId: quince } = await createDirectory(testApp, { name: "Quince Court", roster });
    const { indexId: rowan } = await createDirectory(testApp, { name: "Rowan Yard", roster });
    const record = { type: "practitioner", id: practitioner.id };
    const changes = [quince, rowan].map((indexId) => ({
      indexId,
      ...change(record, "displayName", { op: "set", value: "Not live" }),
    }));
    const opened = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes });
    const { id } = (await bodyOf<Staged>(opened)).changeSet;
    for (const q of ["quince court", "Rowan", "yard quince"]) expect([q, await found(q)]).toEqual([q, [id]]);
    const at = `${CONNECTION_API}/index-versions/${rowan}`;
    const { version } = await bodyOf<{ version: number }>(await testApp.signedIn("GET", at));
    expect((await testApp.signedIn("PATCH", at, { version, label: "Sorrel Mews" })).status).toBe(200);
    expect([await found("sorrel mews"), await found("rowan yard")]).toEqual([[id], []]);

    const { referrer_id: referrerId } = await store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", quince)
      .executeTakeFirstOrThrow();
    const lea = await testApp.enter({ name: "Lea", roles: [{ role: "editor", referrers: [referrerId ?? ""] }] });
    expect([await found("quince", lea.signedIn), await found("sorrel", lea.signedIn)]).toEqual([[], []]);
    const ofBoth = store.db
      .selectFrom("change_set_search")
      .select(["search", "derived"])
      .where("change_set_id", "=", id);
    const before = await ofBoth.executeTakeFirstOrThrow();
    const ofRowan = await store.db
      .selectFrom("change")
      .select("id")
      .where("change_set_id", "=", id)
      .where("index_id", "=", rowan)
      .executeTakeFirstOrThrow();
    expect((await testApp.signedIn("DELETE", `${CONNECTION_API}/changes/${ofRowan.id}`)).status).toBe(204);
    expect([await found("quince", lea.signedIn), await found("sorrel", lea.signedIn)]).toEqual([[id], []]);
    // As it is between the commit of that and the moment at which the text is derived again.
    await store.db.updateTable("change_set_search").set(before).where("change_set_id", "=", id).execute();
    expect([await found("sorrel"), await found("sorrel", lea.signedIn)]).toEqual([[id], []]);
  });

  test("the roster of the standard index is searched by phone too, and has no counts", async () => {
    const { standardIndex } = testApp.deps.service.profile;
    const path = `/index-versions/${standardIndex}`;
    const text = sampleSchedules(testApp, 1)[0] ?? "";
    const added = await testApp.signedIn("POST", `${CONNECTION_API}${path}/roster-imports`, { from: "text", text });
    expect(added.status).toBe(202);
    await testApp.deps.background.idle();
    const { phone } = await firstPhone(standardIndex);
    const digits = phone.number.replaceAll(/\D/g, "").slice(-10);
    const inStandard = async () =>
      (await search(digits)).practitioners
        .find(({ id }) => id === practitioner.id)
        ?.directories.some(({ indexId }) => indexId === standardIndex);
    expect(await inStandard()).toBe(true);
    for (const type of ["practitioner", "schedule"]) {
      const { items } = await read(testApp, RosterPage, `${path}/roster?type=${type}`);
      expect(items.map(({ counts }) => counts)).toEqual(items.map(() => null));
    }
  });

  test("text that is no phone number, and too few digits, are not looked for among phones", async () => {
    expect((await search("55")).practitioners.every(({ phone }) => phone === null)).toBe(true);
    expect((await search("%_5550188")).practitioners).toEqual([]);
  });
});

describe("asking the service for what is not known here", () => {
  const ask = async (testApp: TestApp, q: string, indexId?: string) =>
    await read(
      testApp,
      LookUpResults,
      `/look-ups?${new URLSearchParams({ q, ...(indexId === undefined ? {} : { indexId }) }).toString()}`,
    );

  test("finds by a number or a name, says by what, and puts nothing on a roster", async () => {
    await using testApp = await createTestApp({ sandbox: { spelling: "respelled" }, profile: "of the sandbox" });
    const { client, profile } = testApp.deps.service;
    const [someone] = (await client.records.list("practitioner", { index: profile.standardIndex })) ?? [];
    const { npi, displayName } = profile.decode("practitioner", someone?.raw ?? {});
    const text = (reading: typeof npi) => {
      const value = reading !== undefined && "value" in reading ? reading.value : null;
      return typeof value === "string" ? value : "";
    };
    const before = testApp.sandbox.counters.total;
    expect(await ask(testApp, `NPI ${text(npi)}\u200B`)).toEqual({
      indexId: profile.standardIndex,
      by: ["npi"],
      finds: [
        {
          record: { type: "practitioner", id: someone?.id },
          name: text(displayName),
          practitionerId: someone?.id,
          by: "npi",
        },
      ],
      more: false,
      failure: null,
    });
    expect(testApp.sandbox.counters.total).toBe(before + 1);
    const byName = await ask(testApp, text(displayName).slice(0, 8).toLowerCase());
    expect(byName.finds).toContainEqual(expect.objectContaining({ record: { type: "practitioner", id: someone?.id } }));
    expect(await ask(testApp, "1000000000000")).toMatchObject({ by: ["npi"], finds: [], failure: null });
    const roll = await read(testApp, RosterPage, `/index-versions/${profile.standardIndex}/roster`);
    expect(roll.total).toBe(0);
  });

  test("tells why the service could not be asked, and asks nothing where it has no such list", async () => {
    await using failing = await createTestApp({
      sandbox: { spelling: "respelled" },
      profile: "of the sandbox",
      onCall: async () => Response.json({}, { status: 400 }),
    });
    expect(await ask(failing, "Anna")).toMatchObject({ finds: [], failure: expect.any(String) });
    await using none = await createTestApp();
    expect(await ask(none, "Anna")).toMatchObject({ by: [], finds: [], failure: null });
    expect(none.sandbox.counters.total).toBe(0);
    const unknown = await none.signedIn("GET", `${CONNECTION_API}/look-ups?q=Anna&indexId=idx_never`);
    expect(unknown.status).toBe(404);
  });
});
