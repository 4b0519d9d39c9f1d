import {
  createWireFormat,
  fetchTransport,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  valueAt,
} from "@dc/api-client";
import { expect, test } from "vitest";
import { change } from "#/testing/changes.ts";
import { createGatewayStack, type GatewayStack } from "#/testing/gateway-stack.ts";
import type { TestAppOptions } from "#/testing/app.ts";

/** A list of whole records by a parameter, one record by the path, and a list by a mode that is a parameter, too. */
const spellings = ["respelled", "seed:48", "seed:95"];

interface Finder {
  stack: GatewayStack;
  /** Path and query of the look-up by this number. */
  at(value: string): string;
  found(answer: Response): Promise<JsonObject[]>;
  /** Practitioners with their numbers, as the test index has them. */
  people: { id: string; npi: string }[];
}

async function openFinder(spelling: string, options: TestAppOptions = {}, ...transport: TransportTo): Promise<Finder> {
  const stack = await createGatewayStack(
    { profile: "of the sandbox", ...options, sandbox: { spelling, ...options.sandbox } },
    ...transport,
  );
  const { profile } = stack.app.deps.service;
  const wire = createWireFormat(profile);
  const spelled = profile.data.operations["findPractitionersByNpi"];
  if (spelled === undefined) throw new TypeError("this spelling has no look-up");
  const people: Finder["people"] = [];
  for (const scheduleId of stack.app.sandbox.samples.rosterOf(20).trim().split("\n").slice(1)) {
    const schedule = await stack.app.deps.service.client.schedules.retrieve(scheduleId, {
      index: profile.standardIndex,
    });
    const record = await stack.app.deps.service.client.records.follow(schedule, "practitioner");
    const npi = record === null ? undefined : profile.decode("practitioner", record.raw)["npi"];
    if (record === null || npi === undefined || "absent" in npi || typeof npi.value !== "string") continue;
    if (!people.some(({ id }) => id === record.id)) people.push({ id: record.id, npi: npi.value });
  }
  return {
    stack,
    people,
    at(value) {
      const query = Object.entries(spelled.query).map(([name, template]): [string, string] => [
        name,
        template.replace("{value}", value),
      ]);
      const path = spelled.path.replace("{value}", encodeURIComponent(value));
      return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
    },
    async found(answer) {
      if (answer.status === wire.refusal("missing", { status: 404, code: "" }).status) return [];
      const resource = valueAt((await answer.json()) as Json, spelled.resource);
      return (isJsonArray(resource) ? [...resource] : [resource]).filter((one) => isJsonObject(one));
    },
  };
}
type TransportTo = Parameters<typeof createGatewayStack> extends [unknown?, ...infer Rest] ? Rest : never;

function idsOf({ stack }: Finder, records: readonly JsonObject[]): (string | null)[] {
  return records.map((raw) => stack.app.deps.service.profile.recordId("practitioner", raw));
}

test.each(spellings)("in %s a look-up has the overrides of what it finds, in its index alone", async (spelling) => {
  const finder = await openFinder(spelling);
  await using stack = finder.stack;
  const [one] = finder.people;
  if (one === undefined) throw new TypeError("nobody has a number");
  const { profile } = stack.app.deps.service;
  const path = finder.at(one.npi);
  const direct = await (await stack.direct(path, stack.here.headers)).text();
  const untouched = await stack.gateway(path, stack.here);
  expect([untouched.status, untouched.headers.get("cache-control"), await untouched.text()]).toEqual([
    profile.data.operations["findPractitionersByNpi"]?.success[0],
    "no-store",
    direct,
  ]);
  await stack.applied(change({ type: "practitioner", id: one.id }, "preferredName", { op: "set", value: "Ours" }));
  const laidOver = await stack.gateway(path, stack.here);
  expect(laidOver.headers.get("Directory-Console-Overrides")).toMatch(/^chg_[0-9A-Za-z]{16}$/);
  const [raw = {}, ...others] = await finder.found(laidOver);
  expect(others).toEqual([]);
  const [before = {}] = await finder.found(new Response(direct));
  expect(raw).toEqual(profile.encode("practitioner", before, "preferredName", "Ours"));
  expect(await (await stack.gateway(path)).text()).toBe(await (await stack.direct(path)).text());
});

