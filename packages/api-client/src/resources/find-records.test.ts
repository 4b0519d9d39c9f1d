import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { createProfile, createServiceClient, createWireFormat } from "#/index.ts";
import { sendJson, startLocalService, type Asked } from "#/testing/local-service.ts";

const profile = createProfile({
  extends: "default",
  name: "with look-ups",
  records: {
    practitioner: {
      meanings: { npi: { kind: "text", at: "/npi" }, register: { kind: "number", at: "/register" } },
      findBy: { npi: { match: "exact" }, register: { match: "exact" }, displayName: { match: "text", gives: "parts" } },
    },
    schedule: { findBy: { name: { match: "exact", gives: "record" } } },
  },
  operations: {
    findPractitionersByNpi: { method: "GET", path: "/practitioners", query: { npi: "{value}" } },
    findPractitionersByDisplayName: {
      method: "GET",
      path: "/search",
      query: { q: "{value}" },
      resource: "/rows",
      paging: { style: "page", query: "page", sizeQuery: "per", size: 2 },
    },
    findPractitionersByRegister: { method: "GET", path: "/register", query: { no: "{value}" } },
    findSchedulesByName: { method: "GET", path: "/schedules/named/{value}" },
  },
});
const lookUps = new Map(profile.lookUps().map((lookUp) => [lookUp.meaning, lookUp]));

async function find(
  meaning: string,
  value: string,
  respond: (asked: Asked, response: ServerResponse) => void,
  most?: number,
) {
  await using service = await startLocalService(respond);
  const client = createServiceClient({ baseUrl: service.baseUrl, apiKey: "key", profile, retry: { attempts: 1 } });
  const lookUp = lookUps.get(meaning);
  if (lookUp === undefined) throw new TypeError("no such look-up");
  try {
    const result = await client.records.find(lookUp, value, {
      index: "idx_mine",
      ...(most === undefined ? {} : { most }),
    });
    return {
      ids: result.records.map(({ id }) => id),
      isWhole: result.isWhole,
      asked: service.asked.map(({ url, headers }) => `${url} ${String(headers["service-index-version"])}`),
    };
  } finally {
    await client.close();
  }
}

it("asks for the value in the index, and gives what has it", async () => {
  const result = await find("npi", "12 3", (_, response) => sendJson(response, [{ id: "p-1", npi: "12 3" }]));
  expect(result).toEqual({ ids: ["p-1"], isWhole: true, asked: ["/practitioners?npi=12+3 idx_mine"] });
});

it("refuses an answer with other values, which is that of a service that did not look", async () => {
  const answered = find("npi", "123", (_, response) =>
    sendJson(response, [
      { id: "p-1", npi: "123" },
      { id: "p-2", npi: "456" },
    ]),
  );
  await expect(answered).rejects.toMatchObject({ problems: [{ pointer: "/npi" }] });
  const similar = await find("npi", "0123-4", (_, response) => sendJson(response, [{ id: "p-1", npi: "1234" }]));
  expect(similar.ids).toEqual(["p-1"]);
});

it("refuses a list of one practitioner's schedules that has those of others", async () => {
  await using service = await startLocalService((_, response) =>
    sendJson(response, [{ id: "sch_1", practitioner: "p-1" }, { id: "sch_2" }, ...others]),
  );
  const listing = createProfile({
    extends: "default",
    operations: { listSchedules: { method: "GET", path: "/schedules", query: { of: "{practitionerId}" } } },
  });
  const others: object[] = [];
  const client = createServiceClient({ baseUrl: service.baseUrl, apiKey: "key", profile: listing });
  const listed = () => client.records.list("schedule", { index: "idx_mine", practitionerId: "p-1" });
  // What says of nobody whose it is may be less than the whole record.
  expect((await listed())?.map(({ id }) => id)).toEqual(["sch_1", "sch_2"]);
  others.push({ id: "sch_3", practitioner: "p-2" });
  await expect(listed()).rejects.toMatchObject({ name: "ApiSchemaError", problems: [{ pointer: "/practitioner" }] });
  await client.close();
});

it("gives of a list of all schedules those of the practitioner alone", async () => {
  await using service = await startLocalService((_, response) =>
    sendJson(response, [{ id: "sch_1", practitioner: "p-1" }, { id: "sch_2", practitioner: "p-2" }, { id: "sch_3" }]),
  );
  const listing = createProfile({
    extends: "default",
    operations: { listSchedules: { method: "GET", path: "/schedules" } },
  });
  const client = createServiceClient({ baseUrl: service.baseUrl, apiKey: "key", profile: listing });
  const ids = async (of: { practitionerId?: string }) =>
    (await client.records.list("schedule", { index: "idx_mine", ...of }))?.map(({ id }) => id);
  expect(await ids({ practitionerId: "p-1" })).toEqual(["sch_1"]);
  expect(await ids({})).toEqual(["sch_1", "sch_2", "sch_3"]);
  await client.close();
});

it("compares a number with the number that was asked for", async () => {
  const respond = (no: number) => (_: Asked, response: ServerResponse) =>
    sendJson(response, [{ id: "p-1", register: no }]);
  expect((await find("register", "4711", respond(4711))).ids).toEqual(["p-1"]);
  await expect(find("register", "4711", respond(4712))).rejects.toMatchObject({ problems: [{ pointer: "/register" }] });
});

it("reads no more pages of a search than it needs, and says where there are more", async () => {
  const pages = (asked: Asked, response: ServerResponse) => {
    const page = Number(new URL(asked.url, "http://x").searchParams.get("page"));
    sendJson(response, { rows: [1, 2].map((row) => ({ id: `p-${page}-${row}` })) });
  };
  const result = await find("displayName", "Ann", pages, 3);
  expect(result).toMatchObject({ ids: ["p-1-1", "p-1-2", "p-2-1"], isWhole: false });
  expect(result.asked).toHaveLength(2);
  const all = await find("displayName", "Ann", pages, 100);
  expect([all.asked.length, all.isWhole]).toEqual([5, false]);
});

it("takes the refusal of a record that is missing for none", async () => {
  const result = await find("name", "Elm / Street", (_, response) => {
    sendJson(response, { error: { code: "not_found" } }, 404);
  });
  expect(result).toEqual({ ids: [], isWhole: true, asked: ["/schedules/named/Elm%20%2F%20Street idx_mine"] });
});

it("knows exactly the addresses of exact look-ups, and before those of records", () => {
  const wire = createWireFormat(profile);
  expect(wire.matchServed("/practitioners?npi=12%2F3")).toMatchObject({ kind: "look-up", values: ["12/3"] });
  expect(wire.matchServed("/schedules/named/Elm")).toMatchObject({ kind: "look-up", values: ["Elm"] });
  expect(wire.matchServed("/practitioners/12")).toMatchObject({ kind: "record", id: "12" });
  expect(wire.matchServed("/practitioners?npi=1&npi=2")).toMatchObject({ kind: "several-values" });
  for (const target of [
    "/practitioners",
    "/practitioners?npi=",
    "/practitioners?npi=1&page=2",
    "/practitioners?NPI=1",
    "/practitioners/?npi=1",
    "/schedules/named/..",
    "/schedules/named/Elm?x=1",
    "/search?q=Ann",
  ])
    expect([target, wire.matchServed(target)?.kind]).toEqual([target, undefined]);
});
