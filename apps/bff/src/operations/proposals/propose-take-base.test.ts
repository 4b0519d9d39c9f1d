import { ChangeSetPage, Creation, IndexVersion, PractitionerView } from "@dc/contract";
import type { Json } from "@dc/directory";
import { expect, test } from "vitest";
import { aSendingHouse, INDEX, type SendingHouse } from "#/testing/test-sending.ts";
import { practitionerOf } from "#/upstream/to-domain.ts";

interface Followed extends SendingHouse {
  record: { type: "practitioner"; id: string };
  /** Overrides the preferred name; held. */
  overrides(value: Json, policy: "pin" | "follow"): Promise<void>;
  baseMoves(preferredName: Json): Promise<void>;
  look(): Promise<PractitionerView>;
  /** The values that base is proposed to be taken with, and who proposes. */
  proposals(): Promise<{ by: string; operation: unknown; id: string }[]>;
}

async function aFollowedHouse(): Promise<Followed> {
  const house = await aSendingHouse({ profile: "default" });
  const { app } = house;
  const { service } = app.deps;
  const { raw } = await service.client.records.retrieve("schedule", house.scheduleId, { index: INDEX });
  const record = {
    type: "practitioner" as const,
    id: practitionerOf(service.profile, "schedule", house.scheduleId, raw) ?? "",
  };
  const look = async () => {
    const path = `/api/v1/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`;
    return PractitionerView.parse(await (await app.signedIn("GET", path)).json());
  };
  await look();
  return {
    ...house,
    record,
    look,
    async overrides(value, policy) {
      const operation = { op: "set", value } as const;
      await house.applied([{ record, field: "preferredName", operation, policy, evidence: null }]);
      await house.pass();
    },
    async baseMoves(preferredName) {
      const set = service.profile.encode("practitioner", {}, "preferredName", preferredName);
      const body = JSON.stringify({ changes: [{ ...record, set }] });
      const headers = { "Content-Type": "application/json" };
      const moved = await app.sandbox.control.request("/drift", { method: "POST", body, headers });
      expect(moved.status).toBe(200);
    },
    async proposals() {
      const view = await look();
      return view.changes
        .filter(({ state }) => state === "draft")
        .map(({ id, createdBy, operation }) => ({ id, by: createdBy.name, operation }));
    },
  };
}

const proposal = (value: Json) => ({
  id: expect.any(String),
  by: "Directory Console",
  operation: { op: "takeBase", to: { value } },
});

test("base moving under an override that follows it proposes its value once, in a draft of the console's own", async () => {
  await using house = await aFollowedHouse();
  await house.overrides("Ours", "follow");
  expect(await house.proposals()).toEqual([]);
  await house.baseMoves("Moved");
  expect(await house.proposals()).toEqual([proposal("Moved")]);
  const sets = ChangeSetPage.parse(await (await house.app.signedIn("GET", "/api/v1/change-sets")).json());
  expect(sets.items.filter(({ state }) => state === "draft")).toHaveLength(1);
  await house.baseMoves("Moved again");
  expect(await house.proposals()).toEqual([proposal("Moved again")]);
});

test("a proposal that somebody discarded is not made again for the same value", async () => {
  await using house = await aFollowedHouse();
  await house.overrides("Ours", "follow");
  await house.baseMoves("Moved");
  const [proposed] = await house.proposals();
  expect((await house.app.signedIn("DELETE", `/api/v1/changes/${proposed?.id}`)).status).toBe(204);
  expect(await house.proposals()).toEqual([]);
  await house.baseMoves("Moved again");
  expect(await house.proposals()).toEqual([proposal("Moved again")]);
});

test("a proposal goes when base comes back, and is never sent by itself", async () => {
  await using house = await aFollowedHouse();
  const before = (await house.look()).practitioner.comparison.fields.find(({ key }) => key === "preferredName");
  await house.overrides("Ours", "follow");
  await house.baseMoves("Moved");
  expect(await house.proposals()).toHaveLength(1);
  house.app.clock.advance(60_000);
  await house.pass();
  expect(await house.proposals()).toHaveLength(1);
  const base = before?.values.base;
  await house.baseMoves(base && "value" in base ? base.value : null);
  expect(await house.proposals()).toEqual([]);
});

test("an override that is pinned is left alone, and so is a directory that leaves", async () => {
  await using house = await aFollowedHouse();
  await house.baseMoves("Moved");
  expect(await house.proposals()).toEqual([]);
  await house.overrides("Ours", "pin");
  await house.baseMoves("Moved again");
  expect(await house.proposals()).toEqual([]);
});

test("in a directory that follows, a value without an override is proposed too", async () => {
  await using house = await aFollowedHouse();
  const created = await house.app.signedIn("POST", "/api/v1/index-versions", {
    name: "Follows",
    roster: house.scheduleId,
  });
  const { indexId } = Creation.parse(await created.json());
  await house.app.deps.background.idle();
  const own = `/api/v1/index-versions/${indexId}`;
  const { version } = IndexVersion.parse(await (await house.app.signedIn("GET", own)).json());
  expect((await house.app.signedIn("PATCH", own, { version, defaultPolicy: "follow" })).status).toBe(200);
  await house.baseMoves("Moved");
  await house.app.signedIn("GET", `${own}/practitioners/${house.record.id}?maxAge=0`);
  const view = PractitionerView.parse(
    await (await house.app.signedIn("GET", `${own}/practitioners/${house.record.id}?maxAge=0`)).json(),
  );
  expect(view.changes.map(({ createdBy, operation }) => [createdBy.name, operation])).toEqual([
    ["Directory Console", { op: "takeBase", to: { value: "Moved" } }],
  ]);
});