test.each(spellings)(
  "in %s a record is found by the number that an override gives it, and no longer by its own",
  async (spelling) => {
    const finder = await openFinder(spelling);
    await using stack = finder.stack;
    const [moved, deleted] = finder.people;
    if (moved === undefined || deleted === undefined) throw new TypeError("too few have a number");
    const ask = async (value: string) => await stack.gateway(finder.at(value), stack.here);
    const found = async (value: string) => idsOf(finder, await finder.found(await ask(value)));
    expect(await found("1999999999")).toEqual([]);
    await stack.applied(
      change({ type: "practitioner", id: moved.id }, "npi", { op: "set", value: "1999999999" }),
      { record: { type: "practitioner", id: deleted.id }, operation: { op: "delete" }, policy: "pin", evidence: null },
      {
        record: { type: "practitioner", id: "new_0000000000000001" },
        operation: { op: "create", fields: { displayName: "Dr. New", npi: "1888888888" } },
        policy: "pin",
        evidence: null,
      },
    );
    expect(await found("1999999999")).toEqual([moved.id]);
    expect(await found(moved.npi)).toEqual([]);
    expect(await found(deleted.npi)).toEqual([]);
    expect(await found("1888888888")).toEqual(["new_0000000000000001"]);
    const gone = await ask(moved.npi);
    expect(gone.headers.get("Directory-Console-Overrides")).toMatch(/^chg_/);
    const similar = await ask("1-999-999-999");
    expect([similar.status, await similar.text()]).toEqual([501, expect.stringContaining("1999999999")]);
  },
);

test("what is not exactly the address of a look-up is refused before the service is asked", async () => {
  const finder = await openFinder("respelled");
  await using stack = finder.stack;
  const path = finder.at(finder.people[0]?.npi ?? "");
  const before = stack.app.sandbox.counters.total;
  for (const target of [
    `${path}&all=true`,
    path.replace("licence=", "LICENCE="),
    path.replace("clinician-finder", "clinician-finder/"),
    path.replace("clinician-finder", "clinician%2dfinder"),
    path.split("?")[0] ?? "",
    finder.at(""),
  ])
    for (const init of [stack.here, {}])
      expect([target, (await stack.gateway(target, init)).status]).toEqual([target, 404]);
  const several = await stack.gateway(`${path}&licence=1`, stack.here);
  expect([several.status, await several.text()]).toEqual([501, expect.stringContaining("takes one npi")]);
  const text = await stack.gateway("/v3/clinician-finder?spelt-like=Ann", stack.here);
  expect([text.status, await text.text()]).toEqual([405, expect.stringContaining("searches by text")]);
  expect(stack.app.sandbox.counters.total).toBe(before);
});

test("an answer with other records than were looked up is refused, with an override or without", async () => {
  const finder = await openFinder("respelled", {}, (sandbox) =>
    fetchTransport((url, init) => {
      const address = new URL(url);
      // A service that finds this one whatever it is asked for.
      if (address.searchParams.has("licence")) address.searchParams.set("licence", always);
      return sandbox.app.request(address.href, init);
    }),
  );
  let always = "";
  await using stack = finder.stack;
  const [one, other] = finder.people;
  always = other?.npi ?? "";
  const refused = await stack.gateway(finder.at(one?.npi ?? ""), stack.here);
  expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining("another one")]);
});

test("finds on several pages pass page by page, and are refused where an override changes what is found", async () => {
  const finder = await openFinder("respelled", { sandbox: { writes: true } });
  await using stack = finder.stack;
  const [one, two, three] = finder.people;
  if (one === undefined || two === undefined || three === undefined) throw new TypeError("too few have a number");
  const { client, profile } = stack.app.deps.service;
  const index = profile.testIndex ?? "";
  const { raw } = await client.records.retrieve("practitioner", two.id, { index });
  await client.writes.updateRecord({
    type: "practitioner",
    id: two.id,
    index,
    current: raw,
    fields: { npi: { value: one.npi } },
  });
  const { paging } = profile.data.operations["findPractitionersByNpi"] ?? {};
  const size = paging !== undefined && "sizeQuery" in paging ? paging.sizeQuery : undefined;
  const firstPage = `${finder.at(one.npi)}&${size ?? ""}=1`;
  const ask = async (path: string) => await stack.gateway(path, stack.here);
  expect(idsOf(finder, await finder.found(await ask(firstPage)))).toEqual([one.id]);
  expect(idsOf(finder, await finder.found(await ask(finder.at(one.npi))))).toEqual([one.id, two.id]);
  await stack.applied(change({ type: "practitioner", id: three.id }, "npi", { op: "set", value: one.npi }));
  expect((await ask(firstPage)).status).toBe(501);
  expect(idsOf(finder, await finder.found(await ask(finder.at(one.npi))))).toEqual([one.id, two.id, three.id]);
});

test("a look-up that answers parts of records is not served where there are overrides", async () => {
  const finder = await openFinder("respelled", {
    extendProfile: (text) => text.replace('"npi":{"match":"exact"}', '"npi":{"match":"exact","gives":"parts"}'),
  });
  await using stack = finder.stack;
  const path = finder.at(finder.people[0]?.npi ?? "");
  const here = await stack.gateway(path, stack.here);
  expect([here.status, await here.text()]).toEqual([501, expect.stringContaining("parts of records")]);
  expect((await stack.gateway(path)).status).toBe(200);
});
