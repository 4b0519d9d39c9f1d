import {
  Brief,
  ChangeSet,
  ChangeSetPage,
  ClaimList,
  CreatedShareLink,
  Inbox,
  IndexVersion,
  OverridePage,
  Problem,
  SettledClaim,
  SharedAnswer,
  CreatedToken,
  ShareLinkList,
  SharedBrief,
  StagedChanges,
  VerificationPage,
} from "@dc/contract";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { newId } from "#/runtime/new-id.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertClaim } from "#/store/tables/directories/claims.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { createDirectory, driftBase, journalOf, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { answerBehind } from "#/testing/stores/answer-behind.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const DAY_MS = 86_400_000;

describe("links to briefs, on the embedded store", () => {
  testLinks(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("links to briefs, on PostgreSQL", () => {
  test("[X4] what changes while an answer is taken up is not verified on its reader's word", async () => {
    await using app = await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() });
    const { db } = app.deps.store;
    const { indexId, secret, brief } = await shared(app);
    const [row] = brief.items;
    const said = await answer(app, secret, { practitionerId: row?.practitionerId, state: row?.state, says: "right" });
    const { id } = SharedAnswer.parse(await said.json());
    const refused = await answerBehind(
      db,
      {
        hold: (trx) => sql`select from claim where id = ${id} for update`.execute(trx),
        write: (trx) =>
          sql`update record_summary set effective = '{"preferredName":"another"}'
            where index_id = ${indexId} and record_id = ${row?.practitionerId}`.execute(trx),
      },
      () => app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/claims/${id}/settle`, { as: "verified" }),
    );
    expect([refused.status, await db.selectFrom("record_verification").selectAll().execute()]).toEqual([409, []]);
    expect((await read(app, ClaimList, `/index-versions/${indexId}/claims`)).items).toMatchObject([
      { id, movedSince: true },
    ]);
  });
  testLinks(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

async function share(app: TestApp, indexId: string, by = app.signedIn, days?: number): Promise<CreatedShareLink> {
  const answer = await by("POST", `${CONNECTION_API}/index-versions/${indexId}/share-links`, {
    sharedWith: "The office of Dr. Elm",
    ...(days === undefined ? {} : { days }),
  });
  expect(answer.status).toBe(201);
  return CreatedShareLink.parse(await answer.json());
}

const opened = async (app: TestApp, secret: string) =>
  await app.request("GET", "/api/v1/shared-brief", undefined, bearer(secret));
const listed = async (app: TestApp, indexId: string) =>
  (await read(app, ShareLinkList, `/index-versions/${indexId}/share-links`)).items;

function testLinks(open: () => Promise<TestApp>): void {
  test("[X3] a link reads one directory without an account and without a call of the service, and its secret is told once", async () => {
    await using app = await open();
    const roster = sampleSchedules(app, 4);
    const { indexId } = await createDirectory(app, { name: "Elm", roster: roster.join("\n") });
    await createDirectory(app, { name: "Oak", roster: roster.join("\n") });
    const { link, secret } = await share(app, indexId);
    expect(new Date(link.expiresAt).getTime() - app.clock.now().getTime()).toBe(30 * DAY_MS);

    await driftBase(app, { type: "schedule", id: roster[0] ?? "", set: { name: "Moved" } });
    const before = requestsFor(app, /./);
    const answer = await opened(app, secret);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    const brief = SharedBrief.parse(await answer.json());
    expect(brief).toMatchObject({
      index: { id: indexId, name: "Elm" },
      sharedBy: "Ada Admin",
      sharedWith: "The office of Dr. Elm",
      since: null,
      owner: { name: "Ada Admin" },
    });
    expect(brief.items.length).toBeGreaterThan(0);
    expect(requestsFor(app, /./)).toBe(before);
    expect(await listed(app, indexId)).toEqual([{ ...link, lastUsedAt: app.clock.now().toISOString() }]);
    expect(link.index).toEqual({ id: indexId, name: "Elm" });

    const kept = await app.deps.store.db.selectFrom("share_link").selectAll().execute();
    const entries = await app.deps.store.db.selectFrom("journal").selectAll().orderBy("seq").execute();
    expect(JSON.stringify([kept, entries])).not.toContain(secret);
    expect(await journalOf(app, link.id)).toEqual(["share-link.create"]);

    app.clock.advance(1000);
    const next = await share(app, indexId, app.signedIn, 7);
    expect(SharedBrief.parse(await (await opened(app, next.secret)).json()).since).toBe(link.createdAt);
  });

  test("[X3] a link ends at the request after it was revoked, is over, or its maker lost the right, and works again for nobody else", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 2).join("\n") });
    const status = async (secret: string) => (await opened(app, secret)).status;
    const revoked = await share(app, indexId);
    expect(await status(revoked.secret)).toBe(200);
    const address = `${CONNECTION_API}/index-versions/${indexId}/share-links/${revoked.link.id}`;
    expect((await app.signedIn("DELETE", address)).status).toBe(204);
    expect([await status(revoked.secret), (await app.signedIn("DELETE", address)).status]).toEqual([401, 404]);
    expect(await listed(app, indexId)).toEqual([]);

    const short = await share(app, indexId, app.signedIn, 7);
    app.clock.advance(7 * DAY_MS - 1);
    expect(await status(short.secret)).toBe(200);
    app.clock.advance(1);
    expect(await status(short.secret)).toBe(401);

    const maker = await app.enter({ name: "Edda", roles: [{ role: "editor", referrers: null }] });
    const { secret } = await share(app, indexId, maker.signedIn);
    const roles = async (role: "viewer" | "editor") =>
      await app.deps.wholeStore.db
        .updateTable("person_role")
        .set({ role })
        .where("person_id", "=", maker.person.id)
        .execute();
    await roles("viewer");
    expect([await status(secret), (await listed(app, indexId))[0]?.worksNow]).toEqual([401, false]);
    await roles("editor");
    expect(await status(secret)).toBe(200);
    await app.signedIn("POST", `/api/v1/people/${maker.person.id}/disable`, {});
    await app.signedIn("POST", `/api/v1/people/${maker.person.id}/enable`, {});
    expect([await status(secret), await status("dcl_unknown")]).toEqual([401, 401]);
  });

  test("[X3] a link ends where its directory becomes another referrer's, or is archived", async () => {
    await using app = await open();
    const elm = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 2).join("\n") });
    const oak = await createDirectory(app, { name: "Oak", roster: sampleSchedules(app, 2).join("\n") });
    const patch = async (indexId: string, what: object) => {
      const path = `${CONNECTION_API}/index-versions/${indexId}`;
      const { version } = (await (await app.signedIn("GET", path)).json()) as { version: number };
      expect((await app.signedIn("PATCH", path, { version, ...what })).status).toBe(200);
    };
    const [moved, archived] = [await share(app, elm.indexId), await share(app, oak.indexId)];
    await patch(elm.indexId, { referrer: { name: "Dr. Ash" } });
    await patch(oak.indexId, { archived: true });
    for (const { secret } of [moved, archived]) expect((await opened(app, secret)).status).toBe(401);
    for (const { indexId } of [elm, oak]) expect(await listed(app, indexId)).toMatchObject([{ worksNow: false }]);
    const links = `${CONNECTION_API}/index-versions/${oak.indexId}/share-links`;
    const refused = await app.signedIn("POST", links, { sharedWith: "The office of Dr. Oak" });
    expect(Problem.parse(await refused.json())).toMatchObject({ status: 409, code: "wrong_state" });
  });

  test("[X3] whoever administers sees every link, and somebody limited those of their referrers", async () => {
    await using app = await open();
    const elm = await createDirectory(app, { name: "Elm" });
    const oak = await createDirectory(app, { name: "Oak" });
    const links = [await share(app, elm.indexId), await share(app, oak.indexId)].map(({ link }) => link.id);
    const all = async (signedIn = app.signedIn) =>
      ShareLinkList.parse(await (await signedIn("GET", `${CONNECTION_API}/share-links`)).json());
    const { items, total } = await all();
    expect([items.map(({ id }) => id).toSorted(), total]).toEqual([links.toSorted(), 2]);
    const { referrer_id: referrer } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", oak.indexId)
      .executeTakeFirstOrThrow();
    const limited = await app.enter({ name: "Vera", roles: [{ role: "viewer", referrers: [referrer ?? ""] }] });
    expect(await all(limited.signedIn)).toMatchObject({
      items: [{ id: links[1], index: { id: oak.indexId, name: "Oak" } }],
      total: 1,
    });
  });

  test("[X3] a link tells nothing of a set that spans another referrer's directory, but its own changes", async () => {
    await using app = await open();
    const roster = sampleSchedules(app, 2);
    const elm = await createDirectory(app, { name: "Elm", roster: roster.join("\n") });
    const oak = await createDirectory(app, { name: "Oak", roster: roster.join("\n") });
    const { secret } = await share(app, elm.indexId);
    const [row] = SharedBrief.parse(await (await opened(app, secret)).json()).items;
    const record = { type: "practitioner", id: row?.practitionerId ?? "" };
    const staged = await app.signedIn("POST", `${CONNECTION_API}/change-sets`, {
      changes: [elm, oak].map(({ indexId }) => ({
        indexId,
        record,
        field: "preferredName",
        operation: { op: "set", value: "Nora" },
      })),
      evidence: { reason: "For Oak", source: "The office of Dr. Oak", verifiedOn: null, reviewBy: null },
    });
    const { changeSet } = StagedChanges.parse(await staged.json());
    const applied = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
      version: changeSet.version,
    });
    expect(applied.status).toBe(200);
    app.clock.advance(5000);
    await app.sendDue();
    const told = await (await opened(app, secret)).text();
    expect(told).toContain("Nora");
    expect(told).not.toContain("Oak");
  });

  test("[X3] only a person who may stage makes one, and it answers so often a minute", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm" });
    const address = `${CONNECTION_API}/index-versions/${indexId}/share-links`;
    const viewer = await app.enter({ name: "Vera", roles: [{ role: "viewer", referrers: null }] });
    expect((await viewer.signedIn("POST", address, { sharedWith: "Me" })).status).toBe(403);
    const token = await app.signedIn("POST", `${CONNECTION_API}/tokens`, { name: "t", scopes: ["stage"] });
    const { secret: tokenSecret } = CreatedToken.parse(await token.json());
    const byToken = { Authorization: `Bearer ${tokenSecret}` };
    expect((await app.request("POST", address, { sharedWith: "Me" }, byToken)).status).toBe(403);
    expect((await app.signedIn("POST", address, { sharedWith: "Me", days: 8 })).status).toBe(400);
    const { db } = app.deps.store;
    const ofNobody = db.selectFrom("index_version").select("id").where("referrer_id", "is", null);
    const { id } = await ofNobody.where("origin", "!=", "standard").executeTakeFirstOrThrow();
    const refused = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${id}/share-links`, {
      sharedWith: "Me",
    });
    expect(Problem.parse(await refused.json())).toMatchObject({ status: 409, code: "wrong_state" });

    const { secret } = await share(app, indexId);
    const statuses: number[] = [];
    for (let time = 0; time < 121; time += 1) statuses.push((await opened(app, secret)).status);
    expect([statuses.filter((one) => one === 200).length, statuses.at(-1)]).toEqual([120, 429]);
    app.clock.advance(60_000);
    expect((await opened(app, secret)).status).toBe(200);
  });

  test("[X4] an answer changes nothing, waits in the inbox, and becomes a verification with both names", async () => {
    await using app = await open();
    const { indexId, secret, brief } = await shared(app);
    const [row, other] = brief.items;
    const answered = await answer(app, secret, {
      practitionerId: row?.practitionerId,
      state: row?.state,
      says: "right",
      name: "\u202ELucía\u2067",
    });
    const { id } = SharedAnswer.parse(await answered.json());
    const again = SharedBrief.parse(await (await opened(app, secret)).json());
    expect([again.items, again.answers]).toMatchObject([
      brief.items,
      [{ id, says: "right", name: "Lucía", outcome: null }],
    ]);
    const inbox = async () => (await read(app, Inbox, "/inbox")).items.filter(({ kind }) => kind === "claim");
    const [told] = (await read(app, ClaimList, `/index-versions/${indexId}/claims`)).items;
    expect(told?.line).toMatch(/\S/);
    expect(await inbox()).toMatchObject([
      {
        count: 1,
        by: { kind: "link", name: "Lucía" },
        index: { id: indexId },
        answer: { id, says: "right", practitionerName: told?.practitionerName, line: told?.line },
      },
    ]);
    const settle = async (claimId: string, body: object) =>
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/claims/${claimId}/settle`, body);
    expect((await settle(id, { as: "verified" })).status).toBe(200);
    expect((await settle(id, { as: "dismissed", reason: "Late" })).status).toBe(409);
    expect(await inbox()).toEqual([]);
    const { items } = await read(app, Brief, `/index-versions/${indexId}/brief`);
    expect(items.find((one) => one.practitionerId === row?.practitionerId)?.verified?.saidBy).toBe("Lucía");
    const kept = await read(app, VerificationPage, `/verifications?due=all&practitionerId=${row?.practitionerId}`);
    expect(kept.items.flatMap(({ entries }) => entries.map(({ last }) => last))).toMatchObject([
      { saidBy: "Lucía", how: "share link", note: "By the link of The office of Dr. Elm", by: { name: "Ada Admin" } },
    ]);
    expect(await journalOf(app, id)).toEqual(["claim.make", "claim.settle"]);
    const [settled] = (await read(app, ClaimList, `/index-versions/${indexId}/claims?state=settled`)).items;
    expect(settled).toMatchObject({ name: "Lucía", outcome: "verified", settled: { by: { name: "Ada Admin" } } });

    const verifications = app.deps.store.db.selectFrom("record_verification").select("record_id");
    const given = await verifications.execute();
    const raced = await answer(app, secret, {
      practitionerId: other?.practitionerId,
      state: other?.state,
      says: "right",
    });
    const { id: racedId } = SharedAnswer.parse(await raced.json());
    const outcomes = await Promise.all([
      settle(racedId, { as: "verified" }),
      settle(racedId, { as: "dismissed", reason: "Nobody knows them" }),
    ]);
    const [verified = 0, dismissed = 0] = outcomes.map(({ status }) => status);
    expect([verified, dismissed].toSorted((one, two) => one - two)).toEqual([200, 409]);
    expect((await verifications.execute()).length > given.length).toBe(verified === 200);

    const taken = SharedAnswer.parse(
      await (
        await answer(app, secret, { practitionerId: other?.practitionerId, state: other?.state, says: "right" })
      ).json(),
    );
    const back = await app.request("DELETE", `/api/v1/shared-brief/answers/${taken.id}`, undefined, bearer(secret));
    expect([back.status, (await settle(taken.id, { as: "verified" })).status]).toEqual([204, 404]);
  });

  test("[X4] what is wrong opens a draft with the answer as its evidence, or is dismissed with a reason; what moved since says so", async () => {
    await using app = await open();
    const { indexId, secret, brief } = await shared(app);
    const [row] = brief.items;
    const wrong = { practitionerId: row?.practitionerId, state: row?.state, says: "wrong", about: "number" };
    expect((await answer(app, secret, wrong)).status).toBe(400);
    expect((await answer(app, secret, { ...wrong, words: "x".repeat(501) })).status).toBe(400);
    expect((await answer(app, secret, { ...wrong, words: "x", practitionerId: "unknown" })).status).toBe(404);
    const said = await answer(app, secret, { ...wrong, words: "Call (415) 555-0174", howKnown: "They told us" });
    const { id } = SharedAnswer.parse(await said.json());
    const claims = async (state = "open") =>
      (await read(app, ClaimList, `/index-versions/${indexId}/claims?state=${state}`)).items;
    expect(await claims()).toMatchObject([{ id, movedSince: false, line: expect.stringContaining(row?.name ?? "?") }]);
    const settle = async (body: object) =>
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/claims/${id}/settle`, body);
    expect((await settle({ as: "verified" })).status).toBe(409);
    expect((await settle({ as: "dismissed" })).status).toBe(400);
    const record = { type: "practitioner", id: row?.practitionerId ?? "" };
    await applyChanges(app, indexId, [change(record, "preferredName", { op: "set", value: "Nora" })]);
    await app.sendDue();
    expect(await claims()).toMatchObject([{ movedSince: true }]);
    const { changeSetId } = SettledClaim.parse(await (await settle({ as: "correcting" })).json());
    expect(await read(app, ChangeSet, `/change-sets/${changeSetId}`)).toMatchObject({
      createdBy: { name: "Ada Admin" },
      evidence: null,
    });
    expect(await claims("settled")).toMatchObject([{ outcome: "correcting", settled: { changeSetId } }]);
    const moved = await answer(app, secret, { practitionerId: row?.practitionerId, state: row?.state, says: "right" });
    const later = SharedAnswer.parse(await moved.json());
    const refused = await app.signedIn(
      "POST",
      `${CONNECTION_API}/index-versions/${indexId}/claims/${later.id}/settle`,
      {
        as: "verified",
      },
    );
    expect(refused.status).toBe(409);
  });

  test("[X3] what a reader of an archived directory said is corrected once it is unarchived, and dismissed before", async () => {
    await using app = await open();
    const { indexId, secret, brief } = await shared(app);
    const [row] = brief.items;
    const wrong = { practitionerId: row?.practitionerId, state: row?.state, says: "wrong", about: "number" };
    const said = await answer(app, secret, { ...wrong, words: "(415) 555-0174", howKnown: "The practice told us" });
    const { id } = SharedAnswer.parse(await said.json());
    const { version } = await read(app, IndexVersion, `/index-versions/${indexId}`);
    const archive = { archived: true, version };
    expect((await app.signedIn("PATCH", `${CONNECTION_API}/index-versions/${indexId}`, archive)).status).toBe(200);
    const settle = async (body: object) =>
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/claims/${id}/settle`, body);
    const refused = await settle({ as: "correcting" });
    expect(refused.status).toBe(409);
    expect(Problem.parse(await refused.json()).detail).toContain("is archived. Unarchive it before changing it.");
    expect((await read(app, ChangeSetPage, "/change-sets")).items).toEqual([]);
    expect((await settle({ as: "dismissed", reason: "Not made any more" })).status).toBe(200);
  });

  test("[X4] the word of a reader is the evidence of what corrects it, and of no other change in the same draft", async () => {
    await using app = await open();
    const { indexId, secret, brief } = await shared(app);
    const [first, second] = brief.items.map(({ practitionerId: id }) => ({ type: "practitioner", id }));
    if (first === undefined || second === undefined) throw new Error("the brief needs two practitioners");
    const wrong = { practitionerId: first.id, state: brief.items[0]?.state, says: "wrong", about: "number" };
    const said = await answer(app, secret, { ...wrong, words: "(415) 555-0174", howKnown: "The practice told us" });
    const { id } = SharedAnswer.parse(await said.json());
    const settled = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/claims/${id}/settle`, {
      as: "correcting",
    });
    const { changeSetId } = SettledClaim.parse(await settled.json());
    const saidOn = app.clock.now().toISOString().slice(0, 10);
    app.clock.advance(DAY_MS);
    const number = change(first, "phones", {
      op: "add",
      element: { number: "(415) 555-0174", extension: null, label: "Desk" },
    });
    const name = change(first, "preferredName", { op: "set", value: "Nora" });
    const ours = { ...testEvidence, source: "Front desk" };
    const { changeSet, changes } = await stageChanges(app.context, {
      indexId,
      changes: [
        number,
        name,
        { ...change(second, "phones", number.operation), evidence: ours },
        change(second, "preferredName", { op: "set", value: "Jo" }),
      ],
    });
    const word = {
      reason: "The number is said to be wrong. What it should say: (415) 555-0174. How they know: The practice told us",
      source: "Lucía, by the link of The office of Dr. Elm",
      verifiedOn: saidOn,
    };
    expect(changeSet.id).toBe(changeSetId);
    expect(changes.map(({ evidence }) => evidence)).toMatchObject([word, null, { source: "Front desk" }, null]);
    const { id: setId, version } = changeSet;
    await applyChangeSet(app.context, setId, { version, evidence: { ...ours, reason: "A call", verifiedOn: null } });
    await app.sendDue();
    const { items } = await read(app, OverridePage, `/index-versions/${indexId}/overrides`);
    const sourceOf = (of: string, field: string) =>
      items.find(({ change: made }) => made.record.id === of && made.field === field)?.change.evidence?.source;
    expect([sourceOf(first.id, "phones"), sourceOf(first.id, "preferredName")]).toEqual([word.source, "Front desk"]);
    expect([sourceOf(second.id, "phones"), sourceOf(second.id, "preferredName")]).toEqual(["Front desk", "Front desk"]);
  });

  test("[X4] an answer names the line of the brief that it was given on, and settles that line alone", async () => {
    await using app = await open();
    const { indexId, secret, brief } = await shared(app);
    const [first, leaving, coming] = brief.items;
    const record = { type: "practitioner", id: first?.practitionerId ?? "" };
    app.clock.advance(1000);
    const [changeId = ""] = await applyChanges(app, indexId, [
      change(record, "preferredName", { op: "set", value: "Nora" }),
    ]);
    await app.sendDue();
    const ofRoster = `${CONNECTION_API}/index-versions/${indexId}/roster/practitioner/`;
    expect((await app.signedIn("DELETE", `${ofRoster}${leaving?.practitionerId}`)).ok).toBe(true);
    const { secret: later } = await share(app, indexId);
    const told = SharedBrief.parse(await (await opened(app, later)).json());
    const line = told.changes.find(({ id }) => id === changeId);
    const left = told.changes.find(({ kind }) => kind === "left");
    expect(line).toMatchObject({ kind: "changed", record, field: "preferredName", parts: [], about: "other" });
    expect(left).toMatchObject({ practitioner: { id: leaving?.practitionerId, name: leaving?.name }, field: null });
    expect(told.phoneRegion).toBe("US");

    const now = told.items.find(({ practitionerId }) => practitionerId === record.id);
    const ofFirst = { practitionerId: record.id, state: now?.state };
    const right = await answer(app, later, { ...ofFirst, changeId, says: "right" });
    const rightOf = SharedAnswer.parse(await right.json());
    expect(rightOf.changeId).toBe(changeId);
    const wrong = { ...ofFirst, changeId, says: "wrong", words: "Leonora", about: "other" };
    const wrongOf = SharedAnswer.parse(await (await answer(app, later, wrong)).json());
    const ofLeft = { practitionerId: leaving?.practitionerId, state: "", changeId: left?.id };
    const leftOf = SharedAnswer.parse(await (await answer(app, later, { ...ofLeft, says: "right" })).json());
    for (const stray of [
      { ...ofFirst, changeId: "chg_unknown", says: "right" },
      { practitionerId: coming?.practitionerId, state: coming?.state, changeId, says: "right" },
      { practitionerId: leaving?.practitionerId, state: "", says: "right" },
    ])
      expect((await answer(app, later, stray)).status).toBe(404);
    const whole = { practitionerId: coming?.practitionerId, state: coming?.state, says: "right" };
    expect(SharedAnswer.parse(await (await answer(app, secret, whole)).json()).changeId).toBeNull();

    const { items } = await read(app, ClaimList, `/index-versions/${indexId}/claims`);
    const claimOf = (id: string) => items.find((one) => one.id === id);
    expect(claimOf(rightOf.id)).toMatchObject({
      line: line?.text,
      movedSince: false,
      change: { id: changeId, text: line?.text, kind: "changed", record, field: "preferredName", parts: [] },
    });
    expect(claimOf(leftOf.id)).toMatchObject({
      practitionerName: leaving?.name,
      line: left?.text,
      movedSince: false,
      change: { kind: "left", record: null },
    });
    expect(items.find(({ practitionerId }) => practitionerId === coming?.practitionerId)?.change).toBeNull();

    const settle = async (id: string, as: string) =>
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/claims/${id}/settle`, { as });
    const verified = async () =>
      await app.deps.wholeStore.db
        .selectFrom("record_verification")
        .select(["record_id", "field"])
        .where("how", "=", "share link")
        .execute();
    expect((await settle(leftOf.id, "verified")).status).toBe(200);
    expect(await verified(), "who left has nothing to verify").toEqual([]);
    expect((await settle(rightOf.id, "verified")).status).toBe(200);
    expect(await verified(), "the line alone").toEqual([{ record_id: record.id, field: "preferredName" }]);
    const { changeSetId } = SettledClaim.parse(await (await settle(wrongOf.id, "correcting")).json());
    const { changeSet, changes } = await stageChanges(app.context, {
      indexId,
      changes: [
        change(record, "preferredName", { op: "set", value: "Leonora" }),
        change(record, "phones", {
          op: "add",
          element: { number: "(415) 555-0174", extension: null, label: "Desk" },
        }),
      ],
    });
    expect(changeSet.id).toBe(changeSetId);
    expect(changes.map(({ evidence }) => evidence?.reason ?? null)).toEqual([
      `It is said to be wrong. What it should say: Leonora. Said of: ${line?.text}`,
      null,
    ]);
  });

  test("[X4] a link answers for its own directory, and takes back its own answers, alone", async () => {
    await using app = await open();
    const { indexId, secret, brief } = await shared(app);
    const oak = await createDirectory(app, { name: "Oak", roster: sampleSchedules(app, 20).slice(15).join("\n") });
    const other = await share(app, oak.indexId);
    const [theirs] = SharedBrief.parse(await (await opened(app, other.secret)).json()).items;
    const right = { practitionerId: theirs?.practitionerId, state: theirs?.state, says: "right" };
    const answered = SharedAnswer.parse(await (await answer(app, other.secret, right)).json());
    expect(brief.items.map(({ practitionerId }) => practitionerId)).not.toContain(theirs?.practitionerId);
    const told = async (given: Promise<Response>) => {
      const { status, ...rest } = Problem.parse(await (await given).json());
      return [status, rest.code, rest.detail.replace(theirs?.practitionerId ?? "", "nobody")];
    };
    expect(await told(answer(app, secret, right))).toEqual(
      await told(answer(app, secret, { ...right, practitionerId: "nobody" })),
    );
    const takeBack = async (id: string) =>
      await told(
        Promise.resolve(app.request("DELETE", `/api/v1/shared-brief/answers/${id}`, undefined, bearer(secret))),
      );
    expect(await takeBack(answered.id)).toEqual(await takeBack("clm_0000000000000000"));
    const kept = async (of: string) => (await read(app, ClaimList, `/index-versions/${of}/claims`)).total;
    expect([await kept(oak.indexId), await kept(indexId)]).toEqual([1, 0]);
  });

  test("[X4] a link takes twenty answers a minute, and two hundred that wait", async () => {
    await using app = await open();
    const { secret, brief, indexId } = await shared(app);
    const [row] = brief.items;
    const right = { practitionerId: row?.practitionerId, state: row?.state, says: "right" };
    for (let time = 0; time < 20; time += 1) expect((await answer(app, secret, right)).status).toBe(201);
    expect((await answer(app, secret, right)).status).toBe(429);
    const [kept] = SharedBrief.parse(await (await opened(app, secret)).json()).answers;
    await app.request("DELETE", `/api/v1/shared-brief/answers/${kept?.id}`, undefined, bearer(secret));
    expect((await answer(app, secret, right)).status, "what was taken back counts").toBe(429);
    app.clock.advance(60_000);
    // As many more as leave room for one, without a request for each.
    const {
      settled_by: _,
      change: __,
      ...waiting
    } = await app.deps.store.db.selectFrom("claim").selectAll().limit(1).executeTakeFirstOrThrow();
    await transact(app.deps.store.db, async (trx) => {
      for (let count = 19; count < 199; count += 1) await insertClaim(trx, { ...waiting, id: newId("clm") });
    });
    expect((await answer(app, secret, right)).status).toBe(201);
    app.clock.advance(60_000);
    expect((await answer(app, secret, right)).status).toBe(429);
    expect((await read(app, ClaimList, `/index-versions/${indexId}/claims`)).total).toBe(200);
  });
}

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

const answer = async (app: TestApp, secret: string, said: object) =>
  await app.request("POST", "/api/v1/shared-brief/answers", { name: "Lucía", ...said }, bearer(secret));

/** A directory of which somebody has the link and has read the brief. */
async function shared(app: TestApp): Promise<{ indexId: string; secret: string; brief: SharedBrief }> {
  const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 4).join("\n") });
  const { secret } = await share(app, indexId);
  return { indexId, secret, brief: SharedBrief.parse(await (await opened(app, secret)).json()) };
}
