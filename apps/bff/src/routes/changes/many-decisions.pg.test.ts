import { ChangePage, type Decided, PractitionerView, Problem, UndecidedPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { refreshComparisons } from "#/records/refresh-comparisons.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { apply, bodyOf, changesOf, stage, type Staged } from "#/testing/change-set-requests.ts";
import { createDirectory, driftBase, read, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, type SendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("decisions about many values, on the embedded store", () => {
  testMany(async () => await createSendingStack({ profile: "default" }));
});
describeOnPostgres("decisions about many values, on PostgreSQL", () => {
  testMany(async () => await createSendingStack({ profile: "default", store: await openTestStoreOnPostgres() }));
});

const MANY = 6;
const field = "name";

function testMany(open: () => Promise<SendingStack>): void {
  /** A directory in which the names of some schedules are in conflict: ours is held, and base moved since. */
  async function begin(stack: SendingStack) {
    const { app } = stack;
    const ids = sampleSchedules(app, MANY);
    const { indexId } = await createDirectory(app, { roster: ids.join("\n") });
    const { standardIndex } = app.deps.service.profile;
    const changes = ids.map((id) => ({
      record: { type: "schedule", id },
      field,
      operation: { op: "set", value: `Ours ${id}` },
    }));
    const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes }, indexId));
    await apply(stack, changeSet);
    await app.sendDue();
    const moveBase = async (id: string, name: string) => {
      await driftBase(app, { type: "schedule", id, set: { name } });
      for (const of of [standardIndex, indexId])
        await refreshReading(app.deps, { indexId: of, type: "schedule", id, maxAge: 0 });
      await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/schedules/${id}?maxAge=3600`);
    };
    for (const id of ids) await moveBase(id, `Base ${id}`);
    const at = `/index-versions/${indexId}`;
    const list = async (query = "") => await read(app, UndecidedPage, `${at}/undecided${query}`);
    const undecided = async (query = "") => {
      const { items } = await list(query);
      return items.flatMap(({ record, fields }) =>
        fields.map(({ key, values, drafts, verdict }) => ({
          verdict,
          value: { record, field: key, seen: { base: values.base, index: values.index }, seenDrafts: drafts },
        })),
      );
    };
    const all = async () => (await undecided()).map(({ value }) => value);
    const decide = async (body: object, by = app.signedIn) =>
      await by("POST", `${CONNECTION_API}${at}/decisions`, body);
    const undo = async ({ undo: given }: Decided, by = app.signedIn) =>
      await by("POST", `${CONNECTION_API}${at}/decisions/${given?.decisionId}/undo`);
    const journal = async () =>
      await app.deps.store.db
        .selectFrom("journal")
        .select(["action", "subject", "after", "why"])
        .where("action", "like", "decision.%")
        .orderBy("seq")
        .execute();
    return { app, ids, indexId, at, list, undecided, all, decide, undo, journal, moveBase };
  }

  test("[R10] what waits in a directory is listed with what base, index and the directory say", async () => {
    await using stack = await open();
    const { ids, list, undecided } = await begin(stack);
    const waiting = await undecided("?only=conflict");
    expect(waiting).toHaveLength(MANY);
    expect(waiting.map(({ verdict }) => verdict)).toEqual(ids.map(() => "conflict"));
    expect(waiting.map(({ value }) => value.record.id).toSorted()).toEqual(ids.toSorted());
    for (const { value } of waiting) expect(value.seen.base).toEqual({ value: `Base ${value.record.id}` });
    expect(await undecided("?only=moved")).toEqual([]);
    const first = await list("?limit=4");
    const second = await list(`?limit=4&cursor=${first.nextCursor}`);
    expect([first.items.length, second.items.length, second.nextCursor, first.total]).toEqual([4, 2, null, MANY]);
    const [one] = first.items;
    expect(one?.practitioner?.id).toEqual(expect.any(String));
    const own = await list(`?practitionerId=${one?.practitioner?.id}`);
    expect(own.items.map(({ record }) => record.id)).toContain(one?.record.id);
    expect(new Set(own.items.map(({ practitioner }) => practitioner?.id))).toEqual(new Set([one?.practitioner?.id]));
  });

  test("[R10] ours is kept in many with one entry of the journal, and undone with one request", async () => {
    await using stack = await open();
    const { app, ids, at, all, decide, undo, journal } = await begin(stack);
    const reason = "They said so again";
    const evidence = { reason, source: null, verifiedOn: null, reviewBy: null };
    const body = { of: await all(), decision: "keep ours", evidence };
    const kept = await bodyOf<Decided>(await decide(body));
    expect(kept).toMatchObject({ outcome: "done", changes: [], undo: { decisionId: expect.any(String) } });
    expect(await all()).toEqual([]);
    expect(await journal()).toMatchObject([
      { action: "decision.keep-ours-many", after: { fields: MANY }, why: reason },
    ]);
    const rows = await app.deps.store.db
      .selectFrom("roster_entry")
      .select("practitioner_id")
      .where("record_id", "=", ids[0] ?? "")
      .executeTakeFirstOrThrow();
    const view = await read(app, PractitionerView, `${at}/practitioners/${rows.practitioner_id}?maxAge=3600`);
    expect(view.decisions).toContainEqual(
      expect.objectContaining({ record: { type: "schedule", id: ids[0] }, field, element: null, reason }),
    );
    expect(await bodyOf<Decided>(await undo(kept))).toMatchObject({ outcome: "undone" });
    expect(await all()).toHaveLength(MANY);
    expect((await journal()).at(-1)).toMatchObject({ action: "decision.undo-many", after: { fields: MANY } });
    expect((await undo(kept)).status).toBe(404);
    const again = await read(app, PractitionerView, `${at}/practitioners/${rows.practitioner_id}?maxAge=3600`);
    expect(again.decisions).toEqual([]);
  });

  test("[R11] undo of keep ours leaves what is held moved, as it was", async () => {
    await using stack = await open();
    const { app, ids, all, decide, undo } = await begin(stack);
    const grounds = async () =>
      await app.deps.store.db
        .selectFrom("change")
        .select(["ground", "state"])
        .where("field", "=", field)
        .orderBy("id")
        .execute();
    const setId = (
      await app.deps.store.db
        .selectFrom("change")
        .select("change_set_id")
        .where("field", "=", field)
        .executeTakeFirstOrThrow()
    ).change_set_id;
    const movedOnes = async () =>
      (await read(app, ChangePage, `/change-sets/${setId}/moved`)).items.map(({ record }) => record.id).toSorted();
    const before = await grounds();
    expect(await movedOnes()).toEqual(ids.toSorted());
    const kept = await bodyOf<Decided>(await decide({ of: await all(), decision: "keep ours" }));
    expect(await movedOnes()).toEqual([]);
    expect((await undo(kept)).status).toBe(200);
    expect(await movedOnes()).toEqual(ids.toSorted());
    expect(await grounds()).toEqual(before);
  });

  test("[R10] base is taken in many into one draft, whose staging is undone as a whole", async () => {
    await using stack = await open();
    const { app, all, decide } = await begin(stack);
    const taken = await bodyOf<Decided>(await decide({ of: await all(), decision: "take base" }));
    expect(taken).toMatchObject({ outcome: "staged", undo: null, note: null });
    expect(taken.changeIds).toHaveLength(MANY);
    const staged = await changesOf(stack, taken.changeSetId ?? "");
    expect(staged.map(({ operation }) => operation.op)).toEqual(Array.from({ length: MANY }, () => "takeBase"));
    const undone = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${taken.changeSetId}/changes/undo`, {
      staged: taken.changeIds,
      replaced: [],
    });
    expect(undone.status).toBe(200);
    expect(await changesOf(stack, taken.changeSetId ?? "")).toEqual([]);
  });

  test("[R10] overrides that were never sent are removed in many, and L goes back", async () => {
    await using stack = await open();
    const { all, decide, undecided } = await begin(stack);
    const removed = await bodyOf<Decided>(await decide({ of: await all(), decision: "remove override" }));
    expect(removed.outcome).toBe("withdrawn");
    expect(removed.changes.map(({ state }) => state)).toEqual(Array.from({ length: MANY }, () => "withdrawn"));
    expect(removed.note).toMatch(/^6 are now as the index version says/);
    expect((await undecided()).map(({ verdict }) => verdict)).toEqual(Array.from({ length: MANY }, () => "base moved"));
  });

  test("[R10] many overrides follow base from one act on", async () => {
    await using stack = await open();
    const { all, decide, journal } = await begin(stack);
    const following = await bodyOf<Decided>(await decide({ of: await all(), decision: "follow" }));
    expect(following.changes.map(({ policy }) => policy)).toEqual(Array.from({ length: MANY }, () => "follow"));
    expect(await journal()).toMatchObject([{ action: "decision.policy-many", after: { overrides: MANY } }]);
  });

  test("[R10] where one has moved since it was seen nothing is decided, and each that moved is named", async () => {
    await using stack = await open();
    const { ids, all, decide, moveBase, journal } = await begin(stack);
    const of = await all();
    const places = [1, 4];
    for (const place of places) await moveBase(of[place]?.record.id ?? "", `Later ${place}`);
    for (const decision of ["keep ours", "take base"]) {
      const refused = await decide({ of, decision });
      const problem = Problem.parse(await refused.json());
      expect([refused.status, problem.code]).toEqual([409, "moved_since_seen"]);
      expect(problem.errors).toEqual(
        places.map((place) => ({
          pointer: `/of/${place}/seen/base`,
          detail: `The standard index has changed since you looked: it now has “Later ${place}”.`,
        })),
      );
      expect(problem.detail).toMatch(/^2 of 6 have changed since you looked, so nothing was decided/);
    }
    expect(await all()).toHaveLength(ids.length);
    expect((await all()).flatMap(({ seenDrafts }) => seenDrafts)).toEqual([]);
    expect(await journal()).toEqual([]);
  });

  test("[R10] what cannot be decided so is named too, and nothing is decided", async () => {
    await using stack = await open();
    const { all, decide } = await begin(stack);
    const of = await all();
    expect((await decide({ of: of.slice(0, 2), decision: "keep ours" })).status).toBe(200);
    const refused = await decide({ of, decision: "keep ours" });
    expect([refused.status, Problem.parse(await refused.json())]).toMatchObject([
      409,
      { code: "wrong_state", errors: [{ pointer: "/of/0" }, { pointer: "/of/1" }] },
    ]);
    expect(await all()).toHaveLength(MANY - 2);
    const nowhere = of.map((value, place) => (place === 3 ? { ...value, field: "/nowhere" } : value));
    const missing = await decide({ of: nowhere, decision: "take base" });
    expect([missing.status, Problem.parse(await missing.json())]).toMatchObject([
      404,
      { code: "not_found", errors: [{ pointer: "/of/3" }] },
    ]);
    for (const body of [{ of: [] }, {}, { of, record: of[0]?.record }])
      expect((await decide({ ...body, decision: "keep ours" })).status).toBe(400);
  });

  test("[R10] of two people who decide about the same values at once one is refused, and no value is decided twice", async () => {
    await using stack = await open();
    const { app, all, decide, undo, journal } = await begin(stack);
    const { signedIn } = await app.enter({ name: "Eve", roles: [{ role: "editor", referrers: null }] });
    const of = await all();
    const answers = await Promise.all([
      decide({ of, decision: "keep ours" }),
      decide({ of: of.toReversed(), decision: "keep ours" }, signedIn),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await journal()).map(({ action }) => action)).toEqual(["decision.keep-ours-many"]);
    expect(await all()).toEqual([]);
    const done = answers.findIndex(({ status }) => status === 200);
    const decided = await bodyOf<Decided>(answers[done] ?? Response.error());
    expect((await undo(decided, [signedIn, app.signedIn][done])).status).toBe(404);
    expect((await undo(decided, [app.signedIn, signedIn][done])).status).toBe(200);
    expect(await all()).toHaveLength(MANY);
  });

  test("[R10] the same request with the same key decides once", async () => {
    await using stack = await open();
    const { app, at, all, journal } = await begin(stack);
    const body = { of: await all(), decision: "keep ours" };
    const send = async () =>
      await app.signedIn("POST", `${CONNECTION_API}${at}/decisions`, body, { "Idempotency-Key": "keep-many-0001" });
    const first = await bodyOf<Decided>(await send());
    expect(await bodyOf<Decided>(await send())).toEqual(first);
    expect(await journal()).toHaveLength(1);
  });

  test("[R10] what is undone is listed at once, also before its counts were derived again", async () => {
    await using stack = await open();
    const { app, all, decide, list, undo } = await begin(stack);
    const of = await all();
    const kept = await bodyOf<Decided>(await decide({ of, decision: "keep ours" }));
    const answered = Promise.withResolvers<unknown>();
    const published: unknown[] = [];
    // A process that stands still between what it committed and the counts.
    app.deps.events.subscribe("ledger changed", async (changed) => void published.push(changed));
    const { events } = app.deps;
    const publish = events.publish.bind(events);
    events.publish = async (name, payload) => {
      if (name === "ledger changed") await answered.promise;
      return await publish(name, payload);
    };
    const undoing = undo(kept);
    await expect.poll(async () => (await journalled(app, "decision.undo-many")).length).toBe(1);
    expect(published).toEqual([]);
    expect(await all()).toEqual(of);
    expect((await list("?only=conflict")).items).toHaveLength(MANY);
    answered.resolve(null);
    expect((await undoing).status).toBe(200);
    expect(published).not.toEqual([]);
    expect(await all()).toEqual(of);
  });

  test("[R10] counts that were derived before an undo, and come after it, are not kept", async () => {
    await using stack = await open();
    const { app, ids, indexId, all, decide, undo } = await begin(stack);
    const kept = await bodyOf<Decided>(await decide({ of: await all(), decision: "keep ours" }));
    const { deps } = app;
    let isUndone = false;
    const late = {
      ...deps.events,
      publish: async (...[name, payload]: Parameters<typeof deps.events.publish>) => {
        if (!isUndone) {
          isUndone = true;
          expect((await undo(kept)).status).toBe(200);
        }
        return await deps.events.publish(name, payload);
      },
    };
    const records = ids.map((id) => ({ type: "schedule", id }));
    const againstId = deps.service.profile.standardIndex;
    await refreshComparisons({ ...deps, events: late }, { indexId, againstId, records, maxAge: "kept" });
    expect(isUndone).toBe(true);
    expect(await all()).toHaveLength(MANY);
  });
}

const journalled = async ({ deps }: SendingStack["app"], action: string) =>
  await deps.store.db.selectFrom("journal").select("action").where("action", "=", action).execute();
