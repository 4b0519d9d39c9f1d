import { createWireFormat, fillQuery, isJsonArray, type JsonObject, valueAt, type Json } from "@dc/api-client";
import { shippedSpellings, testedSeeds } from "@dc/sandbox/app";
import { expect, test } from "vitest";
import { change } from "#/testing/changes.ts";
import { createGatewayStack, type GatewayStack } from "#/testing/gateway-stack.ts";

const spellings = [...shippedSpellings, ...testedSeeds.map((seed) => `seed:${String(seed)}`)];

interface Lister {
  stack: GatewayStack;
  /** Path and query of the schedules of a practitioner. */
  at(...practitioners: string[]): string;
  ask(...practitioners: string[]): Promise<Response>;
  schedules(answer: Response): Promise<JsonObject[]>;
  ids(answer: Response): Promise<(string | null)[]>;
  several: "repeated" | "comma" | null;
}

const listSchedules = { method: "GET", path: "/schedules", query: { practitioner: "{practitionerId}" } };

/** What the default spelling serves beyond the interface. */
const withList = (text: string) =>
  text.replace('"operations":{', `"operations":{"listSchedules":${JSON.stringify(listSchedules)},`);

/** Null where this spelling lists no schedules. */
async function openLister(spelling: string): Promise<Lister | null> {
  const stack = await createGatewayStack({
    profile: "of the sandbox",
    sandbox: { spelling },
    ...(spelling === "default" ? { extendProfile: withList } : {}),
  });
  const { profile } = stack.app.deps.service;
  const lookUp = profile.lookUps("schedule").find(({ refersTo }) => refersTo === "practitioner");
  const spelled = lookUp === undefined ? undefined : profile.data.operations[lookUp.operation];
  if (lookUp === undefined || spelled === undefined) {
    await stack[Symbol.asyncDispose]();
    return null;
  }
  const at: Lister["at"] = (...practitioners) => {
    const [first = ""] = practitioners;
    const path = spelled.path.replace(`{${lookUp.variable}}`, first);
    const separate = lookUp.several === "comma" ? [practitioners.join(",")] : practitioners;
    const query = separate.flatMap((value) => [...fillQuery(spelled, { [lookUp.variable]: value })]);
    return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
  };
  const schedules: Lister["schedules"] = async (answer) => {
    const listed = valueAt((await answer.json()) as Json, spelled.resource);
    return isJsonArray(listed) ? listed.filter((one): one is JsonObject => typeof one === "object") : [];
  };
  return {
    stack,
    several: lookUp.several,
    at,
    ask: async (...practitioners) => await stack.gateway(at(...practitioners), stack.here),
    schedules,
    ids: async (answer) => (await schedules(answer)).map((raw) => profile.recordId("schedule", raw)),
  };
}

/** Another practitioner than that of the stack, with a schedule. */
async function otherPair({ stack }: Lister): Promise<{ scheduleId: string; practitionerId: string }> {
  const { client, profile } = stack.app.deps.service;
  for (const id of stack.app.sandbox.samples.rosterOf(20).trim().split("\n").slice(1)) {
    const schedule = await client.schedules.retrieve(id, { index: profile.standardIndex });
    const reference = profile.decode("schedule", schedule.raw)["practitioner"];
    if (reference === undefined || "absent" in reference || typeof reference.value !== "string") continue;
    if (reference.value === stack.practitionerId) continue;
    return { scheduleId: id, practitionerId: reference.value };
  }
  throw new TypeError("every schedule has the same practitioner");
}

const plansOf = ({ stack }: Lister, raw: JsonObject) =>
  stack.app.deps.service.profile.decode("schedule", raw)["acceptedInsurances"];

/** What creation of a schedule requires, as another one has it. */
function creationFields({ stack }: Lister, raw: JsonObject): Record<string, Json> {
  const { profile } = stack.app.deps.service;
  const [known, { required }] = [profile.decode("schedule", raw), profile.creationRules("schedule")];
  return Object.fromEntries(
    required.flatMap((name): [string, Json][] => {
      const reading = known[name];
      return reading === undefined || "absent" in reading ? [] : [[name, reading.value]];
    }),
  );
}

test("the shipped spellings list the schedules of a practitioner, one with repeated parameters and one with commas", async () => {
  const several = [];
  for (const spelling of shippedSpellings) {
    const lister = await openLister(spelling);
    several.push([spelling, lister?.several]);
    await lister?.stack[Symbol.asyncDispose]();
  }
  expect(several).toEqual([
    ["default", null],
    ["respelled", "repeated"],
    ["names-in-parts", null],
    ["overlay", null],
    ["every-kind", "comma"],
  ]);
});

