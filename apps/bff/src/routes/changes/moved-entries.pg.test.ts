import { ChangePage, ChangeSet, Problem } from "@dc/contract";
import { type Phone, phonesOf, type RecordKey } from "@dc/directory";
import { describe, expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("entries that were changed since they were decided about, on the embedded store", () => {
  testEntries(async () => await createSendingStack());
});
describeOnPostgres("entries that were changed since they were decided about, on PostgreSQL", () => {
  testEntries(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

const phone = (number: string, label: string | null = null, extension: string | null = null): Phone => ({
  number,
  extension,
  label,
});
const [office, fax] = [phone("(212) 555-0120", "Office"), phone("(212) 555-0121", "Fax")];
const [ours, theirs] = [phone("(212) 555-0186", "Office"), phone("(212) 555-0120", "Office", "12")];
const officeKey = "+12125550120;ext=";
const faxKey = "+12125550121;ext=";

function testEntries(open: () => Promise<SendingStack>): void {
  /** A practitioner with these phones, in the index and in base. */
  async function begin(stack: SendingStack, phones: readonly Phone[]) {
    const { app } = stack;
    const { client, profile } = app.deps.service;
    const { raw } = await client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
    const id = practitionerOf(profile, "schedule", stack.scheduleId, raw) ?? "";
    const record: RecordKey = { type: "practitioner", id };
    const read = async () => {
      for (const indexId of [profile.standardIndex, INDEX])
        await refreshReading(app.deps, { indexId, ...record, maxAge: 0 });
    };
    const outside = async (list: readonly Phone[]) => {
      await writeOutside(
        stack,
        record,
        "phones",
        list.map((entry) => ({ ...entry })),
      );
      await read();
    };
    await outside(phones);
    const inIndex = await client.records.retrieve(record.type, id, { index: INDEX });
    await app.control("/drift", { ...record, set: { phone_numbers: inIndex.raw["phone_numbers"] } });
    await read();
    return {
      record,
      outside,
      stage: async (...operations: object[]) => {
        const changes = operations.map((operation) => ({ record, field: "phones", operation, evidence: testEvidence }));
        const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
        const answer = await app.signedIn("POST", path, { changes });
        expect(answer.status).toBe(201);
        const staged = await bodyOf<Staged>(answer);
        return { setId: staged.changeSet.id, ids: staged.changes.map(({ id: changeId }) => changeId) };
      },
      /** Acts on a set as it is now. */
      act: async (by: TestApp["signedIn"], setId: string, verb: string, body: object = {}) => {
        const path = `${CONNECTION_API}/change-sets/${setId}`;
        const { version } = ChangeSet.parse(await (await by("GET", path)).json());
        const answer = await by("POST", `${path}/${verb}`, { version, ...body });
        const said: unknown = await answer.json();
        return answer.status === 200 ? ChangeSet.parse(said) : Problem.parse(said);
      },
      movedOf: async (setId: string) =>
        ChangePage.parse(await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}/moved`)).json()),
      /** The phones in the service once what is queued was sent. */
      sent: async () => {
        app.clock.advance(5_000);
        await stack.pass();
        const now = await client.records.retrieve(record.type, id, { index: INDEX });
        return phonesOf(profile.decode(record.type, now.raw)["phones"] ?? { absent: true });
      },
    };
  }

  const replace = { op: "replace", element: officeKey, by: ours };
  const relabel = { op: "replace", element: officeKey, by: { ...office, label: "Desk" } };
  const remove = { op: "remove", element: officeKey };
  const elsewhere = phone("(212) 555-0177", "Office");
  test.each([
    ["a replaced one got an extension", replace, theirs, [ours, fax]],
    ["a replaced one got another number", replace, elsewhere, [ours, fax]],
    ["a relabelled one got an extension", relabel, theirs, [{ ...theirs, label: "Desk" }, fax]],
    ["a relabelled one got another number", relabel, elsewhere, [{ ...elsewhere, label: "Desk" }, fax]],
    ["a removed one got an extension", remove, theirs, [fax]],
    ["a moved one got an extension", { op: "move", element: officeKey, before: null }, theirs, [fax, theirs]],
  ] as const)(
    "[U14] keep ours is about the entry in the place of the one that is gone: %s",
    async (_, operation, now, after) => {
      await using stack = await open();
      const { app } = stack;
      const settings = { required: 1, ownCounts: false };
      expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
      const { act, movedOf, outside, sent, stage } = await begin(stack, [office, fax]);
      const bea = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
      const { setId, ids } = await stage(operation);
      await act(app.signedIn, setId, "submit");
      expect(await act(bea.signedIn, setId, "approve")).toMatchObject({ state: "approved" });
      await outside([now, fax]);
      const refused = { code: "moved_since_seen", moved: [{ changeId: ids[0] }] };
      expect(await act(bea.signedIn, setId, "apply")).toMatchObject(refused);
      const keep = { changeIds: ids, as: "keep ours" };
      expect(await act(app.signedIn, setId, "moved", keep)).toMatchObject({ state: "in review" });
      expect(await movedOf(setId)).toMatchObject({ total: 0 });
      expect(await act(bea.signedIn, setId, "approve")).toMatchObject({ state: "approved" });
      expect(await act(bea.signedIn, setId, "apply")).toMatchObject({ state: "queued" });
      expect(await sent()).toEqual(after);
    },
  );

  test.each([
    ["by the number that its draft gave it", "+12125550186;ext="],
    ["by the entry that is there now", "+12125550120;ext=12"],
  ])("[U14] an edit of a draft whose entry is gone is about the one in its place: named %s", async (_, element) => {
    await using stack = await open();
    const { act, movedOf, outside, sent, stage } = await begin(stack, [office, fax]);
    const { setId, ids } = await stage(replace);
    await outside([theirs, fax]);
    expect(await movedOf(setId)).toMatchObject({ total: 1, items: [{ id: ids[0] }] });
    await stage({ op: "replace", element, by: elsewhere });
    expect(await movedOf(setId), "its author has seen what is there").toMatchObject({ total: 0 });
    expect(await act(stack.app.signedIn, setId, "apply", { evidence: testEvidence })).toMatchObject({
      state: "queued",
      counts: { total: 1 },
    });
    expect(await sent()).toEqual([elsewhere, fax]);
  });

  const nowKey = "+12125550120;ext=12";
  const moveLast = { op: "move", element: officeKey, before: null };
  test.each([
    ["a removal becomes another number", remove, { op: "replace", element: nowKey, by: elsewhere }, [elsewhere, fax]],
    ["a move becomes a removal", moveLast, { op: "remove", element: nowKey }, [fax]],
    ["a move becomes the other way", moveLast, { op: "move", element: nowKey, before: faxKey }, [theirs, fax]],
  ] as const)("[U14] an edit of a draft whose entry was changed since: %s", async (_, drafted, edited, after) => {
    await using stack = await open();
    const { act, outside, sent, stage } = await begin(stack, [office, fax]);
    const { setId } = await stage(drafted);
    const other = await stage({ op: "replace", element: faxKey, by: { ...fax, label: "Telefax" } });
    await outside([theirs, fax]);
    await stage(edited);
    const { items } = ChangePage.parse(
      await (await stack.app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}/changes`)).json(),
    );
    const isNothing = edited.op === "move" && edited.before === faxKey;
    expect(items.map(({ operation }) => operation.op)).toEqual(isNothing ? ["replace"] : ["replace", edited.op]);
    expect(items[0]?.id).toBe(other.ids[0]);
    expect(await act(stack.app.signedIn, setId, "apply", { evidence: testEvidence })).toMatchObject({
      state: "queued",
    });
    const relabelled = (list: readonly Phone[]) =>
      list.map((entry) => (entry.number === fax.number ? { ...fax, label: "Telefax" } : entry));
    expect(await sent()).toEqual(relabelled(after));
  });

  test.each([
    ["removed", remove],
    ["moved", moveLast],
  ] as const)(
    "[U14] a draft of an entry that is gone and was to be %s is told as moved under another value, and discarded",
    async (_, drafted) => {
      await using stack = await open();
      const { app } = stack;
      const { act, movedOf, outside, record, stage } = await begin(stack, [office, fax]);
      const { setId } = await stage(drafted);
      await outside([fax]);
      const of = (operation: object) => ({ changes: [{ record, field: "phones", operation, evidence: testEvidence }] });
      const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
      const again = await app.signedIn("POST", path, of({ op: "replace", element: officeKey, by: ours }));
      const [named] = (await bodyOf<Staged>(again)).changes;
      expect((await movedOf(setId)).items.map(({ id }) => id)).toContain(named?.id);
      const refused = await act(app.signedIn, setId, "apply", { evidence: testEvidence });
      expect(refused).toMatchObject({ code: "moved_since_seen" });
      for (const { id } of (await movedOf(setId)).items)
        expect((await app.signedIn("DELETE", `${CONNECTION_API}/changes/${id}`)).status).toBe(204);
      expect(await movedOf(setId)).toMatchObject({ total: 0 });
    },
  );

  test("[U14] where nothing is in its place ours is not kept: it is named, and split off or taken", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, movedOf, outside, sent, stage } = await begin(stack, [office, fax]);
    const { setId, ids } = await stage(replace, { op: "replace", element: faxKey, by: { ...fax, label: "Telefax" } });
    const gone = [{ changeId: ids[0], detail: expect.stringContaining("no longer has the phone (212) 555-0120") }];
    await outside([fax]);
    const refused = await act(app.signedIn, setId, "moved", { changeIds: ids.slice(0, 1), as: "keep ours" });
    expect(refused).toMatchObject({
      code: "moved_since_seen",
      detail: expect.stringContaining("Stage another value, take what is there, or split it off"),
      moved: gone,
    });
    expect(await movedOf(setId)).toMatchObject({ items: [{ id: ids[0] }] });
    expect(await act(app.signedIn, setId, "apply")).toMatchObject({ code: "moved_since_seen", moved: gone });
    const applied = await act(app.signedIn, setId, "apply", { moved: "split off" });
    expect(applied).toMatchObject({ state: "queued", counts: { queued: 1, total: 1 } });
    expect(await sent()).toEqual([{ ...fax, label: "Telefax" }]);
  });

  test("[U14] what names an entry that a change brings which is split off goes with it", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, movedOf, outside, sent, stage } = await begin(stack, [office, fax, phone("(212) 555-0122", "Desk")]);
    const { setId } = await stage(replace);
    const { ids } = await stage(
      { op: "move", element: officeKey, before: null },
      { op: "remove", element: "+12125550122;ext=" },
    );
    expect(await movedOf(setId)).toMatchObject({ total: 0 });
    await outside([theirs, fax, phone("(212) 555-0122", "Desk")]);
    const applied = await act(app.signedIn, setId, "apply", { moved: "split off" });
    expect(applied).toMatchObject({ state: "queued", counts: { queued: 1, total: 1 } });
    expect(await sent()).toEqual([theirs, fax]);
    const [splitOff = ""] = "splitOff" in applied ? applied.splitOff : [];
    const page = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${splitOff}/changes`);
    expect(ChangePage.parse(await page.json())).toMatchObject({ total: 2, items: [{}, { id: ids[0] }] });
  });
}
