import {
  CreatedToken,
  IndexVersion,
  KeptStatement,
  NamedInList,
  PlaceList,
  Problem,
  RosterPage,
  StagedChanges,
  StatementPreview,
  type StatementPreviewInput,
  StatementReach,
} from "@dc/contract";
import { phoneIn } from "@dc/directory";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { expectStatementsAboutPlaces } from "#/testing/statement-laws.ts";
import { createDirectory, driftBase, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";

test.each([1, 2, 3, 4])(
  "[J1, J2, J4, J7] about a place, names the schedules that are there and no others (%i)",
  async (seed) => {
    await using app = await createTestApp();
    await expect(expectStatementsAboutPlaces(app, seed)).resolves.toBeUndefined();
  },
);

test("[J2] a place that schedules refer to names them by its own name", async () => {
  await using app = await createTestApp({ sandbox: { spelling: "names-in-parts" }, profile: "of the sandbox" });
  const { client, profile } = app.deps.service;
  const ids = sampleSchedules(app, 12);
  const at = new Map<string, string>();
  for (const id of ids) {
    const schedule = await client.schedules.retrieve(id, { index: profile.standardIndex });
    const place = await client.records.follow(schedule, "place");
    at.set(id, place === null ? "" : (profile.text(place.type, place.raw, "name") ?? ""));
  }
  await createDirectory(app, { name: "Ada", roster: ids.join("\n") });
  const facts: StatementPreviewInput["facts"] = [
    { kind: "plan", planId: "ins_none", accepted: true, asItStands: true },
  ];
  for (const place of new Set(at.values())) {
    const { items } = await read(app, PlaceList, `/statements/places?q=${encodeURIComponent(place)}`);
    const there = ids.filter((id) => at.get(id) === place);
    expect(items).toContainEqual({ name: place, schedules: there.length });
    const asked = { scope: { places: [place] }, facts };
    const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, asked);
    const findings = StatementPreview.parse(await answer.json()).items.flatMap((item) => item.findings);
    expect(
      findings
        .filter(({ ticked }) => ticked)
        .map(({ record }) => record.id)
        .toSorted(),
    ).toEqual(there.toSorted());
    for (const { record, place: shown } of findings) expect(shown).toBe(at.get(record.id));
  }
});

test("[J9] tells how many there are beyond those that are named", async () => {
  await using app = await createTestApp();
  const { indexId } = await createDirectory(app, { name: "Ada", roster: sampleSchedules(app, 1).join("\n") });
  const { db } = app.deps.store;
  await sql`insert into roster_entry
    select (jsonb_populate_record(entry, jsonb_build_object('record_id', 'many' || n, 'name', called.name, 'search', lower(called.name)))).*
    from roster_entry as entry, generate_series(1, 10004) as n,
      lateral (select case when n = 1 then 'Many Alone' else 'Many' end as name) as called(name)
    where record_type = 'practitioner'`.execute(db);
  const post = async (path: string, body: object) =>
    await (await app.signedIn("POST", `${CONNECTION_API}/statements/${path}`, body)).json();
  const reach = StatementReach.parse(await post("reach", { q: "many", indexIds: [indexId] }));
  expect([reach.items.length, reach.total]).toEqual([10_000, 10_004]);
  const { lines } = NamedInList.parse(await post("named", { text: "Many\nMany Alone" }));
  expect(lines.map(({ found, more }) => [found.length, more])).toEqual([
    [10, 9_994],
    [1, 0],
  ]);
  const names = Array.from({ length: 11 }, (_, at) => `quay ${at}\tQuay ${at}`).join("\n");
  await db.updateTable("record_summary").set({ names }).where("record_type", "=", "schedule").execute();
  const places = await read(app, PlaceList, "/statements/places?q=quay");
  expect([places.items.length, places.more]).toEqual([8, 3]);
});

