import { CONNECTION_API } from "#/testing/app.ts";
import { ChangeSetPage, Creation, IndexVersion, PractitionerView } from "@dc/contract";
import type { Json } from "@dc/directory";
import { expect, test } from "vitest";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";

interface FollowedStack extends SendingStack {
  record: { type: "practitioner"; id: string };
  /** Overrides the preferred name; the change is held. */
  overrides(value: Json, policy: "pin" | "follow"): Promise<void>;
  baseMoves(preferredName: Json): Promise<void>;
  look(): Promise<PractitionerView>;
  /** The base values that are proposed, and who proposed them. */
  proposals(): Promise<{ by: string; operation: unknown; id: string }[]>;
}

async function createFollowedStack(): Promise<FollowedStack> {
  const stack = await createSendingStack({ profile: "default" });
  const { app } = stack;
  const { service } = app.deps;
  const { raw } = await service.client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
  const record = {
    type: "practitioner" as const,
    id: practitionerOf(service.profile, "schedule", stack.scheduleId, raw) ?? "",
  };
  const look = async () => {
    const path = `${CONNECTION_API}/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`;
    return PractitionerView.parse(await (await app.signedIn("GET", path)).json());
  };
  await look();
  return {
    ...stack,
    record,
    look,
    async overrides(value, policy) {
      const operation = { op: "set", value } as const;
      await stack.applied([{ record, field: "preferredName", operation, policy, evidence: null }]);
      await stack.pass();
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

test("[R8] base moving under an override that follows it proposes its value once, in a draft of the console's own", async () => {
  await using stack = await createFollowedStack();
  await stack.overrides("Ours", "follow");
  expect(await stack.proposals()).toEqual([]);
  await stack.baseMoves("Moved");
  expect(await stack.proposals()).toEqual([proposal("Moved")]);
  const sets = ChangeSetPage.parse(await (await stack.app.signedIn("GET", `${CONNECTION_API}/change-sets`)).json());
  expect(sets.items.filter(({ state }) => state === "draft")).toHaveLength(1);
  await stack.baseMoves("Moved again");
  expect(await stack.proposals()).toEqual([proposal("Moved again")]);
});

test("[R8] a proposal that somebody discarded is not made again for the same value", async () => {
  await using stack = await createFollowedStack();
  await stack.overrides("Ours", "follow");
  await stack.baseMoves("Moved");
  const [proposed] = await stack.proposals();
  expect((await stack.app.signedIn("DELETE", `${CONNECTION_API}/changes/${proposed?.id}`)).status).toBe(204);
  expect(await stack.proposals()).toEqual([]);
  await stack.baseMoves("Moved again");
  expect(await stack.proposals()).toEqual([proposal("Moved again")]);
});

test("[R8] a proposal goes when base comes back, and is never sent by itself", async () => {
  await using stack = await createFollowedStack();
  const before = (await stack.look()).practitioner.comparison.fields.find(({ key }) => key === "preferredName");
  await stack.overrides("Ours", "follow");
  await stack.baseMoves("Moved");
  expect(await stack.proposals()).toHaveLength(1);
  stack.app.clock.advance(60_000);
  await stack.pass();
  expect(await stack.proposals()).toHaveLength(1);
  const base = before?.values.base;
  await stack.baseMoves(base && "value" in base ? base.value : null);
  expect(await stack.proposals()).toEqual([]);
});

test("an override that is pinned is left alone, and so is a directory that leaves", async () => {
  await using stack = await createFollowedStack();
  await stack.baseMoves("Moved");
  expect(await stack.proposals()).toEqual([]);
  await stack.overrides("Ours", "pin");
  await stack.baseMoves("Moved again");
  expect(await stack.proposals()).toEqual([]);
});

test("[R8] in a directory that follows, a value without an override is proposed too", async () => {
  await using stack = await createFollowedStack();
  const created = await stack.app.signedIn("POST", `${CONNECTION_API}/index-versions`, {
    name: "Follows",
    roster: stack.scheduleId,
  });
  const { indexId } = Creation.parse(await created.json());
  await stack.app.deps.background.idle();
  const own = `${CONNECTION_API}/index-versions/${indexId}`;
  const { version } = IndexVersion.parse(await (await stack.app.signedIn("GET", own)).json());
  expect((await stack.app.signedIn("PATCH", own, { version, defaultPolicy: "follow" })).status).toBe(200);
  await stack.baseMoves("Moved");
  await stack.app.signedIn("GET", `${own}/practitioners/${stack.record.id}?maxAge=0`);
  const view = PractitionerView.parse(
    await (await stack.app.signedIn("GET", `${own}/practitioners/${stack.record.id}?maxAge=0`)).json(),
  );
  expect(view.changes.map(({ createdBy, operation }) => [createdBy.name, operation])).toEqual([
    ["Directory Console", { op: "takeBase", to: { value: "Moved" } }],
  ]);
});
