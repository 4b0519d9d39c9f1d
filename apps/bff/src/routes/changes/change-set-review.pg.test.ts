import { ChangePage, ChangeSet, ReviewPage, SplitChangeSet } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("the review of a change set, on the embedded store", () => {
  testReview(async () => await createTestApp());
});
describeOnPostgres("the review of a change set, on PostgreSQL", () => {
  testReview(async () => await createTestApp({ store: await openTestStoreOnPostgres() }));
});

const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };

function testReview(open: () => Promise<TestApp>): void {
  async function begin(app: TestApp, settings: { required: number; ownCounts: boolean }) {
    const put = await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings);
    expect([put.status, await put.json()]).toEqual([200, { ...settings, reasonRequired: true, applyAgeHours: null }]);
    const schedules = sampleSchedules(app, 2);
    const { indexId } = await createDirectory(app, { roster: schedules.join("\n") });
    const changes = schedules.map((id) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "set", value: [] },
      evidence,
    }));
    const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
    const { changeSet, changes: made } = (await staged.json()) as { changeSet: ChangeSet; changes: { id: string }[] };
    const ids = made.map(({ id }) => id);
    let version = changeSet.version;
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
      ({ version } = ChangeSet.parse(await (await app.signedIn("GET", path)).json()));
      const answer = await by("POST", `${path}/${verb}`, { version, ...body });
      const said = (await answer.json()) as ChangeSet & { detail?: string };
      if (answer.status === 200) version = said.version;
      return { status: answer.status, ...said };
    };
    const enter = async (name: string) =>
      (await app.enter({ name, roles: [{ role: "approver", referrers: null }] })).signedIn;
    return { act, enter, ids, setId: changeSet.id, me: app.signedIn };
  }

  test("nothing is applied before as many others approved it as the connection requires; one person counts once", async () => {
    await using app = await open();
    const { act, enter, me } = await begin(app, { required: 2, ownCounts: false });
    expect(await act(me, "apply")).toMatchObject({ status: 409, detail: expect.stringContaining("2 changes need") });
    expect(await act(me, "submit")).toMatchObject({ state: "in review", counts: { inReview: 2 } });
    expect(await act(me, "approve")).toMatchObject({ status: 409, detail: expect.stringContaining("Somebody else") });
    const bea = await enter("Bea");
    expect(await act(bea, "approve")).toMatchObject({ state: "in review", approvals: [{ changes: 2 }] });
    expect(await act(bea, "approve")).toMatchObject({ state: "in review", approvals: [{ changes: 2 }] });
    expect(await act(me, "apply")).toMatchObject({ status: 409 });
    const cleo = await enter("Cleo");
    expect(await act(cleo, "approve")).toMatchObject({ state: "approved", counts: { approved: 2 } });
    expect(await act(me, "apply")).toMatchObject({ state: "queued", appliedBy: { name: "Ada Admin" } });
    expect(await act(me, "undo")).toMatchObject({ state: "approved", approvals: [{ changes: 2 }, { changes: 2 }] });
    expect(await act(cleo, "apply")).toMatchObject({ state: "queued", appliedBy: { name: "Cleo" } });
  });

  test("[S23] thousands of changes are named by one act", async () => {
    await using app = await open();
    const { me } = await begin(app, { required: 1, ownCounts: true });
    const [id = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: id, name: "Many" });
    const changes = Array.from({ length: 2_100 }, (_, at) => ({
      indexId,
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "add", element: `ins_named${at}` },
    }));
    const answer = await me("POST", `${CONNECTION_API}/change-sets`, { changes, evidence, name: "Many" });
    expect(answer.status).toBe(201);
    const { changeSet } = (await answer.json()) as { changeSet: ChangeSet };
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const made: { id: string }[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await me("GET", `${path}/changes?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`);
      const { items, nextCursor } = ChangePage.parse(await page.json());
      made.push(...items);
      cursor = nextCursor;
    }
    const act = async (verb: string, body: object = {}) => {
      const { version } = ChangeSet.parse(await (await me("GET", path)).json());
      const said = await me("POST", `${path}/${verb}`, { version, ...body });
      expect([said.status, said.status === 200 ? "" : await said.text()]).toEqual([200, ""]);
      return ChangeSet.parse(await (await me("GET", path)).json()).counts;
    };
    await act("submit");
    const changeIds = made.slice(0, 2_050).map((change) => change.id);
    expect(await act("split", { changeIds: made.slice(2_050).map((change) => change.id) })).toMatchObject({
      inReview: 2_050,
    });
    expect(await act("reject", { changeIds, reason: "None of them" })).toMatchObject({ inReview: 0, rejected: 2_050 });
  });

  test("a rejected change has ended with its reason, and a set that is a draft again has lost its approvals", async () => {
    await using app = await open();
    const { act, enter, ids, setId, me } = await begin(app, { required: 1, ownCounts: false });
    const [first = ""] = ids;
    const bea = await enter("Bea");
    expect(await act(bea, "approve")).toMatchObject({ status: 409 });
    await act(me, "submit");
    const unknown = await act(bea, "reject", { changeIds: ["chg_0000000000000000"], reason: "No" });
    expect(unknown).toMatchObject({ status: 400, errors: [{ pointer: "/changeIds/0" }] });
    expect(await act(bea, "reject", { changeIds: [first], reason: " " })).toMatchObject({
      errors: [{ pointer: "/reason" }],
    });
    expect(await act(bea, "reject", { changeIds: [first], reason: "Not this plan" })).toMatchObject({
      state: "in review",
      counts: { inReview: 1, rejected: 1 },
    });
    const changes = await me("GET", `${CONNECTION_API}/change-sets/${setId}/changes`);
    const { items } = (await changes.json()) as { items: { state: string; because: string | null }[] };
    expect(items.map(({ state, because }) => [state, because])).toEqual([
      ["rejected", "Rejected by Bea: “Not this plan”"],
      ["in review", null],
    ]);
    const review = ReviewPage.parse(
      await (await me("GET", `${CONNECTION_API}/change-sets/${setId}/review?level=change`)).json(),
    );
    const now = { base: { value: expect.any(Array) }, effective: { value: expect.any(Array) } };
    expect(review.items.map(({ change, verdicts }) => [change.compared, verdicts])).toEqual([
      [expect.objectContaining({ ...now, verdict: null, flags: [], preview: null }), []],
      [expect.objectContaining({ ...now, verdict: "same", preview: { value: [] } }), [{ verdict: "same", changes: 1 }]],
    ]);
    expect(await act(bea, "approve")).toMatchObject({ state: "approved" });
    expect(await act(me, "reopen")).toMatchObject({ state: "draft", approvals: [] });
    expect(await act(me, "apply")).toMatchObject({ status: 409 });
    await act(me, "submit");
    await act(bea, "approve");
    expect(await act(me, "apply")).toMatchObject({ state: "queued", counts: { queued: 1, rejected: 1 } });
  });

  test("a set whose changes have all ended says so, whatever is asked of it", async () => {
    await using app = await open();
    const { act, enter, me } = await begin(app, { required: 1, ownCounts: false });
    const bea = await enter("Bea");
    await act(me, "submit");
    expect(await act(bea, "reject", { reason: "Not these plans" })).toMatchObject({ counts: { rejected: 2 } });
    for (const verb of ["submit", "approve", "apply", "withdraw"])
      expect([verb, await act(verb === "approve" ? bea : me, verb)]).toMatchObject([
        verb,
        { status: 409, code: "set_ended" },
      ]);
  });

  test("[L1] [L2] [L3] what is not ready is split off with its state, its approvals and the evidence, and the rest goes on", async () => {
    await using app = await open();
    const { enter, ids, setId, me } = await begin(app, { required: 1, ownCounts: false });
    const [first = "", second = ""] = ids;
    const typed = { reason: "Both called", source: null, verifiedOn: null, reviewBy: null };
    const path = `${CONNECTION_API}/change-sets/${setId}`;
    const { version } = ChangeSet.parse(await (await me("GET", path)).json());
    const kept = ChangeSet.parse(await (await me("PATCH", path, { version, evidence: typed })).json());
    const ask = async (at: number, verb: string, body: object = {}): Promise<unknown> =>
      await (await me("POST", `${path}/${verb}`, { version: at, ...body })).json();
    const submitted = ChangeSet.parse(await ask(kept.version, "submit"));
    const bea = await enter("Bea");
    const approving = await bea("POST", `${path}/approve`, { version: submitted.version });
    const approved = ChangeSet.parse(await approving.json());
    expect(await ask(approved.version, "split", { changeIds: ids })).toMatchObject({
      status: 409,
      detail: expect.stringContaining("Leave at least one change"),
    });
    expect(await ask(approved.version, "split", { changeIds: ["chg_0000000000000000"] })).toMatchObject({
      status: 400,
      errors: [{ pointer: "/changeIds/0" }],
    });
    const parts = SplitChangeSet.parse(await ask(approved.version, "split", { changeIds: [second] }));
    const { changeSet, splitOff } = parts;
    expect(changeSet).toMatchObject({
      state: "approved",
      counts: { total: 1 },
      splitFrom: null,
      splitOff: [splitOff.id],
    });
    const own = { state: "approved", splitFrom: setId, splitOff: [], evidence: typed, createdBy: changeSet.createdBy };
    expect(splitOff).toMatchObject({ ...own, approvals: [{ by: { name: "Bea" }, changes: 1 }] });
    // What was approved with one reason is not applied with another one.
    const other = { ...typed, reason: "Nobody approved this" };
    expect(await ask(changeSet.version, "apply", { evidence: other })).toMatchObject({
      status: 409,
      detail: expect.stringContaining("with the evidence that it was approved with"),
    });
    // One goes on without the other.
    const elsewhere = `${CONNECTION_API}/change-sets/${splitOff.id}`;
    const reopened = await me("POST", `${elsewhere}/reopen`, { version: splitOff.version });
    expect(await reopened.json()).toMatchObject({ state: "draft", approvals: [] });
    const applied = ChangeSet.parse(await ask(changeSet.version, "apply"));
    expect(applied).toMatchObject({ state: "queued", counts: { queued: 1 } });
    expect(await ask(applied.version, "split", { changeIds: [first] })).toMatchObject({
      status: 409,
      detail: "A change that is queued cannot be split off.",
    });
    // It is not the draft into which one stages by and by.
    const [id = ""] = sampleSchedules(app, 1);
    const staged = await me("POST", `${CONNECTION_API}/index-versions/${changeSet.indexId}/changes`, {
      changes: [{ record: { type: "schedule", id }, field: "name", operation: { op: "set", value: "Elm" } }],
    });
    expect(((await staged.json()) as { changeSet: ChangeSet }).changeSet.id).not.toBe(splitOff.id);
    expect(await journalOf(app, setId)).toContain("change-set.split");
  });

  test("[L2] changes of a record that is to be created are split off together", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 1).join("\n") });
    const record = { type: "practitioner", id: "new_0000000000000001" };
    const named = (value: string) => ({ record, field: "preferredName", operation: { op: "set", value } });
    const [other = ""] = sampleSchedules(app, 1);
    const plans = {
      record: { type: "schedule", id: other },
      field: "acceptedInsurances",
      operation: { op: "set", value: [] },
    };
    const stage = async (changes: object[]) => {
      const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
      return (await answer.json()) as { changeSet: ChangeSet; changes: { id: string }[] };
    };
    const created = await stage([{ record, operation: { op: "create", fields: { displayName: "Dr. New" } } }, plans]);
    const later = await stage([named("Dr. Nhung")]);
    const [creation = "", name = ""] = [created.changes[0]?.id, later.changes[0]?.id];
    const split = async (changeIds: string[]) => {
      const path = `${CONNECTION_API}/change-sets/${later.changeSet.id}/split`;
      const answer = await app.signedIn("POST", path, { version: later.changeSet.version, changeIds });
      return await answer.json();
    };
    expect(await split([name])).toMatchObject({ status: 400, errors: [{ pointer: "/changeIds/0" }] });
    expect(await split([creation])).toMatchObject({ status: 400, errors: [{ pointer: "/changeIds/0" }] });
    expect(await split([name, creation])).toMatchObject({
      changeSet: { counts: { total: 1 } },
      splitOff: { counts: { total: 2 } },
    });
  });

  test("[S12] what is approved is in review again where the connection requires more by now, with the approvals that it has", async () => {
    await using app = await open();
    const { act, enter, me } = await begin(app, { required: 1, ownCounts: false });
    const [bea, cleo] = [await enter("Bea"), await enter("Cleo")];
    await act(me, "submit");
    expect(await act(bea, "approve")).toMatchObject({ state: "approved" });
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 2, ownCounts: false });
    expect(await act(me, "apply")).toMatchObject({ status: 409, detail: expect.stringContaining("in review again") });
    expect(await act(cleo, "approve")).toMatchObject({
      state: "approved",
      approvals: [{ changes: 2 }, { changes: 2 }],
    });
    expect(await act(me, "apply")).toMatchObject({ state: "queued" });
  });

  test("one's own approval counts where the connection says so; what it says at apply decides", async () => {
    await using app = await open();
    const { act, me } = await begin(app, { required: 1, ownCounts: true });
    await act(me, "submit");
    expect(await act(me, "approve")).toMatchObject({ state: "approved" });
    const save = async (settings: object) => await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings);
    await save({ required: 1, ownCounts: false });
    expect(await act(me, "apply")).toMatchObject({ status: 409 });
    expect((await save({ required: 3, ownCounts: false })).status).toBe(400);
    await save({ required: 0, ownCounts: false });
    expect(await act(me, "apply")).toMatchObject({ state: "queued" });
    expect((await journalOf(app, CONNECTION_ID)).filter((action) => action === "connection.approvals")).toHaveLength(3);
  });
}
