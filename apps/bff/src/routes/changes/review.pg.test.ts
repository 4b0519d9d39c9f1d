import {
  ChangeSet,
  ChangeSetPage,
  ChangeSetPeople,
  Comment,
  CommentPage,
  Inbox,
  IndexVersion,
  ReviewPage,
} from "@dc/contract";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { createDirectory, driftBase, journalOf, read, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("a review, on the embedded store", () => {
  testReviews(async () => await createTestApp());
});
describeOnPostgres("a review, on PostgreSQL", () => {
  testReviews(async () => await createTestApp({ store: await openTestStoreOnPostgres() }));
});

const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };

/** A name for two schedules in two directories, and no plans for the first one in the second directory. */
async function begin(app: TestApp) {
  await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
  const [first = "", second = ""] = sampleSchedules(app, 2);
  const roster = `${first}\n${second}`;
  const elm = (await createDirectory(app, { name: "Elm", roster })).indexId;
  const oak = (await createDirectory(app, { name: "Oak", roster })).indexId;
  const named = (indexId: string, record: string) => ({
    indexId,
    record: { type: "schedule", id: record },
    field: "name",
    operation: { op: "set", value: "Moved here" },
    evidence,
  });
  const plans = { ...named(oak, first), field: "acceptedInsurances", operation: { op: "set", value: [] } };
  const changes = [named(elm, first), named(oak, first), named(elm, second), named(oak, second), plans];
  const staged = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, { changes });
  const { changeSet, changes: made } = await bodyOf<Staged>(staged);
  let { version } = changeSet;
  const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
    const answer = await by("POST", `${path}/${verb}`, { version, ...body });
    const said = await bodyOf<ChangeSet & { changeSet?: ChangeSet; detail?: string }>(answer);
    if (answer.status === 200) version = (said.changeSet ?? said).version;
    return { status: answer.status, ...said };
  };
  const look = async <S extends z.ZodType>(schema: S, query: string): Promise<z.infer<S>> =>
    schema.parse(await bodyOf(await app.signedIn("GET", `${path}/${query}`)));
  const enter = async (name: string) =>
    (await app.enter({ name, roles: [{ role: "approver", referrers: null }] })).signedIn;
  const review = async (query: string) => (await look(ReviewPage, `review?${query}`)).items;
  return {
    id: changeSet.id,
    ids: made.map((change) => change.id),
    elm,
    oak,
    first,
    act,
    look,
    review,
    enter,
    path,
    me: app.signedIn,
  };
}

