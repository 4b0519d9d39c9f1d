import {
  type ChangeSet,
  Inbox,
  StagedChanges,
  PractitionerView,
  Problem,
  StatementPreview,
  VerificationPage,
  type VerificationSettings,
  Verified,
  WaitingCounts,
} from "@dc/contract";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#/context/deps.ts";
import { prepareVerification } from "#/operations/verifications/verify.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { arm, createDirectory, driftBase, journalOf, read, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const DAY_MS = 86_400_000;

describe("verifications, on the embedded store", () => {
  testVerifications(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("verifications, on PostgreSQL", () => {
  testVerifications(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

test.each(["respelled", "names-in-parts", "overlay", "every-kind"])(
  "[E10] what a page shows is what is verified, with what several share, on the spelling %s",
  async (spelling) => {
    await using app = await createTestApp({ sandbox: { practitioners: 50, spelling }, profile: "of the sandbox" });
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 3).join("\n") });
    for (const { practitionerId } of (await listed(app)).items) {
      const path = `/index-versions/${indexId}/practitioners/${practitionerId}`;
      const { says } = (await read(app, PractitionerView, path)).verified ?? {};
      const verified = Verified.parse(await (await verify(app, [{ indexId, practitionerId, says }])).json());
      expect([verified.practitioners, verified.leftOutTotal]).toEqual([1, 0]);
    }
  },
);

const dayOf = (app: TestApp, days = 0) =>
  new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

async function verify(app: TestApp, of: object[], given: object = {}, by = app.signedIn): Promise<Response> {
  const said = { saidBy: "Fatma, front desk", how: "phone", verifiedOn: dayOf(app), note: "Read over the phone" };
  return await by("POST", `${CONNECTION_API}/verifications`, { of, ...said, ...given });
}

const listed = async (app: TestApp, query = "due=all") => await read(app, VerificationPage, `/verifications?${query}`);

function testVerifications(open: () => Promise<TestApp>): void {
  test("those of a place are found by a part of its name", async () => {
    await using app = await open();
    await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 12).join("\n") });
    const { items } = await listed(app);
    const [place = ""] = items.flatMap(({ place: known }) => known?.name ?? []);
    const part = place.slice(1, 6).toUpperCase();
    const found = await listed(app, `due=all&place=${encodeURIComponent(part)}`);
    const ids = found.items.map(({ practitionerId }) => practitionerId);
    const named = items.filter(({ place: known }) => known?.name.toUpperCase().includes(part));
    expect(ids).toEqual(expect.arrayContaining(named.map(({ practitionerId }) => practitionerId)));
    expect([named.length > 0, (await listed(app, "due=all&place=Nowhere")).total]).toEqual([true, 0]);
  });

  test("[E1] [E3] one act verifies what is overdue in several directories, changes no value, and tells who said so until when", async () => {
    await using app = await open();
    const roster = sampleSchedules(app, 4).join("\n");
    const elm = (await createDirectory(app, { name: "Elm", roster })).indexId;
    const oak = (await createDirectory(app, { name: "Oak", roster })).indexId;
    const [first] = (await listed(app)).items;
    const practitionerId = first?.practitionerId ?? "";
    const at = (indexId: string) => ({ indexId, practitionerId });
    const view = async (indexId: string) =>
      await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}`);
    const fresh = await view(elm);
    expect(fresh.verified).toMatchObject({ dueOn: dayOf(app, 90), state: "in time", changedSince: 0, last: null });
    expect(fresh.verified?.unverified.length).toBeGreaterThan(0);
    expect(first?.entries).toMatchObject([{ indexName: "Elm", state: "in time" }, { indexName: "Oak" }]);

    app.clock.advance(90 * DAY_MS);
    expect((await listed(app, "due=overdue")).items, "on the day itself it is in time").toEqual([]);
    expect((await listed(app)).counts).toMatchObject({ overdue: 0, inTime: 0 });
    app.clock.advance(DAY_MS);
    const overdue = await listed(app, "due=overdue");
    const entries = overdue.counts.overdue;
    expect([overdue.items.length * 2, overdue.weeks]).toEqual([entries, [{ week: -1, count: entries }]]);
    expect(await read(app, WaitingCounts, "/waiting-counts")).toMatchObject({ overdue: entries });
    expect((await read(app, Inbox, "/inbox")).items).toMatchObject([{ kind: "overdue" }, { kind: "overdue" }]);

    const given = await bodyOf<Verified>(await verify(app, [at(elm), at(oak)]));
    expect(Verified.parse(given)).toMatchObject({ practitioners: 2, askAgainOn: dayOf(app, 90), leftOut: [] });
    const shown = await view(elm);
    expect(shown.verified).toMatchObject({
      dueOn: dayOf(app, 90),
      state: "in time",
      changedSince: 0,
      unverified: [],
      last: { saidBy: "Fatma, front desk", how: "phone", verifiedOn: dayOf(app), by: { name: "Ada Admin" } },
    });
    expect([shown.practitioner.comparison, shown.changes]).toEqual([fresh.practitioner.comparison, fresh.changes]);
    expect((await listed(app, "due=overdue")).counts.overdue).toBe(entries - 2);
    expect(await journalOf(app, elm)).toContain("verification.give");

    const whole = await bodyOf<Verified>(
      await verify(app, [{ indexId: elm }, { indexId: oak }], { askAgainOn: "2999-01-01" }),
    );
    expect([whole.practitioners, whole.askAgainOn]).toEqual([entries, "2999-01-01"]);
    expect(await read(app, WaitingCounts, "/waiting-counts")).toMatchObject({ overdue: 0, inbox: 0 });
    expect((await listed(app, `indexId=${elm}&due=all&practitionerId=${practitionerId}`)).items).toMatchObject([
      { entries: [{ indexId: elm, dueOn: "2999-01-01" }] },
    ]);
  });

  test("[J7] what a call says is right is verified in the act that stages its changes, but for what says otherwise by then", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const elm = (await createDirectory(app, { name: "Elm", roster: schedule })).indexId;
    const oak = (await createDirectory(app, { name: "Oak", roster: schedule })).indexId;
    const [{ practitionerId } = { practitionerId: "" }] = (await listed(app)).items;
    const preview = async () => {
      const facts = [{ kind: "value", field: "preferredName", value: "Anna" }, { kind: "right" }];
      const asked = { scope: { practitionerIds: [practitionerId] }, facts, maxAge: 0 };
      const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, asked);
      return StatementPreview.parse(await answer.json()).items.flatMap(({ index, findings }) =>
        findings.map((finding) => ({ ...finding, indexId: index.id })),
      );
    };
    const findings = await preview();
    const changes = findings.flatMap((found) => found.change ?? []);
    const right = findings.filter(({ fact }) => fact === 1);
    expect(right.every(({ ticked, change: made }) => ticked && made === null)).toBe(true);
    const of = right.map(({ indexId, record, says }) => ({ indexId, record, says: says ?? "" }));
    expect(of.map(({ indexId, record }) => `${indexId} ${record.type}`)).toEqual(
      expect.arrayContaining([`${elm} practitioner`, `${elm} schedule`, `${oak} practitioner`, `${oak} schedule`]),
    );

    const record = { type: "schedule", id: schedule };
    await applyChanges(app, oak, [change(record, "name", { op: "set", value: "Ours" })]);
    await app.sendDue();
    const stage = async (verification: object, of_ = changes) => {
      const said = { saidBy: "Fatma", how: "phone", verifiedOn: dayOf(app), of };
      return await app.signedIn("POST", `${CONNECTION_API}/change-sets`, {
        changes: of_,
        verification: { ...said, ...verification },
      });
    };
    const sets = async () =>
      (await bodyOf<{ total: number }>(await app.signedIn("GET", `${CONNECTION_API}/change-sets`))).total;
    const before = await sets();
    const nobody = changes.map((one) => ({ ...one, record: { ...one.record, id: "nobody" } }));
    expect((await stage({ verifiedOn: dayOf(app, 1) })).status).toBe(400);
    expect((await stage({}, nobody)).status).toBeGreaterThanOrEqual(400);
    expect([await sets(), (await listed(app)).items[0]?.entries.map(({ last }) => last)]).toEqual([
      before,
      [null, null],
    ]);

    const answer = await stage({});
    const opened = StagedChanges.parse(await answer.json());
    expect([answer.status, opened.changeIds.length, opened.verified]).toEqual([
      201,
      2,
      expect.objectContaining({ records: of.length - 1, leftOut: [{ indexId: oak, record }], leftOutTotal: 1 }),
    ]);
    const shown = async (indexId: string) =>
      (await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}`)).verified;
    expect(await shown(elm)).toMatchObject({ unverified: [], last: { saidBy: "Fatma", how: "phone" } });
    expect((await shown(oak))?.unverified).toEqual(expect.arrayContaining([{ record, field: "name" }]));

    await driftBase(app, { type: "schedule", id: schedule, set: { name: "Moved" } });
    const later = (await preview()).filter((found) => found.fact === 1 && found.record.type === "schedule");
    expect(later.map(({ leftOut, ticked, says }) => [leftOut, ticked, says])).toEqual([
      ["unsettled", false, null],
      ["unsettled", false, null],
    ]);
    expect((await preview()).find(({ fact, record: { type } }) => fact === 1 && type === "practitioner")).toMatchObject(
      {
        leftOut: "in your draft",
        ticked: false,
      },
    );
  });

  test("[E2] [E5] a value that says something else than was verified is not verified; the same by another spelling is", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const record = { type: "schedule", id: schedule };
    const [{ practitionerId } = { practitionerId: "" }] = (await listed(app)).items;
    const verified = async () =>
      (await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=0`))
        .verified;
    await verify(app, [{ indexId }]);
    app.clock.advance(1000);
    expect(await verified()).toMatchObject({ changedSince: 0, readSince: true });
    await verify(app, [{ indexId }]);
    app.clock.advance(1000);
    const kept = await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}`);
    expect(kept.verified, "what the service says now is not known").toMatchObject({ readSince: false });

    await applyChanges(app, indexId, [change(record, "name", { op: "set", value: "Ours" })]);
    await app.sendDue();
    expect(await verified()).toMatchObject({ changedSince: 1, unverified: [{ record, field: "name" }] });
    expect((await listed(app, "due=changed")).items).toMatchObject([
      { practitionerId, entries: [{ changedSince: 1 }] },
    ]);
    await verify(app, [{ indexId, record }]);
    expect(await verified()).toMatchObject({ changedSince: 0, unverified: [] });
  });

  test("[E3] [E4] evidence with verified on verifies its field once the change is live, and its review by is when to ask again", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const record = { type: "schedule", id: schedule };
    const [{ practitionerId } = { practitionerId: "" }] = (await listed(app)).items;
    const verified = async () =>
      (await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}`)).verified;
    const before = (await verified())?.unverified.length ?? 0;
    const evidence = { reason: "Moved", source: "Letter", verifiedOn: dayOf(app, -2), reviewBy: dayOf(app, 30) };
    const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
      changes: [{ ...change(record, "name", { op: "set", value: "Ours" }), evidence }],
    });
    const { changeSet } = await bodyOf<Staged>(staged);
    await bodyOf<ChangeSet>(
      await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, { version: changeSet.version }),
    );
    expect(await verified(), "it is not live yet").toMatchObject({ last: null });
    await app.sendDue();
    expect(await verified()).toMatchObject({
      dueOn: dayOf(app, 30),
      last: { how: "evidence", saidBy: "Letter", verifiedOn: dayOf(app, -2), note: "Moved" },
    });
    expect((await verified())?.unverified).toHaveLength(before - 1);
    app.clock.advance(31 * DAY_MS);
    expect(await read(app, WaitingCounts, "/waiting-counts")).toMatchObject({ overdue: 1 });
    await verify(app, [{ indexId }]);
    expect(await read(app, WaitingCounts, "/waiting-counts"), "the review is done").toMatchObject({ overdue: 0 });
  });

  test("[E2] the later day counts, whichever was filed first; of equal days the later act", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const record = { type: "schedule", id: schedule };
    const [{ practitionerId } = { practitionerId: "" }] = (await listed(app)).items;
    const verified = async () =>
      (await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}`)).verified;
    const saying = async (saidBy: string, days: number) => {
      app.clock.advance(1000);
      expect((await verify(app, [{ indexId }], { saidBy, verifiedOn: dayOf(app, days) })).status).toBe(200);
    };
    const apply = async (value: string, days: number) => {
      const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
        changes: [
          {
            ...change(record, "name", { op: "set", value }),
            evidence: { reason: "Moved", source: value, verifiedOn: dayOf(app, days), reviewBy: null },
          },
        ],
      });
      const { changeSet } = await bodyOf<Staged>(staged);
      await bodyOf<ChangeSet>(
        await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
          version: changeSet.version,
        }),
      );
      await app.sendDue();
    };
    await apply("Today", 0);
    await saying("An old letter", -80);
    expect(await verified(), "what an old letter alone says is soon due").toMatchObject({
      dueOn: dayOf(app, 10),
      last: { saidBy: "Today", verifiedOn: dayOf(app) },
      unverified: [],
    });
    await saying("Before the change", -1);
    expect(await verified()).toMatchObject({ dueOn: dayOf(app, 89), last: { saidBy: "Today" }, unverified: [] });
    await saying("Fatma", 0);
    await saying("An older letter", -2);
    expect(await verified()).toMatchObject({ dueOn: dayOf(app, 90), last: { saidBy: "Fatma" }, unverified: [] });
    await saying("Ana, the same day", 0);
    expect(await verified()).toMatchObject({ last: { saidBy: "Ana, the same day" } });

    await apply("Of an older day", -3);
    expect(await verified(), "what was said later is of another value").toMatchObject({
      changedSince: 1,
      last: { saidBy: "Ana, the same day" },
      unverified: [{ record, field: "name" }],
    });
  });

  test("[J7] what came to say otherwise while its set was written is left out, and named", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { name: "Elm", roster: schedule });
    const record = { type: "schedule", id: schedule };
    const preview = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, {
      scope: { practitionerIds: (await listed(app)).items.map(({ practitionerId }) => practitionerId) },
      facts: [{ kind: "right" }],
      maxAge: 0,
    });
    const findings = StatementPreview.parse(await preview.json()).items.flatMap((place) => place.findings);
    const of = findings.map((found) => ({ indexId, record: found.record, says: found.says ?? "" }));
    const said = { saidBy: "Fatma", how: "phone", verifiedOn: dayOf(app), askAgainOn: null, note: null } as const;
    const keep = await prepareVerification(app.context, { ...said, of, unsettled: "leave out" });
    await applyChanges(app, indexId, [change(record, "name", { op: "set", value: "Ours" })]);
    await app.sendDue();
    expect(await inTransaction(app.context, keep)).toMatchObject({
      records: of.length - 1,
      leftOut: [{ indexId, record }],
    });
  });

  test("[E10] a practitioner of whom something else came to be said than was on the page is left out", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 2).join("\n") });
    const [entry] = (await listed(app)).items;
    const practitionerId = entry?.practitionerId ?? "";
    const view = async () =>
      await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}`);
    const { verified, schedules } = await view();
    const record = schedules[0]?.record ?? { type: "schedule", id: "" };
    await applyChanges(app, indexId, [change(record, "name", { op: "set", value: "Ours" })]);
    await app.sendDue();
    const refused = await verify(app, [{ indexId, practitionerId, says: verified?.says }]);
    expect([refused.status, Problem.parse(await refused.json()).code]).toEqual([409, "wrong_state"]);
    expect((await view()).verified).toMatchObject({ last: null });
    const { says } = (await view()).verified ?? {};
    expect(says).not.toBe(verified?.says);
    const done = Verified.parse(await (await verify(app, [{ indexId, practitionerId, says }])).json());
    expect([done.practitioners, done.leftOutTotal]).toEqual([1, 0]);
    expect((await view()).verified).toMatchObject({ unverified: [] });
  });

  test("[E9] whose records were never read in a directory is left out, and named", async () => {
    await using app = await open();
    const roster = sampleSchedules(app, 4).join("\n");
    const known = (await createDirectory(app, { name: "Known", roster })).indexId;
    const unread = (await createDirectory(app, { name: "Not read" })).indexId;
    await arm(app, { kind: "status", status: 503, method: "GET", index: unread, times: 1_000 });
    await app.signedIn("POST", `${CONNECTION_API}/index-versions/${unread}/roster-imports`, {
      from: "index",
      indexId: known,
    });
    const { items } = await listed(app, `indexId=${unread}&due=all`);
    expect(items.length).toBeGreaterThan(0);
    const records = items.map(({ practitionerId: id }) => ({ type: "practitioner", id }));
    const given = await bodyOf<Verified>(await verify(app, [{ indexId: known }, { indexId: unread }]));
    expect(given).toMatchObject({ practitioners: items.length, leftOutTotal: items.length });
    expect(new Set(given.leftOut.map(({ record }) => record.id))).toEqual(new Set(records.map(({ id }) => id)));
    expect(given.leftOut.every(({ indexId }) => indexId === unread)).toBe(true);
    expect((await verify(app, [{ indexId: unread }])).status, "nothing can be verified").toBe(409);
  });

  test("[E6] where base moved and nobody settled it is left out, unless that is said", async () => {
    await using app = await open();
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    await driftBase(app, { type: "schedule", id: schedule, set: { name: "Moved" } });
    const [{ practitionerId } = { practitionerId: "" }] = (await listed(app)).items;
    await read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=0`);
    expect((await verify(app, [{ indexId }])).status, "nothing is left to be verified").toBe(409);
    const other = (await createDirectory(app, { name: "Other", roster: schedule })).indexId;
    const record = { type: "practitioner", id: practitionerId };
    expect(await bodyOf(await verify(app, [{ indexId }, { indexId: other }]))).toMatchObject({
      practitioners: 1,
      leftOut: [{ indexId, record }],
      leftOutTotal: 1,
    });
    expect((await listed(app)).items).toMatchObject([
      {
        entries: [
          { indexId: other, unsettled: false },
          { indexId, unsettled: true },
        ],
      },
    ]);
    expect(await bodyOf(await verify(app, [{ indexId }], { unsettled: "verify" }))).toMatchObject({ practitioners: 1 });
  });

  test("whoever is limited lists and verifies theirs alone; viewers do not, tokens that may stage do", async () => {
    await using app = await open();
    const roster = sampleSchedules(app, 1).join("\n");
    const elm = (await createDirectory(app, { name: "Elm", roster })).indexId;
    const oak = (await createDirectory(app, { name: "Oak", roster })).indexId;
    const { items } = await bodyOf<{ items: { id: string; name: string }[] }>(
      await app.signedIn("GET", `${CONNECTION_API}/referrers`),
    );
    const referrers = items.filter(({ name }) => name === "Dr. Elm").map(({ id }) => id);
    const editor = await app.enter({ name: "Editor of Elm", roles: [{ role: "editor", referrers }] });
    const viewer = await app.enter({ name: "Viewer", roles: [{ role: "viewer", referrers: null }] });
    const seen = VerificationPage.parse(
      await bodyOf(await editor.signedIn("GET", `${CONNECTION_API}/verifications?due=all`)),
    );
    expect(seen.items.flatMap(({ entries }) => entries.map(({ indexId }) => indexId))).toEqual([elm]);
    expect((await verify(app, [{ indexId: oak }], {}, editor.signedIn)).status).toBe(404);
    expect((await verify(app, [{ indexId: elm }], {}, viewer.signedIn)).status).toBe(403);
    expect((await verify(app, [{ indexId: elm }], {}, editor.signedIn)).status).toBe(200);
    const all = (await listed(app)).items.flatMap(({ entries }) => entries.map(({ dueOn }) => dueOn));
    expect(all, "both count from today").toEqual([dayOf(app, 90), dayOf(app, 90)]);
    expect((await verify(app, [{ indexId: "idx_standard" }])).status).toBe(403);
    expect((await verify(app, [{ indexId: elm, practitionerId: "nobody" }])).status).toBe(404);
    for (const wrong of [{ verifiedOn: "2999-01-01" }, { askAgainOn: dayOf(app) }, { saidBy: " " }])
      expect((await verify(app, [{ indexId: elm }], wrong)).status).toBe(400);
  });

  test("the connection says after how many days to ask again", async () => {
    await using app = await open();
    await createDirectory(app, { roster: sampleSchedules(app, 1).join("\n") });
    const path = `${CONNECTION_API}/verification-settings`;
    const { version, ...usual } = await bodyOf<VerificationSettings>(await app.signedIn("GET", path));
    expect(usual).toEqual({ askAgainAfterDays: 90, holidays: [] });
    expect((await app.signedIn("PUT", path, { askAgainAfterDays: 0 })).status).toBe(400);
    const holidays = ["2026-12-25", "2026-12-25", "2026-01-01"];
    const saved = await bodyOf(await app.signedIn("PUT", path, { askAgainAfterDays: 10, holidays }));
    const after = { askAgainAfterDays: 10, holidays: ["2026-01-01", "2026-12-25"], version: version + 1 };
    expect(saved).toEqual(after);
    const late = await app.signedIn("PUT", path, { askAgainAfterDays: 30, holidays: [], version });
    expect(Problem.parse(await late.json())).toMatchObject({ status: 409, code: "version_mismatch", current: after });
    expect(await bodyOf(await app.signedIn("GET", path))).toEqual(saved);
    expect(await listed(app)).toMatchObject({ askAgainAfterDays: 10, items: [{ dueOn: dayOf(app, 10) }] });
  });
}