test("[J8] tells whom the service was not asked for, and why", async () => {
  let isAway = false;
  await using app = await createTestApp({
    sandbox: { spelling: "respelled" },
    profile: "of the sandbox",
    onCall: async (_, call) => (isAway ? Response.json({}, { status: 400 }) : await call()),
  });
  const { indexId } = await createDirectory(app, { name: "Ada", roster: sampleSchedules(app, 1).join("\n") });
  const post = async (path: string, body: object) =>
    await (await app.signedIn("POST", `${CONNECTION_API}/statements/${path}`, body)).json();
  const facts = [{ kind: "right" }];
  const asked = { scope: { q: "Nobody At All", indexIds: [indexId] }, facts };
  const named = async (text: string) => NamedInList.parse(await post("named", { text })).lines;
  expect((await named("Nobody At All"))[0]).toMatchObject({ found: [], notSought: null });
  expect(StatementPreview.parse(await post("preview", asked))).toMatchObject({ total: 0, notSought: null });
  const many = await named(Array.from({ length: 51 }, (_, at) => `Nobody No ${at}`).join("\n"));
  expect(many.filter(({ notSought }) => notSought !== null)).toMatchObject([
    { text: "Nobody No 50", notSought: expect.stringContaining("at most 50 lines") },
  ]);
  isAway = true;
  const refused = "The service refused the request.";
  expect((await named("Nobody At All"))[0]).toMatchObject({ found: [], notSought: refused });
  expect(StatementPreview.parse(await post("preview", asked))).toMatchObject({ total: 0, notSought: refused });
});

test("[J2] a place that base is said to be called for another directory names the schedules of each", async () => {
  await using app = await createTestApp();
  const [id = ""] = sampleSchedules(app, 1);
  const first = await createDirectory(app, { name: "Ada", roster: id });
  const rename = async (name: string) => {
    await driftBase(app, { type: "schedule", id, set: { name } });
    // Until base is read again for whoever sets up a directory.
    app.clock.advance(2 * 86_400_000);
  };
  const namedIn = async (place: string) => {
    const asked = {
      scope: { places: [place] },
      facts: [{ kind: "plan", planId: "ins_none", accepted: true, asItStands: true }],
    };
    const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, asked);
    const { items } = StatementPreview.parse(await answer.json());
    return items.filter(({ findings }) => findings.some(({ record }) => record.id === id)).map(({ index }) => index.id);
  };
  await rename("Harbour Row Clinic");
  const second = await createDirectory(app, { name: "Bea", roster: id });
  expect((await namedIn("Harbour Row Clinic")).toSorted()).toEqual([first.indexId, second.indexId].toSorted());
  await rename("Canal Street Clinic");
  await createDirectory(app, { name: "Cem", roster: id });
  expect(await namedIn("Canal Street Clinic")).toHaveLength(3);
  expect(await namedIn("Harbour Row Clinic")).toEqual([second.indexId]);
});

test("[J3] in a list that has the new number already, the old one is left to the person, to be taken out", async () => {
  await using app = await createTestApp();
  const [roster = ""] = sampleSchedules(app, 1);
  const schedule = await app.deps.service.client.schedules.retrieve(roster, { index: "idx_standard" });
  const id = (await app.deps.service.client.records.follow(schedule, "practitioner"))?.id ?? "";
  const [insteadOf, number] = ["(415) 555-0120", "(415) 555-0186"].map((text) => ({ number: text }));
  if (insteadOf === undefined || number === undefined) throw new TypeError("two numbers");
  await driftBase(app, { type: "practitioner", id, set: { phone_numbers: [insteadOf, number] } });
  await createDirectory(app, { name: "Ada", roster });
  const facts = [{ kind: "phone", number, insteadOf }];
  const asked = { scope: { practitionerIds: [id] }, facts };
  const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, asked);
  const [item] = StatementPreview.parse(await answer.json()).items;
  expect(item?.findings.map(({ ticked, leftOut, change }) => [ticked, leftOut, change?.operation.op])).toEqual([
    [false, "lists both", "remove"],
    [false, "says so already", undefined],
  ]);
});

