import { type Change, type ChangeSet, CommentPage, Inbox, ReviewPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { createDirectory, journalOf, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("drafts of others, on the embedded store", () => {
  testDraftsOfOthers(async () => await createTestApp());
});
describeOnPostgres("drafts of others, on PostgreSQL", () => {
  testDraftsOfOthers(async () => await createTestApp({ store: await openTestStoreOnPostgres() }));
});

const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };

/** A name that Ada staged in a set of two directories, and that is in review. */
async function begin(app: TestApp) {
  const me = app.signedIn;
  await me("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
  const [schedule = ""] = sampleSchedules(app, 1);
  const { indexId } = await createDirectory(app, { name: "Elm", roster: schedule });
  const record = { type: "schedule", id: schedule };
  const named = (value: string, more: object = {}) => ({
    indexId,
    record,
    field: "name",
    operation: { op: "set", value },
    evidence,
    ...more,
  });
  const staged = await me("POST", `${CONNECTION_API}/change-sets`, { changes: [named("Elm Street")] });
  const { changeSet, changes } = await bodyOf<Staged>(staged);
  const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
    app.clock.advance(1000);
    const { version } = await bodyOf<ChangeSet>(await by("GET", path));
    const answer = await by("POST", `${path}/${verb}`, { version, ...body });
    return { status: answer.status, ...(await bodyOf<ChangeSet>(answer)) };
  };
  const stage = async (by: TestApp["signedIn"], value: string, more: object = {}) => {
    app.clock.advance(1000);
    return await by("POST", `${path}/changes`, { changes: [named(value, more)] });
  };
  const undo = async (by: TestApp["signedIn"], body: object) => {
    app.clock.advance(1000);
    return await by("POST", `${path}/changes/undo`, body);
  };
  const inSet = async () => (await bodyOf<{ items: Change[] }>(await me("GET", `${path}/changes`))).items;
  const comments = async () => CommentPage.parse(await bodyOf(await me("GET", `${path}/comments`))).items;
  const told = async (by: TestApp["signedIn"], kind: string) =>
    Inbox.parse(await bodyOf(await by("GET", `${CONNECTION_API}/inbox`))).items.filter((item) => item.kind === kind);
  const roles = (["approver", "editor"] as const).map((role) => ({ role, referrers: null }));
  const bea = (await app.enter({ name: "Bea", roles })).signedIn;
  const cleo = (await app.enter({ name: "Cleo", roles })).signedIn;
  const [change] = changes;
  if (change === undefined) throw new Error("Nothing was staged.");
  return { act, bea, change, changeSet, cleo, comments, inSet, me, named, path, stage, told, undo };
}

const textOf = (reading: Change["valueBefore"] | undefined) =>
  reading != null && "value" in reading && typeof reading.value === "string" ? reading.value : "";

const restoring = ({ id, indexId, record, field, operation, policy, evidence: given }: Change) => ({
  id,
  indexId,
  record,
  field,
  operation,
  policy,
  evidence: given,
});

function testDraftsOfOthers(open: () => Promise<TestApp>): void {
  test("[S24] an edit of a colleague's draft takes its place, answers what was asked, and makes both authors", async () => {
    await using app = await open();
    const { act, bea, change, cleo, comments, inSet, me, stage, told } = await begin(app);
    await act(me, "submit");
    await act(cleo, "requests", { changeIds: [change.id], words: "Which Elm Street?" });
    await act(bea, "reopen");
    const unseen = await stage(bea, "Elm Street North", { seenDrafts: [] });
    expect({ status: unseen.status, ...(await bodyOf<object>(unseen)) }).toMatchObject({
      status: 409,
      detail: "Ada Admin staged another change of the name in the meantime. Look at it; stage again to replace it.",
    });
    const edited = await bodyOf<Staged>(await stage(bea, "Elm Street North", { seenDrafts: [change.id] }));
    expect(edited.replaced).toMatchObject([{ id: change.id, createdBy: { name: "Ada Admin" } }]);
    const [only, ...others] = await inSet();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ operation: { value: "Elm Street North" }, createdBy: { name: "Bea" } });
    expect(await comments()).toMatchObject([{ asks: true, changes: 1, gone: 0, open: 0, changeIds: [only?.id] }]);
    expect(await told(me, "edited")).toMatchObject([{ count: 1, by: { name: "Bea" } }]);
    expect(await told(bea, "edited"), "nobody is told what they did").toEqual([]);
    expect(await journalOf(app, change.id)).toContain("change.replace");

    await act(bea, "submit");
    expect(await told(cleo, "review")).toMatchObject([{ count: 1 }]);
    expect(await told(me, "review"), "whoever staged it first is an author still").toEqual([]);
    expect(await act(me, "approve")).toMatchObject({ status: 409 });
    expect(await act(bea, "approve")).toMatchObject({ status: 409 });
    expect(await act(cleo, "approve")).toMatchObject({ state: "approved" });
    expect(await act(bea, "apply")).toMatchObject({ state: "queued", counts: { queued: 1 } });
  });

  test("[S24] undo of an edit brings the colleague's draft back, with what was asked about it", async () => {
    await using app = await open();
    const { act, bea, change, cleo, comments, inSet, me, stage, told, undo } = await begin(app);
    await act(me, "submit");
    await act(cleo, "requests", { words: "Which Elm Street?" });
    await act(bea, "reopen");
    const { changes, replaced } = await bodyOf<Staged>(await stage(bea, "Elm Street North"));
    const back = { staged: changes.map(({ id }) => id), replaced: replaced.map(restoring) };
    expect((await undo(bea, back)).status).toBe(200);
    expect(await inSet()).toMatchObject([
      { id: change.id, createdAt: change.createdAt, createdBy: { name: "Ada Admin" }, evidence },
    ]);
    expect(await comments()).toMatchObject([{ open: 1, changeIds: [change.id] }]);
    expect(await told(me, "edited")).toEqual([]);
    expect(await told(me, "request")).toMatchObject([{ count: 1 }]);
  });

  test("[S24] undo of the discard of a colleague's draft restores it as it was, and the journal says who did", async () => {
    await using app = await open();
    const { bea, change, inSet, me, named, path, told, undo, comments } = await begin(app);
    await bea("POST", `${path}/comments`, { words: "North?", changeIds: [change.id] });
    app.clock.advance(1000);
    expect((await bea("DELETE", `${CONNECTION_API}/changes/${change.id}`)).status).toBe(204);
    expect(await told(me, "discarded")).toHaveLength(1);
    expect(await comments(), "it is not about the whole set").toMatchObject([{ changes: 1, gone: 1, changeIds: [] }]);
    const { referrer } = await bodyOf<{ referrer: { id: string } }>(
      await me("GET", `${CONNECTION_API}/index-versions/${change.indexId}`),
    );
    const vic = await app.enter({ name: "Vic", roles: [{ role: "viewer", referrers: [referrer.id] }] });
    await bea("POST", `${path}/changes`, {
      changes: [named("Another", { field: "acceptedInsurances", operation: { op: "set", value: [] } })],
    });
    expect(CommentPage.parse(await bodyOf(await vic.signedIn("GET", `${path}/comments`))).items).toMatchObject([
      { changes: 1, gone: 1 },
    ]);
    const forged = { ...restoring(change), ...named("Elm Street", { evidence: { ...evidence, reason: "Mine" } }) };
    expect((await undo(bea, { staged: [], replaced: [forged] })).status).toBe(200);
    expect(await inSet()).toMatchObject([
      { createdBy: { name: "Bea" } },
      {
        id: change.id,
        createdAt: change.createdAt,
        createdBy: { name: "Ada Admin" },
        operation: { value: "Elm Street" },
        evidence,
      },
    ]);
    expect(await comments()).toMatchObject([{ changes: 1, gone: 0, changeIds: [change.id] }]);
    expect(await told(me, "discarded"), "it is there again").toEqual([]);
    expect(await journalOf(app, change.id)).toEqual(expect.arrayContaining(["change.discard", "change.restore"]));
    expect(await undo(bea, { staged: [], replaced: [restoring(change)] }), "it is there").toMatchObject({
      status: 409,
    });
  });

  test("nobody stages under another name by an undo", async () => {
    await using app = await open();
    const { bea, change, cleo, inSet, me, undo, named } = await begin(app);
    expect((await bea("DELETE", `${CONNECTION_API}/changes/${change.id}`)).status).toBe(204);
    const other = { ...restoring(change), ...named("Elsewhere") };
    for (const [by, replaced, name] of [
      [bea, other, "Bea"],
      [cleo, restoring(change), "Cleo"],
    ] as const) {
      expect((await undo(by, { staged: [], replaced: [replaced] })).status, name).toBe(200);
      const [mine] = await inSet();
      expect(mine).toMatchObject({ createdBy: { name } });
      expect(mine?.id).not.toBe(change.id);
      await by("DELETE", `${CONNECTION_API}/changes/${mine?.id}`);
    }
    // Whoever staged it restores it, too, once somebody else discarded it.
    expect((await undo(me, { staged: [], replaced: [restoring(change)] })).status).toBe(200);
    expect(await inSet()).toMatchObject([{ id: change.id, createdBy: { name: "Ada Admin" } }]);
  });

  test("an undo discards nothing of another set", async () => {
    await using app = await open();
    const { bea, change, named } = await begin(app);
    const { changeSet } = await bodyOf<Staged>(
      await bea("POST", `${CONNECTION_API}/change-sets`, { changes: [named("Of Bea")] }),
    );
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}/changes/undo`;
    expect((await bea("POST", path, { staged: [change.id], replaced: [] })).status).toBe(404);
  });

  test("[S25] an edit of what is under review takes its place there, and both authors leave it to somebody else", async () => {
    await using app = await open();
    const { act, bea, change, cleo, comments, inSet, me, stage, told } = await begin(app);
    const eve = (await app.enter({ name: "Eve", roles: [{ role: "approver", referrers: null }] })).signedIn;
    await act(me, "submit");
    await act(cleo, "requests", { changeIds: [change.id], words: "Which Elm Street?" });
    expect(await act(cleo, "approve")).toMatchObject({ status: 200 });
    const edited = await bodyOf<Staged>(
      await stage(bea, "Elm Street North", { seenDrafts: [change.id], evidence: null }),
    );
    expect(edited).toMatchObject({ changeSet: { state: "in review" }, replaced: [{ id: change.id }] });
    const [only, ...others] = await inSet();
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      state: "in review",
      operation: { value: "Elm Street North" },
      createdBy: { name: "Bea" },
      evidence,
    });
    expect(await comments(), "what was asked is answered").toMatchObject([
      { asks: true, open: 0, changeIds: [only?.id] },
    ]);
    expect(await told(me, "edited")).toMatchObject([{ count: 1, by: { name: "Bea" } }]);
    expect(await told(eve, "review")).toMatchObject([{ count: 1 }]);
    expect(await journalOf(app, edited.changeSet.id)).toContain("change-set.edit-in-review");
    expect(await act(me, "approve")).toMatchObject({ status: 409 });
    expect(await act(bea, "approve")).toMatchObject({ status: 409 });
    expect(await act(eve, "approve")).toMatchObject({ state: "approved" });
    const again = await bodyOf<Staged>(await stage(bea, "Elm Street", { seenDrafts: [only?.id] }));
    expect(again, "also once it is approved").toMatchObject({ changeSet: { state: "in review" } });
    expect(await act(cleo, "approve")).toMatchObject({ state: "approved" });
    expect(await act(bea, "apply")).toMatchObject({ state: "queued", counts: { total: 1, queued: 1 } });
    expect((await stage(cleo, "Too late", { seenDrafts: (await inSet()).map(({ id }) => id) })).status).toBe(409);
  });

  test("[S25] what is under review stays as it is, with its approval, where nothing of it is edited, or not what was seen", async () => {
    await using app = await open();
    const { act, bea, change, cleo, inSet, me, named, path, stage } = await begin(app);
    await act(me, "submit");
    await act(cleo, "approve");
    const before = await inSet();
    const unseen = await stage(bea, "Unseen");
    const plans = { field: "acceptedInsurances", operation: { op: "set", value: [] }, seenDrafts: [change.id] };
    const beside = await bea("POST", `${path}/changes`, { changes: [named("", plans)] });
    const both = [named("Elm Street North", { seenDrafts: [change.id] }), named("", plans)];
    const partly = await bea("POST", `${path}/changes`, { changes: both });
    const made = await me("POST", `${CONNECTION_API}/tokens`, { name: "Pipeline", scopes: ["read", "stage"] });
    const { secret } = await bodyOf<{ secret: string }>(made);
    const byToken = await app.request(
      "POST",
      `${path}/changes`,
      { changes: [named("By a pipeline", { seenDrafts: [change.id] })] },
      { Authorization: `Bearer ${secret}` },
    );
    expect([unseen, beside, partly, byToken].map(({ status }) => status)).toEqual([409, 409, 409, 403]);
    expect(await inSet()).toEqual(before);
    const [one, other] = await Promise.all([
      stage(bea, "Of Bea", { seenDrafts: [change.id] }),
      stage(cleo, "Of Cleo", { seenDrafts: [change.id] }),
    ]);
    expect(new Set([one.status, other.status])).toEqual(new Set([201, 409]));
    expect(await inSet()).toHaveLength(1);
  });

  test("[S25] undo of an edit under review leads what it took the place of back to where it was, with its approval", async () => {
    await using app = await open();
    const { act, bea, change, cleo, comments, inSet, me, stage, told, undo } = await begin(app);
    const back = ({ changes, replaced }: Staged) => ({
      staged: changes.map(({ id }) => id),
      replaced: replaced.map(restoring),
    });
    const edit = async (by: TestApp["signedIn"], value: string) => {
      const seenDrafts = (await inSet()).map(({ id }) => id);
      return await bodyOf<Staged>(await stage(by, value, { seenDrafts, evidence: null }));
    };
    await act(me, "submit");
    await act(cleo, "requests", { changeIds: [change.id], words: "Which Elm Street?" });
    expect((await undo(bea, back(await edit(bea, "Elm Street North")))).status).toBe(200);
    expect(await inSet()).toMatchObject([
      { id: change.id, state: "in review", createdBy: { name: "Ada Admin" }, evidence },
    ]);
    expect(await comments(), "what was asked is asked again").toMatchObject([{ open: 1, changeIds: [change.id] }]);
    expect(await told(me, "edited")).toEqual([]);

    const [asked] = await comments();
    expect(await act(cleo, `requests/${asked?.id}/withdraw`)).toMatchObject({ status: 200 });
    expect(await act(cleo, "approve")).toMatchObject({ state: "approved" });
    const before = await inSet();
    const journalled = (await journalOf(app, change.changeSetId ?? "")).length;
    for (const by of [bea, me]) {
      const edited = await edit(by, "Elm Street South");
      expect(await inSet()).toMatchObject([{ state: "in review" }]);
      expect((await undo(cleo, back(edited))).status, "it is not Cleo's edit").toBe(409);
      expect((await undo(by, back(edited))).status).toBe(200);
      expect(await inSet()).toEqual(
        before.map((row) => ({ ...row, version: expect.any(Number), updatedAt: expect.any(String) })),
      );
      expect((await undo(by, back(edited))).status, "it is undone").toBe(409);
    }
    expect((await journalOf(app, change.changeSetId ?? "")).slice(journalled)).toContain("change-set.undo-edit");

    // The directory says it already, so that the edit leaves nothing of the set.
    const same = await edit(bea, textOf(before[0]?.valueBefore));
    expect(await inSet()).toEqual([]);
    expect((await undo(bea, back(same))).status).toBe(200);
    expect(await inSet()).toMatchObject([{ id: change.id, state: "approved" }]);

    const decided = await edit(bea, "Elm Street West");
    const eve = (await app.enter({ name: "Eve", roles: [{ role: "approver", referrers: null }] })).signedIn;
    expect(await act(eve, "approve")).toMatchObject({ state: "approved" });
    expect((await undo(bea, back(decided))).status, "somebody approved the edit").toBe(409);
    expect(await inSet()).toMatchObject([{ operation: { value: "Elm Street West" }, state: "approved" }]);
  });

  test("[S25] what an undone edit brings back has its approvals, and stands on the ground on which they were given", async () => {
    await using app = await open();
    const { act, bea, change, cleo, inSet, me, path, stage, undo } = await begin(app);
    await me("PUT", `${CONNECTION_API}/approval-settings`, { required: 2, ownCounts: false });
    const eve = (await app.enter({ name: "Eve", roles: [{ role: "approver", referrers: null }] })).signedIn;
    const approvals = async () => (await bodyOf<ChangeSet>(await me("GET", path))).approvals;
    await act(me, "submit");
    await act(cleo, "approve");
    expect(await act(eve, "approve")).toMatchObject({ state: "approved" });
    const given = await approvals();
    expect(given).toHaveLength(2);

    const { indexId, record } = change;
    const set = app.deps.service.profile.encode("schedule", {}, "name", "Elm Street moved");
    await app.control("/drift", { changes: [{ ...record, set }] });
    await refreshComparison(app.deps, record, { indexId, maxAge: 0 });
    const edit = async () => {
      const seenDrafts = (await inSet()).map(({ id }) => id);
      const { changes, replaced } = await bodyOf<Staged>(await stage(bea, "Elm Street North", { seenDrafts }));
      return { staged: changes.map(({ id }) => id), replaced: replaced.map(restoring) };
    };
    const first = await edit();
    expect(await approvals()).toEqual([]);
    expect((await undo(bea, first)).status).toBe(200);
    expect(await approvals()).toEqual(given);
    expect(await act(bea, "apply"), "nobody approved it over what base says now").toMatchObject({
      status: 409,
      code: "moved_since_seen",
    });

    const second = await edit();
    expect(await act(cleo, "approve")).toMatchObject({ state: "in review" });
    expect((await undo(bea, second)).status, "one of two approved the edit").toBe(409);
    expect(await inSet()).toMatchObject([{ operation: { value: "Elm Street North" } }]);
  });

  test("what is staged in another set stands beside", async () => {
    await using app = await open();
    const { bea, inSet, named, path } = await begin(app);
    const staged = await bea("POST", `${CONNECTION_API}/change-sets`, { changes: [named("Of Bea")] });
    expect((await bodyOf<Staged>(staged)).replaced).toEqual([]);
    expect(await inSet()).toHaveLength(1);
    const { items } = ReviewPage.parse(await bodyOf(await bea("GET", `${path}/review?level=change`)));
    expect(items).toHaveLength(1);
  });

  test("a token undoes what it did, and what it discarded of a person is theirs again", async () => {
    await using app = await open();
    const { change, inSet, me, named, path } = await begin(app);
    const made = await me("POST", `${CONNECTION_API}/tokens`, { name: "Pipeline", scopes: ["read", "stage"] });
    const { secret } = await bodyOf<{ secret: string }>(made);
    const byToken = async (method: string, to: string, body?: unknown) =>
      await app.request(method, to, body, { Authorization: `Bearer ${secret}` });
    expect((await byToken("DELETE", `${CONNECTION_API}/changes/${change.id}`)).status).toBe(204);
    const back = { staged: [], replaced: [restoring(change)] };
    expect((await byToken("POST", `${path}/changes/undo`, back)).status).toBe(200);
    expect(await inSet()).toMatchObject([{ id: change.id, createdBy: { name: "Ada Admin" } }]);
    const edited = await bodyOf<Staged>(
      await byToken("POST", `${path}/changes`, { changes: [named("By a pipeline")] }),
    );
    expect(await inSet()).toMatchObject([{ createdBy: { kind: "token", name: "Pipeline" } }]);
    const undone = { staged: edited.changes.map(({ id }) => id), replaced: edited.replaced.map(restoring) };
    expect((await byToken("POST", `${path}/changes/undo`, undone)).status).toBe(200);
    expect(await inSet()).toMatchObject([{ id: change.id, createdBy: { name: "Ada Admin" } }]);
  });
}