test.each(spellings)("in %s the schedules of a practitioner are what the directory says", async (spelling) => {
  const lister = await openLister(spelling);
  if (lister === null) return;
  await using stack = lister.stack;
  const { profile } = stack.app.deps.service;
  const { practitionerId: mine, scheduleId } = stack;
  const other = await otherPair(lister);
  const untouched = await lister.ask(mine);
  const direct = await stack.direct(lister.at(mine), stack.here.headers);
  expect([untouched.status, await untouched.text()]).toEqual([direct.status, await direct.text()]);
  const before = await lister.ids(await lister.ask(mine));
  const plan = `${profile.idPrefixOf(profile.planType)}2345678`;
  expect(before).toContain(scheduleId);

  await stack.applied(
    change({ type: "schedule", id: other.scheduleId }, "practitioner", { op: "set", value: mine }),
    change({ type: "schedule", id: other.scheduleId }, "acceptedInsurances", { op: "set", value: [plan] }),
  );
  const joined = await lister.ask(mine);
  expect(joined.headers.get("Directory-Console-Overrides")).toMatch(/^chg_\w+, chg_\w+$/);
  const found = await lister.schedules(joined);
  expect(found.map((raw) => profile.recordId("schedule", raw))).toEqual([...before, other.scheduleId]);
  expect(plansOf(lister, found.at(-1) ?? {})).toEqual({ value: [plan] });
  expect(await lister.ids(await lister.ask(other.practitionerId))).not.toContain(other.scheduleId);
  expect(await (await stack.gateway(lister.at(mine))).text()).toBe(await (await stack.direct(lister.at(mine))).text());

  const created = { type: "schedule", id: "new_0000000000000001" };
  const fields = { ...creationFields(lister, found.at(-1) ?? {}), practitioner: mine };
  await stack.applied(
    { record: { type: "schedule", id: scheduleId }, operation: { op: "delete" }, policy: "pin", evidence: null },
    { record: created, operation: { op: "create", fields }, policy: "pin", evidence: null },
  );
  const after = await lister.ids(await lister.ask(mine));
  expect(after).toEqual([...before.filter((id) => id !== scheduleId), other.scheduleId, created.id]);
});

test.each(["default", "respelled", "every-kind", "names-in-parts"])(
  "in %s several practitioners in one look-up are served where the profile says how, and else 501",
  async (spelling) => {
    const lister = await openLister(spelling);
    if (lister === null) throw new TypeError("this spelling lists no schedules");
    await using stack = lister.stack;
    const other = await otherPair(lister);
    const { profile } = stack.app.deps.service;
    const plan = `${profile.idPrefixOf(profile.planType)}2345678`;
    const both = [stack.practitionerId, other.practitionerId];
    const [parameter = ""] = [...new URLSearchParams(lister.at(stack.practitionerId).split("?")[1] ?? "").keys()];
    const path = lister.at(stack.practitionerId).split("?")[0] ?? "";
    const asks = {
      repeated: `${path}?${new URLSearchParams(both.map((id) => [parameter, id])).toString()}`,
      comma: parameter === "" ? path.replace(both[0] ?? "", both.join(",")) : `${path}?${parameter}=${both.join(",")}`,
    };
    await stack.applied(
      change({ type: "schedule", id: other.scheduleId }, "acceptedInsurances", { op: "set", value: [plan] }),
    );
    for (const form of parameter === "" ? (["comma"] as const) : (["repeated", "comma"] as const)) {
      const answer = await stack.gateway(asks[form], stack.here);
      if (form !== lister.several) {
        expect([form, answer.status, await answer.text()]).toEqual([form, 501, expect.stringContaining("takes one")]);
        continue;
      }
      const schedules = await lister.schedules(answer);
      const ids = schedules.map((raw) => profile.recordId("schedule", raw));
      expect(ids).toEqual(expect.arrayContaining([stack.scheduleId, other.scheduleId]));
      const touched = schedules.filter(
        (raw) => JSON.stringify(plansOf(lister, raw)) === JSON.stringify({ value: [plan] }),
      );
      expect(touched).toHaveLength(1);
    }
  },
);

test("the schedules of a practitioner that was created here are those that overrides give them, and the service is not asked", async () => {
  const lister = await openLister("default");
  if (lister === null) throw new TypeError("this spelling lists no schedules");
  await using stack = lister.stack;
  const wire = createWireFormat(stack.app.deps.service.profile);
  const created = "new_0000000000000001";
  await stack.applied({
    record: { type: "practitioner", id: created },
    operation: { op: "create", fields: { displayName: "Dr. New" } },
    policy: "pin",
    evidence: null,
  });
  const asked = stack.app.sandbox.counters.total;
  expect([(await lister.ask(created)).status, await lister.ids(await lister.ask(created))]).toEqual([200, []]);
  expect(stack.app.sandbox.counters.total).toBe(asked);
  await stack.applied(
    change({ type: "schedule", id: stack.scheduleId }, "practitioner", { op: "set", value: created }),
  );
  expect(await lister.ids(await lister.ask(created))).toEqual([stack.scheduleId]);
  expect(wire.matchServed(lister.at("no id at all"))).toBeNull();
  const whole = await stack.gateway(lister.at(created).split("?")[0] ?? "", stack.here);
  expect([whole.status, await whole.text()]).toEqual([405, expect.stringContaining("whole lists")]);
});
