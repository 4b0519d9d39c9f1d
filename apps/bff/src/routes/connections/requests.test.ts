import { RequestPage } from "@dc/contract";
import { fetchTransport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";

const INDEX = "idx_test_mode_custom";

describe("request log", () => {
  let test: TestApp;
  let indexId: string;
  let schedule: string;
  let practitioner: string;
  beforeAll(async () => {
    test = await createTestApp();
    [schedule = ""] = sampleSchedules(test, 1);
    ({ indexId } = await createDirectory(test, { roster: schedule }));
    const { raw } = await test.deps.service.client.records.retrieve("schedule", schedule, { index: indexId });
    practitioner = z.string().parse(raw["practitioner"]);
  });
  afterAll(async () => await test[Symbol.asyncDispose]());

  const list = async (query = "") => (await read(test, RequestPage, `/requests${query}`)).items;

  it("a call is listed with its index, its status and what caused it, and without the key", async () => {
    await test.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/practitioners/${practitioner}?maxAge=0`);
    const [mine] = await list(`?cause=person&path=${practitioner}&indexId=${indexId}`);
    expect(mine).toMatchObject({
      method: "GET",
      operation: "readPractitioner",
      indexId,
      status: 200,
      outcome: "answered",
      attempt: 1,
      mixed: null,
    });
    expect(mine?.cause).toMatchObject({ kind: "person", name: "Ada Admin" });
    expect(mine?.cause.id).toMatch(/^req_/);
    expect(mine?.curl).toContain("<API_KEY>");
    const imported = await list("?cause=work");
    expect(imported.map(({ cause }) => cause.name)).toContain("roster imports");
    expect(JSON.stringify(await list())).not.toContain(builtInKey);
  });

  it("a page goes on where the last one ended, and filters hold on every page", async () => {
    const all = await list("?limit=200");
    const first = await read(test, RequestPage, "/requests?limit=2");
    const second = await read(test, RequestPage, `/requests?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
    await test.signedIn("GET", `${CONNECTION_API}/index-versions/idx_standard/practitioners/zzzzzzzzzz?maxAge=0`);
    expect((await list("?status=4xx")).every(({ status }) => status === 404)).toBe(true);
    expect(await list("?status=404")).not.toEqual([]);
    expect((await test.signedIn("GET", `${CONNECTION_API}/requests?status=9xx`)).status).toBe(400);
  });

  it("the values that name a patient are masked", async () => {
    await test.deps.service.client.patients
      .find({ name: "Quentin Quandary", dateOfBirth: "1971-02-03" })
      .catch(() => undefined);
    const [found] = await list("?path=patients");
    expect(found?.path).toBe("/patients?dob=***&name=***");
    expect(JSON.stringify(await test.deps.store.db.selectFrom("service_request").selectAll().execute())).not.toMatch(
      /Quandary|1971/,
    );
  });

  it("what is kept of an address is what the profile spells, and nothing that could name a patient", async () => {
    await using other = await createTestApp();
    const { requests, clock, service } = other.deps;
    const kept = async (...asked: [string, string][]) => {
      for (const [method, path] of asked) requests.logRefused({ method, path, index: null, at: clock.now() });
      const { items } = await read(other, RequestPage, `/requests?limit=${asked.length}`);
      return items.map(({ operation, path }) => [operation, path]).toReversed();
    };
    expect(
      await kept(
        ["POST", "/patients/Quillonia-Zanzibarrow"],
        ["POST", "/patients?name=Zanzibarrow&Zanzibarrow=1"],
        ["POST", "/people/Zanzibarrow"],
        ["POST", "/schedules/sch_1?name=Zanzibarrow"],
      ),
    ).toEqual([
      [null, "/patients/***"],
      ["createPatient", "/patients?name=***&***"],
      [null, "/***"],
      [null, "/schedules/sch_1?name=***"],
    ]);
    const respelled = (more: object) => ({
      extends: "default",
      name: "respelled",
      operations: {
        createPatient: {
          method: "POST",
          path: "/v3/people/{lastName}",
          body: { given: "{firstName}" },
          success: [201],
          ...more,
        },
      },
    });
    const save = async (profile: object, revision: number) =>
      expect((await other.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision })).status).toBe(200);
    await save(respelled({}), 0);
    expect(
      await kept(
        ["POST", "/v3/people/Zanzibarrow"],
        ["PATCH", "/v3/people/Zanzibarrow"],
        ["POST", "/v3/people/Zanzibarrow/notes"],
        ["POST", "/v3/Zanzibarrow"],
      ),
    ).toEqual([
      ["createPatient", "/v3/people/***"],
      [null, "/v3/people/***"],
      [null, "/v3/people/***"],
      [null, "/v3/***"],
    ]);
    await save(respelled({ path: "/people", query: { surname: "{lastName}" } }), 1);
    expect(await kept(["POST", "/people?surname=Zanzibarrow"])).toEqual([["createPatient", "/people?surname=***"]]);
    requests.logRefused({ method: "POST", path: "/schedules", index: "Zanz ibarrow", at: clock.now() });
    expect((await read(other, RequestPage, "/requests?limit=1")).items[0]?.indexId).toBe("***");
    expect(service.profile.name).toBe("respelled");
  });

  it("calls beyond what is kept between two writings are counted, on one line before the ones that are", async () => {
    await using other = await createTestApp();
    const { requests, service, clock } = other.deps;
    const { headers } = service.profile.data;
    const answer = { status: 200, headers: {}, body: new Uint8Array() };
    const transport = requests.withLogging(
      { send: async () => answer, close: async () => undefined },
      { profile: () => service.profile, baseUrl: "http://sandbox.invalid", now: () => clock.now() },
    );
    const call = async (at: number) =>
      await transport.send({
        method: "GET",
        origin: "http://sandbox.invalid",
        path: `/schedules/sch_${at}`,
        headers: { [headers.index.name.toLowerCase()]: INDEX },
        body: null,
        maxBytes: 1,
        signal: AbortSignal.timeout(60_000),
      });
    const listed = async (query = "") => (await read(other, RequestPage, `/requests?limit=200${query}`)).items;
    await withCallOrigin({ kind: "gateway", name: "gateway", id: "tok_x" }, async () => {
      for (let at = 0; at < 730; at += 1) await call(at);
    });
    await requests.flush();
    const first = await read(other, RequestPage, "/requests?limit=200&cause=gateway");
    const rest = await read(other, RequestPage, `/requests?limit=200&cause=gateway&cursor=${first.nextCursor}`);
    expect([first.items[0]?.path, first.items.at(-1)?.path]).toEqual(["/schedules/sch_729", "/schedules/sch_530"]);
    expect(rest.items.map(({ outcome, calls, path, status }) => [outcome, calls, path, status])).toEqual([
      ["not-kept", 530, "", null],
    ]);
    for (const status of ["failed", "no-answer", "refused"]) expect(await listed(`&status=${status}`)).toEqual([]);

    await other.deps.store.db.schema.alterTable("service_request").renameTo("elsewhere").execute();
    await call(1);
    await expect(requests.flush()).rejects.toThrow("service_request");
    await other.deps.store.db.schema.alterTable("elsewhere").renameTo("service_request").execute();
    await call(2);
    expect((await listed()).slice(0, 2).map(({ calls, path }) => [calls, path])).toEqual([
      [1, "/schedules/sch_2"],
      [1, ""],
    ]);
  });

  it("a reference that is followed in another index than its record is flagged; one in the same is not", async () => {
    const { service, requests } = test.deps;
    const records = service.client.records;
    const as = (id: string, work: () => Promise<unknown>) =>
      withCallOrigin({ kind: "gateway", name: "gateway", id }, work);
    await as("tok_a", () => records.retrieve("schedule", schedule, { index: indexId }));
    await as("tok_a", () => records.retrieve("practitioner", practitioner, { index: "idx_standard" }));
    await as("tok_b", () => records.retrieve("schedule", schedule, { index: indexId }));
    await as("tok_b", () => records.retrieve("practitioner", practitioner, { index: indexId }));
    await requests.flush();
    const flagged = await list("?status=mixed");
    expect(flagged.map(({ path, indexId: index, mixed, cause }) => ({ path, index, mixed, by: cause.id }))).toEqual([
      {
        path: `/practitioners/${practitioner}`,
        index: "idx_standard",
        mixed: { path: `/schedules/${schedule}`, indexId },
        by: "tok_a",
      },
    ]);
  });

  it("what refers to what need not be on any roster: it is known from the records that were read", async () => {
    const { service, requests, clock } = test.deps;
    const { profile, client } = service;
    const [, unlisted = ""] = sampleSchedules(test, 2);
    const first = await client.records.retrieve("schedule", unlisted, { index: indexId });
    const named = z.string().parse(first.raw["practitioner"]);
    const roster = test.deps.store.db
      .selectFrom("roster_entry")
      .selectAll()
      .where("record_id", "in", [unlisted, named]);
    expect(await roster.execute()).toEqual([]);
    const by = async (
      id: string,
      kind: "person" | "gateway",
      read: (type: string, id: string, index: string) => Promise<unknown>,
    ) =>
      await withCallOrigin({ kind, name: kind, id }, async () => {
        await read("schedule", unlisted, indexId);
        await read("practitioner", named, "idx_standard");
      });
    await by("req_unlisted", "person", (type, id, index) => client.records.retrieve(type, id, { index }));
    const passed = requests.withLogging(
      fetchTransport((url, init) => test.sandbox.app.request(url, init)),
      { profile: () => profile, baseUrl: "http://sandbox.invalid", now: () => clock.now() },
    );
    const { headers } = profile.data;
    await by("tok_unlisted", "gateway", (type, id, index) =>
      passed.send({
        method: "GET",
        origin: "http://sandbox.invalid",
        path: `/${type}s/${id}`,
        headers: {
          authorization: `Basic ${btoa(`${builtInKey}:`)}`,
          [headers.apiVersion.name.toLowerCase()]: profile.data.apiVersion,
          [headers.index.name.toLowerCase()]: index,
        },
        body: null,
        maxBytes: 1e6,
        signal: AbortSignal.timeout(60_000),
      }),
    );
    const flagged = (await list("?status=mixed")).filter(({ cause }) => cause.id?.endsWith("_unlisted"));
    expect(flagged.map(({ path, cause, mixed }) => ({ path, by: cause.id, mixed }))).toEqual(
      ["tok_unlisted", "req_unlisted"].map((id) => ({
        path: `/practitioners/${named}`,
        by: id,
        mixed: { path: `/schedules/${unlisted}`, indexId },
      })),
    );
  });

  it("a write that was refused here is listed as refused, and what passes the gateway is listed with its query masked", async () => {
    const { requests, service, clock } = test.deps;
    requests.logRefused({
      method: "POST",
      path: `/practitioners/${practitioner}?name=Quandary`,
      index: null,
      at: clock.now(),
    });
    const [refused] = await list("?status=refused");
    expect(refused).toMatchObject({
      method: "POST",
      path: `/practitioners/${practitioner}?name=***`,
      outcome: "refused",
      status: null,
    });
    const transport = requests.withLogging(
      fetchTransport((url, init) => test.sandbox.app.request(url, init)),
      { profile: () => service.profile, baseUrl: "http://sandbox.invalid", now: () => clock.now() },
    );
    const headers = {
      authorization: `Basic ${btoa(`${builtInKey}:`)}`,
      "service-api-version": "2026-09-01",
      "service-index-version": indexId,
    };
    await transport.send({
      method: "GET",
      origin: "http://sandbox.invalid",
      path: `/schedules/${schedule}`,
      headers,
      body: null,
      maxBytes: 1e6,
      signal: AbortSignal.timeout(60_000),
    });
    const [passed] = await list();
    expect(passed).toMatchObject({ operation: "readSchedule", path: `/schedules/${schedule}`, indexId, status: 200 });
  });
});
