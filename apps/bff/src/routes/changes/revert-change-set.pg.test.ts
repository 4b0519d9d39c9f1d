import { Change, ChangeSet, RevertedChangeSet, RevertPreview } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { type Phone, phonesOf, type RecordKey } from "@dc/directory";
import { z } from "zod";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf } from "#/testing/change-set-requests.ts";
import { driftBase, journalOf, read, sampleSchedules } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { change, QUIET_MS } from "#/testing/changes.ts";
import {
  addPlan,
  createSendingStack,
  expectDerivedOverrides,
  INDEX,
  type SendingStack,
  writeOutside,
} from "#/testing/sending-stack.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";

describe("reverting a change set, on the embedded store", () => {
  testReverting(async () => await createSendingStack());
});
describeOnPostgres("reverting a change set, on PostgreSQL", () => {
  testReverting(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

const ChangesOfSet = z.object({ items: z.array(Change) });

function testReverting(open: () => Promise<SendingStack>): void {
  async function sent(stack: SendingStack): Promise<void> {
    for (let pass = 0; pass < 3; pass += 1) {
      await stack.pass();
      stack.app.clock.advance(QUIET_MS);
    }
  }

  /** Applies and sends changes; answers their set and their ids. */
  async function done(stack: SendingStack, changes: AskedChange[]) {
    const ids = await stack.applied(changes);
    await sent(stack);
    const [row] = await stack.rows(ids);
    return { setId: row?.change_set_id ?? "", ids };
  }

  const setOf = async ({ app }: SendingStack, id: string) => await read(app, ChangeSet, `/change-sets/${id}`);
  const changesOf = async ({ app }: SendingStack, id: string) =>
    (await read(app, ChangesOfSet, `/change-sets/${id}/changes`)).items;

  async function askToRevert(stack: SendingStack, id: string, to?: "base"): Promise<Response> {
    const { version } = await setOf(stack, id);
    return await stack.app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/revert`, { version, to });
  }

  async function revert(stack: SendingStack, id: string, to?: "base") {
    const answer = await askToRevert(stack, id, to);
    return RevertedChangeSet.parse(await answer.json());
  }

  async function applyAndSend(stack: SendingStack, { id, version, state }: ChangeSet) {
    // What was approved keeps the evidence that was approved.
    const body = { version, evidence: state === "approved" ? null : testEvidence };
    const answer = await stack.app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, body);
    expect(answer.status).toBe(200);
    stack.app.clock.advance(5_000);
    await sent(stack);
  }

  test("[G4] a set is reverted while a later one stays, and both sets name each other", async () => {
    await using stack = await open();
    const { app, plans, scheduleId } = stack;
    const [first = "", second = "", third = ""] = plans;
    const before = await stack.insurances();
    const earlier = await done(stack, [addPlan(scheduleId, first), addPlan(scheduleId, second)]);
    const later = await done(stack, [addPlan(scheduleId, third)]);
    expect(await stack.insurances()).toEqual(expect.arrayContaining([first, second, third]));

    const preview = await read(app, RevertPreview, `/change-sets/${earlier.setId}/revert`);
    expect(preview).toEqual({ reverted: 2, leftOutCount: 0, leftOut: [] });
    const { changeSet, reverted } = await revert(stack, earlier.setId);
    expect(reverted).toBe(2);
    expect(changeSet).toMatchObject({ state: "draft", reverts: earlier.setId, revertedBy: [], counts: { draft: 2 } });
    expect(changeSet.name).toMatch(/^Revert of /);
    expect((await changesOf(stack, changeSet.id)).map(({ operation }) => operation)).toEqual(
      [first, second].map((element) => ({ op: "reset", element, to: { value: false } })),
    );
    // Until what takes it back is confirmed, the original stays applied.
    expect(await setOf(stack, earlier.setId)).toMatchObject({ state: "applied", revertedBy: [changeSet.id] });

    await applyAndSend(stack, changeSet);
    expect((await stack.insurances()).toSorted()).toEqual([...before, third].toSorted());
    expect(await setOf(stack, changeSet.id)).toMatchObject({ state: "applied" });
    expect((await changesOf(stack, changeSet.id)).map(({ receipt }) => receipt?.asWanted)).toEqual([true, true]);
    expect(await setOf(stack, earlier.setId)).toMatchObject({ state: "reverted" });
    expect(await setOf(stack, later.setId)).toMatchObject({ state: "applied" });
    expect(await journalOf(app, earlier.setId)).toEqual(["change-set.create", "change-set.apply", "change-set.revert"]);
    const ends = await Promise.all(earlier.ids.map((id) => journalOf(app, id)));
    expect(ends.map((actions) => actions.at(-1))).toEqual(["change.reverted", "change.reverted"]);
    await expectDerivedOverrides(app);
    expect(await askToRevert(stack, earlier.setId)).toHaveProperty("status", 409);
  });

  test("an override that stood before is staged again, so that the reverted set leaves no hole", async () => {
    await using stack = await open();
    const { app, plans, scheduleId } = stack;
    const [plan = ""] = plans;
    await done(stack, [{ ...addPlan(scheduleId, plan), policy: "follow" }]);
    const removal = await done(stack, [{ ...addPlan(scheduleId, plan), operation: { op: "remove", element: plan } }]);
    const { changeSet } = await revert(stack, removal.setId);
    const again = await changesOf(stack, changeSet.id);
    expect(again.map(({ operation, policy }) => [operation, policy])).toEqual([
      [{ op: "add", element: plan }, "follow"],
    ]);
    await applyAndSend(stack, changeSet);
    expect(await stack.insurances()).toContain(plan);
    expect(await setOf(stack, removal.setId)).toMatchObject({ state: "reverted" });
    await expectDerivedOverrides(app);
  });

  test("[G2] reverting a revert stages again the override that it took back, with its policy, and back again", async () => {
    await using stack = await open();
    const { app, plans, scheduleId } = stack;
    const [plan = ""] = plans;
    const record = { type: "schedule", id: scheduleId };
    const own = await done(stack, [
      { ...addPlan(scheduleId, plan), policy: "follow" },
      change(record, "name", { op: "set", value: "Ours" }),
    ]);
    const overrides = async () =>
      (await app.deps.store.db.selectFrom("override").select(["field", "change_id"]).orderBy("field").execute()).map(
        ({ field }) => field,
      );
    const staged = async (id: string) =>
      (await changesOf(stack, id)).map(({ operation, policy }) => `${operation.op} ${policy}`).toSorted();
    const first = (await revert(stack, own.setId)).changeSet;
    await applyAndSend(stack, first);
    expect([await overrides(), await setOf(stack, own.setId)]).toMatchObject([[], { state: "reverted" }]);

    const second = (await revert(stack, first.id)).changeSet;
    expect(await staged(second.id)).toEqual(["add follow", "set pin"]);
    await applyAndSend(stack, second);
    expect(await stack.insurances()).toContain(plan);
    expect(await overrides(), "no value of ours without its override").toEqual(["acceptedInsurances", "name"]);
    expect(await setOf(stack, first.id)).toMatchObject({ state: "reverted" });
    await expectDerivedOverrides(app);

    const third = (await revert(stack, second.id)).changeSet;
    expect(await staged(third.id)).toEqual(["reset pin", "reset pin"]);
    await applyAndSend(stack, third);
    expect(await stack.insurances()).not.toContain(plan);
    expect(await overrides()).toEqual([]);
    await expectDerivedOverrides(app);
  });

  test("[G1] [G2] values go back to what base says now where that is asked, but for an override that stood before", async () => {
    await using stack = await open();
    const { app, plans, scheduleId } = stack;
    const [ours = "", moved = "", still = ""] = plans;
    await done(stack, [addPlan(scheduleId, ours)]);
    const { setId } = await done(stack, [
      { ...addPlan(scheduleId, ours), operation: { op: "remove", element: ours } },
      addPlan(scheduleId, moved),
      addPlan(scheduleId, still),
    ]);
    const base = await app.deps.service.client.schedules.retrieve(scheduleId, { index: "idx_standard" });
    const accepted = [...(base.raw["accepted_insurances"] as string[]), moved];
    await driftBase(app, { type: "schedule", id: scheduleId, set: { accepted_insurances: accepted } });
    const { changeSet, reverted } = await revert(stack, setId, "base");
    expect(reverted).toBe(3);
    const operations = (await changesOf(stack, changeSet.id)).map(({ operation }) => operation);
    expect(operations).toEqual(
      expect.arrayContaining([
        { op: "add", element: ours },
        { op: "reset", element: moved, to: { value: true } },
        { op: "reset", element: still, to: { value: false } },
      ]),
    );
    await applyAndSend(stack, changeSet);
    expect((await stack.insurances()).toSorted()).toEqual([...accepted, ours].toSorted());
  });

  test("what a later change decides, and what changed outside, is named and left as it is", async () => {
    await using stack = await open();
    const { plans, scheduleId } = stack;
    const [decided = "", moved = "", free = ""] = plans;
    const { setId, ids } = await done(
      stack,
      [decided, moved, free].map((plan) => addPlan(scheduleId, plan)),
    );
    const later = await done(stack, [
      { ...addPlan(scheduleId, decided), operation: { op: "remove", element: decided } },
    ]);
    // Somebody else takes the second plan out in the service itself.
    const left = (await stack.insurances()).filter((plan) => plan !== moved);
    await writeOutside(stack, { type: "schedule", id: scheduleId }, "acceptedInsurances", left);
    const { changeSet, leftOut, leftOutCount, reverted } = await revert(stack, setId);
    expect({ reverted, leftOutCount }).toEqual({ reverted: 1, leftOutCount: 2 });
    expect(leftOut.map(({ change, why, standing }) => [change.id, why, standing?.changeSetId ?? null])).toEqual([
      [ids[0], expect.stringContaining("later change"), later.setId],
      [ids[1], expect.stringContaining("not by us"), null],
    ]);
    expect((await changesOf(stack, changeSet.id)).map(({ operation }) => operation)).toEqual([
      { op: "reset", element: free, to: { value: false } },
    ]);
  });

  test.each(["replace", "remove"] as const)(
    "[G1] a phone that came since into the list of a reverted %s stays, and moves nothing of it",
    async (op) => {
      await using stack = await open();
      const { client, profile } = stack.app.deps.service;
      const { raw } = await client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
      const id = practitionerOf(profile, "schedule", stack.scheduleId, raw) ?? "";
      const record: RecordKey = { type: "practitioner", id };
      const line = (number: string, label: string): Phone => ({ number, extension: null, label });
      const [office, fax] = [line("(212) 555-0142", "Office"), line("(212) 555-0143", "Fax")];
      const [further, outside] = [line("(212) 555-0177", "Desk"), line("(212) 555-0188", "Cell")];
      const inService = async () => {
        const answer = await client.records.retrieve("practitioner", id, { index: INDEX });
        const phones = phonesOf(profile.decode("practitioner", answer.raw)["phones"] ?? { absent: true }) ?? [];
        return phones.map(({ label }) => label).join(" ");
      };
      const write = async (phones: Phone[]) => {
        await writeOutside(
          stack,
          record,
          "phones",
          phones.map((phone) => ({ ...phone })),
        );
        await read(stack.app, z.object({}), `/index-versions/${INDEX}/practitioners/${id}?maxAge=0`);
      };
      const ofPhones = (operation: AskedChange["operation"]): AskedChange => change(record, "phones", operation);
      await write([office, fax]);
      const element = "+12125550142;ext=";
      const { setId } = await done(stack, [
        ofPhones(op === "remove" ? { op, element } : { op, element, by: line("(212) 555-0199", "New") }),
      ]);
      expect(await inService()).toBe(op === "remove" ? "Fax" : "New Fax");
      const { changeSet } = await revert(stack, setId);

      // What others add once it was staged: by an override, and outside.
      await done(stack, [ofPhones({ op: "add", element: further })]);
      const now = op === "remove" ? [fax] : [line("(212) 555-0199", "New"), fax];
      await write([...now, further, outside]);
      const moved = await read(stack.app, ChangesOfSet, `/change-sets/${changeSet.id}/moved`);
      expect(moved.items).toEqual([]);
      await applyAndSend(stack, await setOf(stack, changeSet.id));
      expect(await inService()).toBe("Office Fax Desk Cell");
      expect(await setOf(stack, setId)).toMatchObject({ state: "reverted" });
      await expectDerivedOverrides(stack.app);
    },
  );

  test("[G3] what the profile cannot send back, as a value that was absent, is named and left as it is", async () => {
    await using stack = await open();
    const { service } = stack.app.deps;
    const { records } = service.client;
    const [plan = ""] = stack.plans;
    let nameless = "";
    for (const scheduleId of sampleSchedules(stack.app, 200)) {
      const schedule = await records.retrieve("schedule", scheduleId, { index: INDEX });
      const id = (await records.follow(schedule, "practitioner"))?.id ?? "";
      const { raw } = await records.retrieve("practitioner", id, { index: INDEX });
      const name = service.profile.decode("practitioner", raw)["preferredName"];
      if (name !== undefined && "absent" in name) nameless = id;
      if (nameless !== "") break;
    }
    const name = {
      record: { type: "practitioner", id: nameless },
      field: "preferredName",
      operation: { op: "set", value: "Dr. Lee" } as const,
    };
    const { setId, ids } = await done(stack, [
      { ...addPlan(stack.scheduleId, plan), ...name },
      addPlan(stack.scheduleId, plan),
    ]);
    const { changeSet, leftOut, reverted } = await revert(stack, setId);
    expect(reverted).toBe(1);
    expect(leftOut.map(({ change, why }) => [change.id, why])).toEqual([
      [ids[0], expect.stringContaining("no way to send")],
    ]);
    expect((await changesOf(stack, changeSet.id)).map(({ field }) => field)).toEqual(["acceptedInsurances"]);
  });

  test("[G5] a record that a set created is deleted by reverting it, with all that the set gave it", async () => {
    await using stack = await open();
    const { app } = stack;
    const record = { type: "practitioner", id: "new_0000000000000001" };
    const { setId } = await done(stack, [
      { record, operation: { op: "create", fields: { displayName: "Dr. New" } }, policy: "pin", evidence: null },
      change(record, "preferredName", { op: "set", value: "Nhung" }),
    ]);
    const created = await changesOf(stack, setId);
    const [id = ""] = created.map(({ record: { id: assigned } }) => assigned);
    expect(created.map(({ state }) => state)).toEqual(["applied", "applied"]);
    const { changeSet, reverted } = await revert(stack, setId);
    expect(reverted).toBe(2);
    expect(await changesOf(stack, changeSet.id)).toMatchObject([{ record: { id }, operation: { op: "delete" } }]);
    await applyAndSend(stack, changeSet);
    expect(await setOf(stack, changeSet.id)).toMatchObject({ state: "applied" });
    expect(await setOf(stack, setId)).toMatchObject({ state: "reverted" });
    const gone = app.deps.service.client.records.retrieve("practitioner", id, { index: INDEX });
    await expect(gone).rejects.toMatchObject({ status: 404 });
  });

  test("a failed change that is sent again keeps its approval and what it takes back", async () => {
    await using stack = await open();
    const { app, plans, scheduleId } = stack;
    const { setId } = await done(stack, [addPlan(scheduleId, plans[0] ?? "")]);
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: true });
    const { changeSet } = await revert(stack, setId);
    const act = async (id: string, verb: string, body: object) =>
      ChangeSet.parse(await (await app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/${verb}`, body)).json());
    const edited = await app.signedIn("PATCH", `${CONNECTION_API}/change-sets/${changeSet.id}`, {
      version: changeSet.version,
      evidence: testEvidence,
    });
    const submitted = await act(changeSet.id, "submit", { version: ChangeSet.parse(await edited.json()).version });
    const approved = await act(changeSet.id, "approve", { version: submitted.version });
    app.sandbox.faults.arm({ kind: "status", status: 422, phase: "before", method: "POST", times: 1, ms: 0 });
    await applyAndSend(stack, approved);
    const [failed] = await changesOf(stack, changeSet.id);
    expect(failed?.state).toBe("failed");
    expect(await setOf(stack, setId)).toMatchObject({ state: "applied" });

    const again = await app.signedIn("POST", `${CONNECTION_API}/changes/${failed?.id}/send`, {});
    const copy = Change.extend({ changeSetId: z.string() }).parse(await again.json());
    const waiting = await setOf(stack, copy.changeSetId);
    expect(waiting).toMatchObject({ state: "queued", approvals: [{ changes: 1 }] });
    const undone = await act(copy.changeSetId, "undo", { version: waiting.version });
    expect(undone.state).toBe("approved");
    await applyAndSend(stack, undone);
    expect(await setOf(stack, copy.changeSetId)).toMatchObject({ state: "applied" });
    expect(await setOf(stack, setId)).toMatchObject({ state: "reverted" });
  });

  test("what is being reverted is not reverted twice, and a discarded draft gives it free again", async () => {
    await using stack = await open();
    const { app, plans, scheduleId } = stack;
    const { setId } = await done(stack, [addPlan(scheduleId, plans[0] ?? "")]);
    const { changeSet } = await revert(stack, setId);
    const refused = await askToRevert(stack, setId);
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining("Another change set reverts it already") },
    ]);
    const preview = await read(app, RevertPreview, `/change-sets/${setId}/revert`);
    expect(preview.leftOut.map(({ standing }) => standing?.changeSetId)).toEqual([changeSet.id]);
    // It is not the draft into which one stages by and by.
    const staged = await bodyOf<{ changeSet: ChangeSet }>(
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, {
        changes: [addPlan(scheduleId, plans[1] ?? "")],
      }),
    );
    expect(staged.changeSet.id).not.toBe(changeSet.id);
    expect((await app.signedIn("DELETE", `${CONNECTION_API}/change-sets/${changeSet.id}`)).status).toBe(204);
    expect((await setOf(stack, setId)).revertedBy).toEqual([]);
    expect((await revert(stack, setId)).reverted).toBe(1);
  });
}