function testReviews(open: () => Promise<TestApp>): void {
  test("the same change in two directories is one line; groups are by person, directory and kind, with their counts", async () => {
    await using app = await open();
    const { act, me, review, ids, elm, oak, first } = await begin(app);
    const counts = async (query: string) =>
      (await review(query)).map(({ changes, directories }) => [changes, directories]);
    expect((await counts("level=group&by=person")).map(([changes]) => changes)).toEqual(expect.arrayContaining([3]));
    expect(await counts("level=group&by=directory")).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(await counts("level=group&by=kind")).toEqual([
      [1, 1],
      [4, 2],
    ]);
    expect((await counts("by=person")).filter(([changes]) => changes === 2)).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(await counts("by=directory")).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    const line = (await review("by=kind")).find(({ changes }) => changes === 2);
    const leaves = await review(`level=change&within=${encodeURIComponent(line?.key ?? "")}`);
    expect(leaves.map(({ change }) => change.indexId)).toEqual([elm, oak]);
    expect(leaves[0]?.change).toMatchObject({
      id: ids[0],
      createdBy: { name: "Ada Admin" },
      evidence,
      compared: { verdict: "same", preview: { value: "Moved here" } },
    });
    expect(await counts("q=oak&level=change")).toHaveLength(3);

    await act(me, "submit");
    await driftBase(app, { type: "schedule", id: first, set: { name: "Base moved" } });
    await me("GET", `${CONNECTION_API}/index-versions/${elm}/schedules/${first}?maxAge=0`);
    app.clock.advance(10_000);
    await review("level=group");
    const moved = (await review(`level=change&within=${encodeURIComponent(line?.key ?? "")}`))[0];
    expect(moved).toMatchObject({
      states: [{ state: "in review", changes: 1 }],
      change: { compared: { verdict: "base moved", base: { value: "Base moved" } } },
    });
    await expect
      .poll(async () => (await review("verdict=base%20moved&level=change")).map(({ change }) => change.id))
      .toContain(ids[0]);
  });

  test("a line tells how many different values its directories have, and what only one of them moved", async () => {
    await using app = await open();
    const { review, elm, first, me } = await begin(app);
    const lineOfFirst = async () =>
      (await review("by=kind")).find(({ changes, change }) => changes === 2 && change.record.id === first);
    expect((await lineOfFirst())?.values).toEqual({ seen: 1, base: 1, effective: 1, preview: 1 });
    await app.control("/outside", { index: elm, type: "schedule", id: first, set: { name: "Changed in Elm" } });
    await me("GET", `${CONNECTION_API}/index-versions/${elm}/schedules/${first}?maxAge=0`);
    app.clock.advance(10_000);
    await review("level=group");
    await expect
      .poll(async () => (await lineOfFirst())?.values)
      .toEqual({ seen: 1, base: 1, effective: 2, preview: 1 });
    expect((await review("level=group"))[0]?.values).toBeNull();
  });

  test("a page ends where it is told to, and the next one goes on", async () => {
    await using app = await open();
    const { look } = await begin(app);
    const all = await look(ReviewPage, "review?level=change&by=kind");
    const one = await look(ReviewPage, "review?level=change&by=kind&limit=3");
    const two = await look(ReviewPage, `review?level=change&by=kind&limit=3&cursor=${one.nextCursor ?? ""}`);
    expect([one.total, two.nextCursor]).toEqual([5, null]);
    expect([...one.items, ...two.items].map(({ key }) => key)).toEqual(all.items.map(({ key }) => key));
  });

  test("a node is approved, rejected or split off by one request, and a node that is not there is named", async () => {
    await using app = await open();
    const { act, me, review, enter } = await begin(app);
    await act(me, "submit");
    const bea = await enter("Bea");
    const nodes = await review("level=group&by=directory");
    const [elm = "", oak = ""] = nodes.map(({ key }) => key);
    expect(await act(bea, "approve", { nodes: [elm] })).toMatchObject({ counts: { approved: 2, inReview: 3 } });
    expect(await act(bea, "approve", { nodes: [elm, "directory/none"] })).toMatchObject({
      status: 400,
      errors: [{ pointer: "/nodes/1" }],
    });
    const [kind = ""] = (await review("level=group&by=kind"))
      .filter(({ changes }) => changes === 1)
      .map(({ key }) => key);
    expect(await act(bea, "reject", { nodes: [kind], reason: "Not these plans" })).toMatchObject({
      counts: { approved: 2, inReview: 2, rejected: 1 },
    });
    expect((await review("state=approved&level=change")).map(({ change }) => change.approvals)).toEqual([
      [{ by: expect.objectContaining({ name: "Bea" }), at: expect.any(String) }],
      [{ by: expect.objectContaining({ name: "Bea" }), at: expect.any(String) }],
    ]);
    const split = await act(me, "split", { nodes: [oak] });
    expect(split).toMatchObject({ changeSet: { counts: { total: 3 } }, splitOff: { counts: { inReview: 2 } } });
  });

  test("a review that was looked at before sorts and finds by what directories are called now", async () => {
    await using app = await open();
    const { oak, me, review } = await begin(app);
    const directories = async (query = "") =>
      (await review(`by=directory&level=group${query}`)).map(({ change: { indexId } }) => indexId);
    const before = await directories();
    expect(before.at(-1)).toBe(oak);
    const { version } = await read(app, IndexVersion, `/index-versions/${oak}`);
    const renamed = await me("PATCH", `${CONNECTION_API}/index-versions/${oak}`, { label: "Acorn Lane", version });
    expect(renamed.status).toBe(200);
    app.clock.advance(60_000);
    expect(await directories("&q=acorn")).toEqual([oak]);
    expect(await directories()).toEqual(before.toReversed());
    expect(await directories("&q=oak")).toEqual([]);
  });

  test("a review counts what its reader may approve, whoever the set is by, of what the filters find", async () => {
    await using app = await open();
    const { act, enter, elm, oak, me, path, review } = await begin(app);
    await me("PUT", `${CONNECTION_API}/approval-settings`, { required: 2, ownCounts: false });
    const bea = await enter("Bea");
    const cleo = (await app.enter({ name: "Cleo", roles: [{ role: "editor", referrers: null }] })).signedIn;
    const third = { indexId: elm, record: { type: "schedule", id: sampleSchedules(app, 3)[2] ?? "" }, field: "name" };
    const changes = [{ ...third, operation: { op: "set", value: "Moved here" }, evidence }];
    const { changeSet, changeIds } = await bodyOf<Staged & { changeIds: string[] }>(
      await cleo("POST", `${path}/changes`, { changes }),
    );
    await act(me, "submit", { version: changeSet.version });
    const found = async (by: TestApp["signedIn"], query = "") => {
      const page = ReviewPage.parse(await bodyOf(await by("GET", `${path}/review?by=directory&level=group&${query}`)));
      const groups = page.items.map(({ change: { indexId }, approvable, own }) => [indexId, approvable, own]);
      return [page.found, ...groups.toSorted(([a], [b]) => (a === elm ? -1 : b === elm ? 1 : 0))];
    };
    expect(await found(me)).toEqual([{ open: 6, approvable: 1, own: 5 }, [elm, 1, 2], [oak, 0, 3]]);
    expect(await found(bea)).toEqual([{ open: 6, approvable: 6, own: 0 }, [elm, 3, 0], [oak, 3, 0]]);
    expect(await found(cleo)).toEqual([{ open: 6, approvable: 0, own: 1 }, [elm, 0, 1], [oak, 0, 0]]);
    expect(await found(bea, "q=oak")).toEqual([{ open: 3, approvable: 3, own: 0 }, [oak, 3, 0]]);
    await act(bea, "approve", { q: "oak" });
    expect(await found(bea), "they wait for others").toEqual([
      { open: 6, approvable: 3, own: 0 },
      [elm, 3, 0],
      [oak, 0, 0],
    ]);
    expect(await act(me, "approve")).toMatchObject({ status: 200 });
    expect((await review("level=change")).filter(({ change }) => change.approvals.length > 0)).toHaveLength(4);
    expect(await found(me)).toEqual([{ open: 6, approvable: 0, own: 5 }, [elm, 0, 2], [oak, 0, 3]]);

    const roles = (["approver", "editor"] as const).map((role) => ({ role, referrers: null }));
    const dan = (await app.enter({ name: "Dan", roles })).signedIn;
    expect(await found(dan)).toMatchObject([{ approvable: 6, own: 0 }, [elm, 3, 0], [oak, 3, 0]]);
    await driftBase(app, { ...third.record, set: { name: "Moved there" } });
    const { standardIndex } = app.deps.service.profile;
    await refreshReading(app.deps, { indexId: standardIndex, ...third.record, maxAge: 0 });
    expect(await act(dan, "moved", { changeIds, as: "keep ours" })).toMatchObject({ status: 200 });
    expect(await found(dan), "whoever kept it is an author").toMatchObject([
      { approvable: 5, own: 1 },
      [elm, 2, 1],
      [oak, 3, 0],
    ]);
  });

  test("a comment is about what is named, and the filters find of it", async () => {
    await using app = await open();
    const { look, me, path, review } = await begin(app);
    const group = (await review("by=kind&level=group")).find(({ changes }) => changes === 4);
    const say = async (body: object) =>
      Comment.parse(await bodyOf(await me("POST", `${path}/comments`, { words: "Which?", ...body })));
    expect((await say({ nodes: [group?.key] })).changes).toBe(4);
    expect((await say({ nodes: [group?.key], q: "elm" })).changes).toBe(2);
    expect(await say({})).toMatchObject({ changes: 0, about: null });
    const [node] = await review("level=change");
    const about = { id: node?.key, indexName: node?.change.indexName, field: node?.change.field };
    expect(await say({ changeIds: [node?.key] })).toMatchObject({ changes: 1, about });
    expect((await look(CommentPage, "comments")).items).toContainEqual(
      expect.objectContaining({ about: expect.objectContaining(about) }),
    );
    expect(await review(`level=change&within=${node?.key ?? ""}`), "one change by its id").toMatchObject([
      { key: node?.key },
    ]);
    expect((await look(CommentPage, "comments")).items).toHaveLength(4);
  });

  test("[S14] what is asked to be changed goes back to review with its approvals, and is applied once that is withdrawn or split off", async () => {
    await using app = await open();
    const { act, me, look, ids, enter, id } = await begin(app);
    const [first = "", second = ""] = ids;
    await act(me, "submit");
    const bea = await enter("Bea");
    const cleo = await enter("Cleo");
    await act(bea, "approve");
    expect(await act(bea, "requests", { changeIds: [first, second], words: " " })).toMatchObject({
      errors: [{ pointer: "/words" }],
    });
    expect(await act(bea, "requests", { changeIds: [first, second], words: "With which extension?" })).toMatchObject({
      counts: { inReview: 2, approved: 3 },
      approvals: [{ changes: 5 }],
    });
    expect(await act(cleo, "approve")).toMatchObject({ counts: { inReview: 2, approved: 3 } });
    expect(await act(me, "apply")).toMatchObject({ status: 409 });
    const [request] = (await look(CommentPage, "comments")).items;
    expect(request).toMatchObject({ asks: true, changes: 2, open: 2, by: { name: "Bea" } });
    const withdraw = `requests/${request?.id ?? ""}/withdraw`;
    expect(await act(cleo, withdraw)).toMatchObject({ status: 403 });
    const version = (await act(me, "split", { changeIds: [second] })).changeSet?.version;
    expect(version).toBeDefined();
    expect(await act(bea, withdraw)).toMatchObject({ counts: { approved: 4, total: 4 } });
    expect(await act(bea, withdraw)).toMatchObject({ status: 409 });
    expect(await journalOf(app, id)).toEqual(expect.arrayContaining(["change-set.ask", "change-set.withdraw-request"]));
    expect(await act(me, "apply")).toMatchObject({ state: "queued", counts: { queued: 4 } });
  });

  test("[U6] a token splits off what it staged itself, and nothing else of a review", async () => {
    await using app = await open();
    const { act, me, ids, first, elm, path } = await begin(app);
    const made = await me("POST", `${CONNECTION_API}/tokens`, { name: "Pipeline", scopes: ["read", "stage"] });
    const { secret } = await bodyOf<{ secret: string }>(made);
    const pipeline: TestApp["signedIn"] = (method, address, body) =>
      app.request(method, address, body, { Authorization: `Bearer ${secret}` });
    const plans = {
      indexId: elm,
      record: { type: "schedule", id: first },
      field: "acceptedInsurances",
      operation: { op: "set", value: [] },
      evidence,
    };
    const staged = await bodyOf<Staged>(await pipeline("POST", `${path}/changes`, { changes: [plans] }));
    const own = staged.changes.map(({ id }) => id);
    expect(await act(me, "submit", { version: staged.changeSet.version })).toMatchObject({ status: 200 });
    const [other = ""] = ids;
    for (const changeIds of [[other], [other, ...own]])
      expect(await act(pipeline, "split", { changeIds })).toMatchObject({ status: 403, code: "forbidden" });
    expect(await act(pipeline, "split", { changeIds: own })).toMatchObject({ splitOff: { counts: { inReview: 1 } } });
  });

  test("[S14] what was asked to be changed and is split off instead waits in the inbox of whoever had approved it", async () => {
    await using app = await open();
    const { act, me, ids, enter, id } = await begin(app);
    const [first = "", second = "", third = ""] = ids;
    await act(me, "submit");
    const bea = await enter("Bea");
    await act(bea, "approve");
    await act(bea, "requests", { changeIds: [first, second], words: "With which extension?" });
    expect(await bodyOf(await bea("GET", `${CONNECTION_API}/change-sets/${id}`))).toMatchObject({
      approvals: [{ changes: 5, inReview: 2 }],
    });
    const split = await bodyOf<{ changeSet: ChangeSet; splitOff: ChangeSet }>(
      Response.json(await act(me, "split", { changeIds: [first, second, third] })),
    );
    expect(split.splitOff).toMatchObject({ counts: { inReview: 2, approved: 1 }, approvals: [{ changes: 1 }] });
    const waiting = async () => Inbox.parse(await bodyOf(await bea("GET", `${CONNECTION_API}/inbox`))).items;
    expect(await waiting()).toContainEqual(
      expect.objectContaining({
        kind: "review",
        count: 2,
        changeSet: expect.objectContaining({ id: split.splitOff.id }),
      }),
    );
    const path = `${CONNECTION_API}/change-sets/${split.splitOff.id}`;
    const approved = await bea("POST", `${path}/approve`, { version: split.splitOff.version });
    expect(await approved.json()).toMatchObject({ state: "approved", counts: { approved: 3 } });
  });

  test("the evidence of a set stays as it is while anything is reviewed or approved with it", async () => {
    await using app = await open();
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
    const [first = "", second = ""] = sampleSchedules(app, 2);
    const { indexId } = await createDirectory(app, { name: "Ash", roster: `${first}\n${second}` });
    const changes = [first, second].map((id) => ({
      indexId,
      record: { type: "schedule", id },
      field: "name",
      operation: { op: "set", value: "Moved here" },
    }));
    const staged = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, { evidence, changes });
    const { changeSet, changes: made } = await bodyOf<Staged>(staged);
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const submitted = await app.signedIn("POST", `${path}/submit`, { version: changeSet.version });
    const { version: inReview } = ChangeSet.parse(await submitted.json());
    const [, other] = made;
    const reopened = await app.signedIn("POST", `${path}/reopen`, { version: inReview, changeIds: [other?.id] });
    const { version, state } = ChangeSet.parse(await reopened.json());
    expect(state).toBe("draft");
    const another = { version, evidence: { ...evidence, reason: "Nobody said so" } };
    const refused = await app.signedIn("PATCH", path, another);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "wrong_state", detail: expect.stringContaining("in review") });
  });

  test("[S14] what is asked is answered by an edit: that change alone is a draft, then in review again, and the others keep their approvals", async () => {
    await using app = await open();
    const { act, me, look, review, ids, enter, elm, first, path } = await begin(app);
    const [change = ""] = ids;
    await act(me, "submit");
    const bea = await enter("Bea");
    await act(bea, "approve");
    await act(bea, "requests", { changeIds: [change], words: "Moved where?" });
    expect(await act(me, "reopen", { changeIds: [change] })).toMatchObject({
      state: "draft",
      counts: { draft: 1, approved: 4 },
      approvals: [{ changes: 4 }],
    });
    expect(await act(me, "apply")).toMatchObject({ status: 409 });
    const edited = {
      indexId: elm,
      record: { type: "schedule", id: first },
      field: "name",
      operation: { op: "set", value: "Moved to Elm" },
      evidence,
    };
    const staged = await me("POST", `${path}/changes`, { changes: [edited] });
    const { changeSet } = await bodyOf<Staged>(staged);
    expect(changeSet.counts).toMatchObject({ draft: 1, approved: 4, total: 5 });
    expect((await look(CommentPage, "comments")).items).toMatchObject([{ asks: true, changes: 1, open: 0 }]);
    expect(await act(me, "submit", { version: changeSet.version })).toMatchObject({
      counts: { inReview: 1, approved: 4 },
    });
    expect((await review("state=in%20review&level=change"))[0]).toMatchObject({
      change: { operation: { value: "Moved to Elm" }, approvals: [], openRequests: [] },
    });
    await act(bea, "approve");
    expect(await act(me, "apply")).toMatchObject({ state: "queued", counts: { queued: 5 } });
  });

  test("comments are told in the order of time, of a set and of a change, and nobody reads those on what they do not see", async () => {
    await using app = await open();
    const { look, me, path, ids, elm, act } = await begin(app);
    const say = async (by: TestApp["signedIn"], body: object) => {
      app.clock.advance(1000);
      return await by("POST", `${path}/comments`, body);
    };
    const referrers = [
      (await bodyOf<{ referrer: { id: string } }>(await me("GET", `${CONNECTION_API}/index-versions/${elm}`))).referrer
        .id,
    ];
    const viewer = (await app.enter({ name: "Vic", roles: [{ role: "viewer", referrers }] })).signedIn;
    Comment.parse(await bodyOf(await say(me, { words: "All of it?" })));
    Comment.parse(await bodyOf(await say(me, { words: "Oak, too?", changeIds: [ids[1]] })));
    Comment.parse(await bodyOf(await say(me, { words: "Elm only", changeIds: [ids[0]] })));
    expect((await say(viewer, { words: "And I?" })).status).toBe(404);
    const words = (page: CommentPage) => page.items.map((comment) => comment.words);
    expect(words(await look(CommentPage, "comments"))).toEqual(["All of it?", "Oak, too?", "Elm only"]);
    expect(words(await look(CommentPage, `comments?changeId=${ids[1] ?? ""}`))).toEqual(["Oak, too?"]);
    await act(me, "split", {
      nodes: [`directory/${(await look(ReviewPage, "review?q=oak"))?.items[0]?.change.indexId ?? ""}`],
    });
    const seen = await viewer("GET", `${path}/comments`);
    expect(words(CommentPage.parse(await bodyOf(seen)))).toEqual(["Elm only"]);
    expect((await say(viewer, { words: "Thank you" })).status).toBe(200);
  });

  test("a set says what it is for, whose it is and who is to review it, and is found by them", async () => {
    await using app = await open();
    const { look, me, path, id, act, elm } = await begin(app);
    const bea = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
    const vic = await app.enter({ name: "Vic", roles: [{ role: "viewer", referrers: null }] });
    const { items } = await look(ChangeSetPeople, "people");
    expect(items.map(({ name, mayApprove }) => [name, mayApprove])).toEqual([
      ["Ada Admin", true],
      ["Bea", true],
      ["Vic", false],
    ]);
    const version = (await bodyOf<ChangeSet>(await me("GET", path))).version;
    const edit = async (body: object) => await me("PATCH", path, { version, ...body });
    expect(await bodyOf(await edit({ reviewerIds: [vic.person.id] }))).toMatchObject({
      errors: [{ pointer: "/reviewerIds/0" }],
    });
    const edited = await edit({ purpose: "New switchboard", ownerId: vic.person.id, reviewerIds: [bea.person.id] });
    expect(ChangeSet.parse(await bodyOf(edited))).toMatchObject({
      purpose: "New switchboard",
      owner: { name: "Vic" },
      reviewers: [{ person: { name: "Bea" } }],
    });
    const found = async (query: string) =>
      ChangeSetPage.parse(await bodyOf(await me("GET", `${CONNECTION_API}/change-sets?${query}`))).items.map(
        (set) => set.id,
      );
    expect(await found(`reviewerId=${bea.person.id}`)).toEqual([id]);
    expect(await found(`reviewerId=${vic.person.id}`)).toEqual([]);
    expect(await found(`authorId=${vic.person.id}`)).toEqual([]);
    expect(await found("q=switchboard%20vic")).toEqual([id]);
    expect(await found("q=nothing")).toEqual([]);
    expect(await found(`indexId=${elm}&state=draft`)).toEqual([id]);
    await act(me, "submit", { version: version + 1 });
    expect(await found("state=in%20review")).toEqual([id]);
  });
}