test("a statement that was begun is kept for its person alone, for 30 days", async () => {
  await using app = await createTestApp();
  const path = `${CONNECTION_API}/statements/kept`;
  const { signedIn: other } = await app.enter({ name: "Bea", roles: [{ role: "editor", referrers: null }] });
  const none = { content: null, keptAt: null };
  const keep = async (content: object) => (await app.signedIn("PUT", path, { content })).status;
  expect(await read(app, KeptStatement, "/statements/kept")).toEqual(none);
  expect([await keep({ typed: 1 }), await keep({ typed: 2 })]).toEqual([204, 204]);
  expect(await read(app, KeptStatement, "/statements/kept")).toMatchObject({ content: { typed: 2 } });
  expect(await (await other("GET", path)).json()).toEqual(none);
  expect((await other("DELETE", path)).status).toBe(204);
  app.clock.advance(30 * 86_400_000);
  expect(await read(app, KeptStatement, "/statements/kept")).toMatchObject({ content: { typed: 2 } });
  app.clock.advance(1);
  expect(await read(app, KeptStatement, "/statements/kept")).toEqual(none);
  await keep({ typed: 3 });
  expect((await app.signedIn("DELETE", path)).status).toBe(204);
  expect(await read(app, KeptStatement, "/statements/kept")).toEqual(none);
});

test("a statement about as many places as one may state is kept with all its ticks", async () => {
  await using app = await createTestApp();
  const keys = Array.from({ length: 30_000 }, (_, at) => `${at}`.padStart(35, "x"));
  const content = { ticks: Object.fromEntries(keys.map((key) => [key, "change"])) };
  const path = `${CONNECTION_API}/statements/kept`;
  expect((await app.signedIn("PUT", path, { content })).status).toBe(204);
  expect(KeptStatement.parse(await (await app.signedIn("GET", path)).json()).content).toEqual(content);
});

test("a statement that was begun is told to its person, and to no token of theirs", async () => {
  await using app = await createTestApp();
  const { indexId } = await createDirectory(app, { name: "Ada", roster: sampleSchedules(app, 1).join("\n") });
  const { referrer } = await read(app, IndexVersion, `/index-versions/${indexId}`);
  const made = await app.signedIn("POST", `${CONNECTION_API}/tokens`, {
    name: "An app",
    scopes: ["read", "stage"],
    referrers: [referrer?.id],
  });
  const { secret } = CreatedToken.parse(await made.json());
  const path = `${CONNECTION_API}/statements/kept`;
  const content = { typed: "Dr. Oak, of another referrer" };
  expect((await app.signedIn("PUT", path, { content })).status).toBe(204);
  const byToken = async (method: string, body?: object) =>
    (await app.request(method, path, body, { Authorization: `Bearer ${secret}` })).status;
  expect([await byToken("GET"), await byToken("PUT", { content: {} }), await byToken("DELETE")]).toEqual([
    403, 403, 403,
  ]);
  expect(await read(app, KeptStatement, "/statements/kept")).toMatchObject({ content });
});

