import { CONNECTION_API } from "#/testing/app.ts";
import { CheckedProfile, PractitionerView, Problem } from "@dc/contract";
import { expect, test } from "vitest";
import { selectChangesByIds, selectLiveChanges } from "#/store/tables/changes/changes.ts";
import { createSender } from "#/sending/sender.ts";
import { read } from "#/testing/directory.ts";
import { change } from "#/testing/changes.ts";
import { recordIn } from "#/testing/gateway.ts";
import { createGatewayStack, type GatewayStack, INDEX } from "#/testing/gateway-stack.ts";

const WITHOUT = { records: { practitioner: { meanings: { preferredName: null } } } };
const here = { headers: { "Service-Index-Version": INDEX } };

/** Saves a profile that extends another one as the next revision. */
const saver = ({ app }: GatewayStack) => {
  let revision = 0;
  return async (profile: object | null, more: object = {}) => {
    const answer = await app.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision, ...more });
    if (answer.status === 200) revision += 1;
    return answer;
  };
};

async function overridden(stack: GatewayStack) {
  const record = { type: "practitioner", id: stack.practitionerId };
  await stack.applied(change(record, "preferredName", { op: "set", value: "Ours" }));
  const { connection, store } = stack.app.deps;
  const ids = (await selectLiveChanges(store.db, connection.id, INDEX)).map(({ id }) => id);
  const served = async () => await stack.gateway(`/practitioners/${stack.practitionerId}`, here);
  const page = async () =>
    await read(stack.app, PractitionerView, `/index-versions/${INDEX}/practitioners/${stack.practitionerId}?maxAge=0`);
  const fieldOf = (view: PractitionerView) =>
    view.practitioner.comparison.fields.find(({ key }) => key === "preferredName");
  const states = async () => (await selectChangesByIds(store.db, ids)).map(({ state }) => state);
  return { record, ids, served, page, fieldOf, states };
}

test("a profile without a meaning that overrides are kept by is saved only after a word, and names them", async () => {
  await using stack = await createGatewayStack();
  await overridden(stack);
  const save = saver(stack);
  const profile = { extends: "default", name: "without", ...WITHOUT };
  const checked = CheckedProfile.parse(
    await (await stack.app.signedIn("POST", `${CONNECTION_API}/profile/check`, { profile })).json(),
  );
  expect(checked.stranded).toEqual([
    {
      type: "practitioner",
      field: "preferredName",
      applied: 0,
      held: 1,
      drafts: 0,
      detail: expect.stringContaining("no preferred name of a practitioner"),
    },
  ]);
  const refused = await save(profile);
  const { code, errors } = Problem.parse(await refused.json());
  expect([refused.status, code, errors?.map(({ pointer }) => pointer)]).toEqual([
    409,
    "conflict",
    ["/acceptsStranded"],
  ]);
  expect(stack.app.deps.service.profile.name).toBe("default");
  expect((await save(profile, { acceptsStranded: true })).status).toBe(200);
});

test("a held override whose meaning is gone is never served as if nothing were held, and all is as it was once it is back", async () => {
  await using stack = await createGatewayStack();
  const { ids, served, page, fieldOf, states } = await overridden(stack);
  const save = saver(stack);
  const before = { body: await recordIn(await served()), field: fieldOf(await page()) };
  const profile = { extends: "default", name: "without", ...WITHOUT };
  expect((await save(profile, { acceptsStranded: true })).status).toBe(200);

  const refused = await served();
  expect(refused.status).toBe(502);
  expect(JSON.stringify(await refused.json())).toMatch(new RegExp(`preferredName.*${ids[0]}.*withdraw`));
  const shown = await page();
  expect([shown.practitioner.lost, fieldOf(shown)]).toEqual([
    ["preferredName"],
    expect.objectContaining({ verdict: null, flags: expect.not.arrayContaining(["outside", "absent"]) }),
  ]);
  expect(shown.practitioner.comparison.counts).toMatchObject({ conflict: 0, outside: 0, held: 1 });
  expect(await states()).toEqual(["held"]);

  expect((await save(null)).status).toBe(200);
  expect([(await page()).practitioner.lost, fieldOf(await page())]).toEqual([[], before.field]);
  expect(await recordIn(await served())).toEqual(before.body);
});

test("a held change whose meaning is gone is neither sent, failed nor found by a reading, and can be withdrawn", async () => {
  await using stack = await createGatewayStack({ sandbox: { writes: true } });
  const { record, ids, served, states } = await overridden(stack);
  const save = saver(stack);
  const profile = { extends: "with-writes", name: "without", ...WITHOUT };
  expect((await save(profile, { acceptsStranded: true })).status).toBe(200);
  const asked = await stack.app.signedIn("POST", `${CONNECTION_API}/changes/${ids[0]}/send`, {});
  expect(Problem.parse(await asked.json())).toMatchObject({
    code: "wrong_state",
    detail: expect.stringContaining("no writable preferred name for a practitioner"),
  });
  stack.app.clock.advance(60_000);
  await createSender(stack.app.deps).runDue();
  expect(await states()).toEqual(["held"]);
  const decision = { record, field: "preferredName", decision: "remove override", evidence: null };
  const removed = await stack.app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions`, decision);
  expect([removed.status, await states()]).toEqual([200, ["withdrawn"]]);
  expect((await served()).status).toBe(200);
});

test("a created record that lacks what the profile requires of creation by now is not served until it has it", async () => {
  await using stack = await createGatewayStack();
  const record = { type: "practitioner", id: "new_0000000000000001" };
  const creation = { op: "create" as const, fields: { displayName: "Dr. New" } };
  await stack.applied({ record, operation: creation, policy: "pin", evidence: null });
  const served = async () => await stack.gateway(`/practitioners/${record.id}`, here);
  expect((await served()).status).toBe(200);
  const save = saver(stack);
  const create = { required: ["displayName", "preferredName"], defaults: { "/salutation": "Dr." } };
  const profile = { extends: "default", name: "stricter", records: { practitioner: { create } } };
  expect((await save(profile)).status).toBe(200);
  const refused = await served();
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
    502,
    expect.stringContaining("preferredName"),
  ]);
  await stack.applied(change(record, "preferredName", { op: "set", value: "New" }));
  const answer = await served();
  expect([answer.status, await recordIn(answer)]).toEqual([
    200,
    { id: record.id, display_name: "Dr. New", preferred_name: "New", salutation: "Dr." },
  ]);
});

test("an applied override whose meaning is gone is in the service's own answer, which is passed on as it is", async () => {
  await using stack = await createGatewayStack({ sandbox: { writes: true }, profile: "with-writes" });
  const { served, page, fieldOf, states } = await overridden(stack);
  const save = saver(stack);
  const before = { body: await recordIn(await served()), field: fieldOf(await page()) };
  expect(await states()).toEqual(["applied"]);
  const profile = { extends: "with-writes", name: "without", ...WITHOUT };
  expect((await save(profile, { acceptsStranded: true })).status).toBe(200);
  const answer = await served();
  expect([answer.status, await recordIn(answer)]).toEqual([200, before.body]);
  expect((await page()).practitioner.comparison.counts).toMatchObject({ conflict: 0, outside: 0 });
  expect((await save(null)).status).toBe(200);
  expect(fieldOf(await page())).toEqual(before.field);
  expect(await states()).toEqual(["applied"]);
});