test("[J8] who is on the rosters of archived directories alone is on none, and a name that only those have names nobody", async () => {
  await using app = await createTestApp();
  const roster = sampleSchedules(app, 1).join("\n");
  const { indexId: gone } = await createDirectory(app, { name: "Ada", roster });
  const entries = await read(app, RosterPage, `/index-versions/${gone}/roster`);
  const { id = "", type = "" } = entries.items[0]?.record ?? {};
  const ask = async (path: string, body: object) =>
    await (await app.signedIn("POST", `${CONNECTION_API}/statements/${path}`, body)).json();
  const facts = [{ kind: "right" }];
  const previewed = async (scope: object) => {
    const { total, unknownIds } = StatementPreview.parse(await ask("preview", { scope, facts }));
    return [total, unknownIds];
  };
  const found = async () => NamedInList.parse(await ask("named", { text: id })).lines[0]?.found.length;
  await applyChanges(app, gone, [change({ type, id }, "displayName", { op: "set", value: "Quirin Zoll" })]);
  await app.sendDue();
  await app.deps.background.idle();
  expect([await found(), await previewed({ practitionerIds: [id] }), await previewed({ q: "zoll" })]).toEqual([
    1,
    [1, []],
    [1, []],
  ]);
  await app.deps.store.db
    .updateTable("index_version")
    .set({ archived_at: app.clock.now() })
    .where("id", "=", gone)
    .execute();
  expect([await found(), await previewed({ practitionerIds: [id] })]).toEqual([0, [0, [id]]]);
  await createDirectory(app, { name: "Bea", roster });
  expect([await found(), await previewed({ practitionerIds: [id] }), await previewed({ q: "zoll" })]).toEqual([
    1,
    [1, []],
    [0, []],
  ]);
});

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
      facts: [{ kind: "value", field: "displayName", value: "Whoever" }],
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

  test("[J3] adds a further phone, and takes a gone one away by number, extension and label", async () => {
    const directly = { number: "(415) 555-0107", extension: "9", label: "Fax" };
    const found = async (fact: StatementPreviewInput["facts"][number]) =>
      (await previewed({ scope: { ...about(), indexIds: indexIds.slice(0, 1) }, facts: [fact] })).items
        .flatMap(({ findings }) => findings)
        .map(({ ticked, leftOut, change }) => [ticked, leftOut, change?.operation ?? null]);
    const add = [true, null, { op: "add", element: directly }];
    expect(await found({ kind: "further phone", number: directly })).toEqual([add]);
    expect(await found({ kind: "phone gone", number: directly })).toEqual([[false, "not there", null]]);
    expect(await found({ kind: "phone gone", number: insteadOf })).toEqual([[true, null, { op: "remove", element }]]);
    const elsewhere = { ...insteadOf, extension: "77" };
    expect(await found({ kind: "phone gone", number: elsewhere })).toMatchObject([[false, "other extension", {}]]);
    const labelled = { ...insteadOf, label: "Never" };
    expect(await found({ kind: "phone gone", number: labelled })).toMatchObject([[false, "other label", {}]]);
    const listed = { kind: "phone" as const, number: insteadOf, insteadOf, asItStands: true };
    expect(await found(listed)).toEqual([[false, "says so already", null]]);
  });

  test("[J5] sends a number as it stands, and takes an unknown plan, only where a person said so", async () => {
    const short = { number: "12", extension: null, label: null };
    const facts: StatementPreviewInput["facts"] = [
      { kind: "phone", number: short, insteadOf },
      { kind: "further phone", number: short },
      { kind: "plan", planId: "ins_nobody", accepted: true },
      { kind: "value", field: "displayName", value: 7 },
      { kind: "value", field: "phones", value: "7" },
    ];
    const pointers = facts.map(async (fact) => {
      const answer = await preview({ scope: about(), facts: [isNow(), fact] });
      const { errors } = (await answer.json()) as Partial<Problem>;
      return [answer.status, errors?.[0]?.pointer];
    });
    expect(await Promise.all(pointers)).toEqual([
      [400, "/facts/1/number/number"],
      [400, "/facts/1/number/number"],
      [400, "/facts/1/planId"],
      [400, "/facts/1/value"],
      [400, "/facts/1/field"],
    ]);
    const sure = facts.slice(0, 3).map((fact) => ({ ...fact, asItStands: true }));
    const scope = { ...about(), indexIds: indexIds.slice(0, 1) };
    const { items } = await previewed({ scope, facts: [...sure, isNow()] as typeof facts });
    const changes = items.flatMap(({ findings }) => findings.map(({ fact, change }) => [fact, change?.asItStands]));
    expect(changes).toEqual([
      [0, true],
      [1, true],
      [2, undefined],
      [3, undefined],
    ]);
  });

  test("[J10] leaves to the person what two facts would change differently", async () => {
    const scope = { ...about(), indexIds: indexIds.slice(0, 1) };
    const other = { number: "(415) 555-0187", extension: null };
    const value = (text: string) => ({ kind: "value" as const, field: "preferredName", value: text });
    const found = async (...facts: StatementPreviewInput["facts"]) =>
      (await previewed({ scope, facts })).items
        .flatMap(({ findings }) => findings)
        .map(({ ticked, leftOut, change }) => [ticked, leftOut, change?.operation.op]);
    const otherwise = (op: string) => [false, "said otherwise", op];
    expect(await found(isNow(), { kind: "phone gone", number: insteadOf })).toEqual([
      otherwise("replace"),
      otherwise("remove"),
    ]);
    expect(await found(isNow(), { ...isNow(), number: other })).toEqual([otherwise("replace"), otherwise("replace")]);
    expect(await found(value("Ann"), value("Anna"))).toEqual([otherwise("set"), otherwise("set")]);
    const further = { kind: "further phone" as const, number: other };
    const all = [true, null];
    expect(await found(value("Ann"), value("Ann"), isNow(), isNow(), further)).toEqual([
      [...all, "set"],
      [...all, "set"],
      [...all, "replace"],
      [...all, "replace"],
      [...all, "add"],
    ]);
  });

  test("[J5] tells what is in a draft, and what was not read since", async () => {
    const name = { kind: "value" as const, field: "preferredName", value: "Ann" };
    const scope = { ...about(), indexIds: indexIds.slice(0, 1) };
    const cause = async () =>
      (await previewed({ scope, facts: [name] })).items.flatMap(({ findings }) =>
        findings.map(({ leftOut, draft }) => [leftOut, draft?.by.name]),
      );
    const record = { type: "practitioner", id: practitionerId };
    const staged = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexIds[0]}/changes`, {
      changes: [{ record, field: "preferredName", operation: { op: "set", value: "Anne" } }],
    });
    expect(await cause()).toEqual([["in your draft", ADMIN.name]]);
    const { changeSet } = StagedChanges.parse(await staged.json());
    await testApp.signedIn("DELETE", `${CONNECTION_API}/change-sets/${changeSet.id}`);
    expect(await cause()).toEqual([[null, undefined]]);
    testApp.clock.advance(30 * 86_400_000);
    expect(await cause()).toEqual([["not read since", undefined]]);
    await previewed({ scope: about(), facts: [name], maxAge: 0 });
    expect(await cause()).toEqual([[null, undefined]]);
  });

  test("[J5] what is only staged is told beside what the directory says", async () => {
    const scope = { ...about(), indexIds: indexIds.slice(0, 1) };
    const record = { type: "practitioner", id: practitionerId };
    const operation = { op: "replace", element, by: number };
    const staged = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexIds[0]}/changes`, {
      changes: [{ record, field: "phones", operation }],
    });
    const { changeSet } = StagedChanges.parse(await staged.json());
    const found = async (fact: StatementPreviewInput["facts"][number]) =>
      (await previewed({ scope, facts: [fact] })).items.flatMap(({ findings }) =>
        findings.map(({ leftOut, now, preview: later }) => [leftOut, now, later]),
      );
    const before = { value: expect.objectContaining({ number: insteadOf.number }) };
    const after = { value: expect.objectContaining({ number: number.number }) };
    const inDraft = [["in your draft", before, after]];
    expect(await found({ kind: "phone gone", number: insteadOf })).toEqual(inDraft);
    expect(await found({ kind: "phone gone", number })).toEqual(inDraft);
    expect(await found(isNow())).toEqual(inDraft);
    await testApp.signedIn("DELETE", `${CONNECTION_API}/change-sets/${changeSet.id}`);
  });

  test("names places, what a list means, and everybody whom a scope reaches", async () => {
    const post = async (path: string, body: object) =>
      await (await testApp.signedIn("POST", `${CONNECTION_API}/statements/${path}`, body)).json();
    const [scheduleId = ""] = sampleSchedules(testApp, 1);
    const { lines } = NamedInList.parse(
      await post("named", { text: `${scheduleId}, ${practitionerId}\nNobody At All\n` }),
    );
    expect(lines.map(({ text, isId, found }) => [text, isId, found.map(({ record }) => record.type)])).toEqual([
      [scheduleId, true, ["schedule"]],
      [practitionerId, true, ["practitioner"]],
      ["Nobody At All", false, []],
    ]);
    const schedule = lines[0]?.found[0];
    const byName = NamedInList.parse(await post("named", { text: schedule?.of ?? "" })).lines;
    expect(byName.flatMap(({ isId, found }) => [isId, ...found.map(({ record }) => record.id)])).toContain(
      practitionerId,
    );
    const q = encodeURIComponent((schedule?.name ?? "").slice(0, 5).toUpperCase());
    expect(await read(testApp, PlaceList, `/statements/places?q=${q}`)).toEqual({
      items: [{ name: schedule?.name, schedules: 1 }],
      more: 0,
    });
    const { items, total } = StatementReach.parse(await post("reach", { scheduleIds: [scheduleId] }));
    expect(total).toBe(4);
    expect(items.map(({ practitioner, index }) => [practitioner.id, index.name])).toEqual(
      ["Ada", "Bea", "Cleo", "Dora"].map((name) => [practitionerId, name]),
    );
  });

  test("[J12] tells by a hash where a directory says something else since its preview", async () => {
    const scope = about();
    const reach = async () => {
      const answer = await testApp.signedIn("POST", `${CONNECTION_API}/statements/reach`, scope);
      return new Map(StatementReach.parse(await answer.json()).items.map(({ index, says }) => [index.id, says]));
    };
    const previewSays = async () =>
      new Map(
        (await previewed({ scope, facts: [isNow()], maxAge: 0 })).items.map(({ index, says }) => [index.id, says]),
      );
    const before = await previewSays();
    expect([...before.values()].every((says) => says !== null)).toBe(true);
    expect(await reach()).toEqual(before);
    const [indexId = "", ...others] = indexIds;
    const record = { type: "practitioner", id: practitionerId };
    await testApp.control("/outside", { index: indexId, ...record, set: { preferred_name: "Dr. Other" } });
    testApp.clock.advance(1_000);
    const after = await previewSays();
    expect(await reach()).toEqual(after);
    expect(after.get(indexId)).not.toBe(before.get(indexId));
    for (const other of others) expect(after.get(other)).toBe(before.get(other));
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
    const name = { kind: "value" as const, field: "shoeSize", value: "42" };
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
      facts: [{ kind: "value", field: "preferredName", value: "Anna" }],
    });
    const changes = items.flatMap(({ findings }) => findings.flatMap(({ change }) => change ?? []));
    await driftBase(testApp, { type: "practitioner", id: practitionerId, set: { preferred_name: "Somebody else" } });
    await testApp.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${indexIds[0]}/practitioners/${practitionerId}?maxAge=0`,
    );
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes });
    const { code, errors } = Problem.parse(await answer.json());
    expect([answer.status, code, errors?.map(({ pointer }) => pointer)]).toEqual([
      409,
      "moved_since_seen",
      changes.map((_, at) => `/changes/${at}/seen/base`),
    ]);
  });

  test("[J11] what somebody else applied between preview and staging is refused by name, though base and index stay", async () => {
    const [indexId = "", other = ""] = indexIds;
    const scope = { ...about(), indexIds: [indexId, other] };
    const { items } = await previewed({ scope, facts: [{ kind: "value", field: "preferredName", value: "Annika" }] });
    const changes = items.flatMap(({ findings }) => findings.flatMap(({ change }) => change ?? []));
    expect(changes).toHaveLength(2);
    const record = { type: "practitioner", id: practitionerId };
    await stageAndApply(indexId, [{ record, field: "preferredName", operation: { op: "set", value: "Theirs" } }]);
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes });
    const { code, detail, errors } = Problem.parse(await answer.json());
    const at = changes.findIndex((change) => change.indexId === indexId);
    expect([answer.status, code, errors]).toEqual([
      409,
      "moved_since_seen",
      [expect.objectContaining({ pointer: `/changes/${at}/seen/effective` })],
    ]);
    expect(detail).toContain("Theirs");
    // Drawn anew, it shows what they applied, and is staged over it as a person then says.
    const again = await previewed({ scope, facts: [{ kind: "value", field: "preferredName", value: "Annika" }] });
    const drawn = again.items.flatMap(({ findings }) => findings.flatMap(({ change }) => change ?? []));
    const staged = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes: drawn });
    const { changeSet } = StagedChanges.parse(await staged.json());
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    expect((await testApp.signedIn("DELETE", path)).status).toBeLessThan(300);
  });

  test("gives changes that stage as they are, in one change set over the directories", async () => {
    const facts = [isNow(), { kind: "value" as const, field: "displayName", value: "Dr. Anna Ferreira" }];
    const { items } = await previewed({ scope: about(), facts });
    const changes = items.flatMap(({ findings }) =>
      findings.flatMap(({ ticked, change }) => (ticked && change !== null ? [change] : [])),
    );
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes });
    const staged = StagedChanges.parse(await answer.json());
    expect([staged.changes.length, staged.dropped, staged.changeSet.indexCount]).toEqual([5, [], 4]);
    const again = await previewed({ scope: about(), facts });
    expect(again.items.flatMap(({ findings }) => findings.filter(({ ticked }) => ticked))).toEqual([]);
  });
});
