import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sendJson, startLocalService, type Asked } from "#/testing/local-service.ts";
import { createProfile, createServiceClient, type CallReport, type ServiceClientOptions } from "./index.ts";
import openSlots from "./samples/open-slots.json" with { type: "json" };
import patients from "./samples/patients.json" with { type: "json" };
import practitioner from "./samples/practitioner.json" with { type: "json" };
import respelledData from "./samples/respelled-profile.json" with { type: "json" };
import schedule from "./samples/schedule.json" with { type: "json" };

const key = "test_canary_5Yh2Kq81";

async function connectToService(
  respond: (asked: Asked, response: ServerResponse) => void,
  options: Partial<ServiceClientOptions> = {},
) {
  const service = await startLocalService(respond);
  const reports: CallReport[] = [];
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    apiKey: key,
    retry: { attempts: 1 },
    onCall: (report) => reports.push(report),
    ...options,
  });
  return {
    service,
    client,
    reports,
    async [Symbol.asyncDispose]() {
      await client.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "no failure",
    (error: unknown) => error,
  );
}

describe("reading", () => {
  it("sends the documented headers and carries the index over to the reference", async () => {
    await using connection = await connectToService((asked, response) => {
      sendJson(response, asked.url.startsWith("/schedules/") ? schedule : practitioner);
    });
    const reader = connection.client.inIndex("idx_mine");
    const read = await reader.schedule(schedule.id, { cause: "compare" });
    const followed = await reader.follow(read, "practitioner");
    expect([read.index, read.raw, followed?.id, followed?.index]).toEqual([
      "idx_mine",
      schedule,
      practitioner.id,
      "idx_mine",
    ]);
    expect(connection.service.asked.map((asked) => [asked.url, asked.headers["service-index-version"]])).toEqual([
      ["/schedules/sch_a1B2c3D4", "idx_mine"],
      ["/practitioners/k3v9t2ma81", "idx_mine"],
    ]);
    expect(connection.service.asked[0]?.headers).toMatchObject({
      accept: "application/json",
      authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
      "service-api-version": "2026-09-01",
    });
    expect(connection.reports[0]).toMatchObject({
      operation: "readSchedule",
      template: "/schedules/{id}",
      path: "/schedules/sch_a1B2c3D4",
      index: "idx_mine",
      status: 200,
      attempt: 1,
      cause: "compare",
      outcome: "answered",
    });
  });

  it("takes over what was read before when the text is the same", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, schedule);
    });
    const first = await connection.client.schedules.retrieve(schedule.id, { index: "idx_a" });
    const second = await connection.client.schedules.retrieve(schedule.id, { index: "idx_b", previous: first });
    expect(second.raw).toBe(first.raw);
    expect([second.contentHash, second.index]).toEqual([first.contentHash, "idx_b"]);
  });

  it("gives slots with their unit and patients by meaning, and shows no patient in the report", async () => {
    await using connection = await connectToService((asked, response) => {
      sendJson(response, asked.url.startsWith("/patients") ? patients : openSlots);
    });
    expect(
      await connection.client.schedules.openSlots("sch_1", {
        index: "idx_a",
        from: "2026-11-23T00:00:00.000Z",
        to: "2026-11-24T00:00:00.000Z",
      }),
    ).toEqual([
      { startAt: "2026-11-23T14:00:00.000Z", durationMinutes: 30 },
      { startAt: "2026-11-23T14:30:00.000Z", durationMinutes: 45 },
    ]);
    expect(await connection.client.patients.find({ dateOfBirth: "1990-02-03", name: "Ada Lind & Co" })).toEqual([
      { id: "pt_one", firstName: "Ada", lastName: "Lind", dateOfBirth: "1990-02-03", insuranceId: "ins_one" },
    ]);
    expect(connection.service.asked[1]?.url).toBe("/patients?dob=1990-02-03&name=Ada+Lind+%26+Co");
    expect(connection.reports[1]?.path).toBe("/patients?dob=***&name=***");
    expect(JSON.stringify(connection.reports)).not.toMatch(/Ada|1990/);
  });

  it("hands an answer on as it came, an error too", async () => {
    const body = Buffer.from('{"id" : "other",  "x":1e2}');
    await using connection = await connectToService((_asked, response) => {
      response.writeHead(404, { "content-type": "text/plain", "x-own": "1" }).end(body);
    });
    const raw = await connection.client.records.fetchRaw("schedule", "sch_1", { index: "idx_a" });
    expect([raw.status, raw.headers["x-own"], Buffer.from(raw.body).toString()]).toEqual([404, "1", body.toString()]);
  });

  it("refuses ids that would change the path before anything is sent", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, schedule);
    });
    for (const id of ["..", ".", "", "sch_a/b", "x", "sch_a?b"])
      expect(await failure(connection.client.schedules.retrieve(id, { index: "idx_a" }))).toMatchObject({
        name: "InvalidCallError",
      });
    expect(connection.service.asked).toEqual([]);
  });

  it("speaks another spelling with another profile, and pages its lists", async () => {
    await using connection = await connectToService(
      (asked, response) => {
        if (asked.url.startsWith("/v3/agendas?"))
          sendJson(response, {
            data: asked.url.includes("after=2")
              ? { rows: [{ ref: 3 }], next: null }
              : { rows: [{ ref: "a" }, { ref: "b" }], next: 2 },
          });
        else if (asked.url.endsWith("/bad"))
          sendJson(response, { fault: { kind: "no-catalogue", text: "Not yours" } }, 403);
        else if (asked.url.startsWith("/v3/sites"))
          sendJson(response, { data: { ref: "s1", contact: { lines: null } }, meta: {} });
        else sendJson(response, { data: { ref: "a", site: { ref: "s1" }, clinician: { ref: "cl-1" } } });
      },
      { profile: createProfile(respelledData) },
    );
    const { records } = connection.client;
    expect(
      (await records.list("schedule", { index: "cat-1", practitionerId: "cl-1" }))?.map((entry) => entry.id),
    ).toEqual(["a", "b", "3"]);
    expect(connection.service.asked.map((asked) => asked.url)).toEqual([
      "/v3/agendas?clinician=cl-1&take=2",
      "/v3/agendas?clinician=cl-1&take=2&after=2",
    ]);
    const agenda = await records.retrieve("schedule", "a", { index: "cat-1" });
    const owner = await records.ownerOf(agenda, "phones");
    expect([
      owner?.type,
      owner?.id,
      owner === null ? null : connection.client.profile.decode("place", owner.raw),
    ]).toEqual(["place", "s1", { phones: { value: null } }]);
    expect(await failure(records.retrieve("schedule", "bad", { index: "cat-1" }))).toMatchObject({
      reason: "unknown-index",
      code: "no-catalogue",
      words: "Not yours",
      status: 403,
    });
    expect(connection.service.asked[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}`,
      "x-catalogue": "cat-1",
      "x-release": "2025-01-31",
    });
  });
});

describe("a hostile answer", () => {
  const json = { "content-type": "application/json" };
  const large = Buffer.alloc(200 * 1024 * 1024, "a");
  const bomb = gzipSync(large);
  const brotliBomb = brotliCompressSync(Buffer.alloc(16 * 1024 * 1024, "a"));
  const whole = JSON.stringify(schedule);
  const cases: readonly (readonly [string, (response: ServerResponse) => void, string])[] = [
    ["an empty 200", (response) => response.writeHead(200, json).end(), "ApiSchemaError"],
    ["malformed JSON", (response) => response.writeHead(200, json).end("{,}"), "ApiSchemaError"],
    ["HTML", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"), "ApiSchemaError"],
    ["a byte order mark", (response) => response.writeHead(200, json).end(`\ufeff${whole}`), "ApiSchemaError"],
    [
      "invalid UTF-8",
      (response) => response.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
      "ApiSchemaError",
    ],
    [
      "a million levels",
      (response) => response.writeHead(200, json).end("[".repeat(1e6) + "]".repeat(1e6)),
      "ApiSchemaError",
    ],
    ["a list", (response) => response.writeHead(200, json).end("[]"), "ApiSchemaError"],
    ["null as the id", (response) => response.writeHead(200, json).end('{"id":null}'), "ApiSchemaError"],
    [
      "another id",
      (response) => response.writeHead(200, json).end(JSON.stringify({ ...schedule, id: "sch_other" })),
      "ApiSchemaError",
    ],
    [
      "wrong types",
      (response) => response.writeHead(200, json).end(JSON.stringify({ ...schedule, accepted_insurances: { a: 1 } })),
      "ApiSchemaError",
    ],
    [
      "more bytes than we take",
      (response) => response.writeHead(200, json).end(Buffer.alloc(5 * 1024 * 1024, " ")),
      "ApiBodyTooLargeError",
    ],
    [
      "a gzip bomb",
      (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb),
      "ApiBodyTooLargeError",
    ],
    [
      "a brotli bomb",
      (response) => response.writeHead(200, { ...json, "content-encoding": "br" }).end(brotliBomb),
      "ApiBodyTooLargeError",
    ],
    [
      "broken gzip",
      (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end("no gzip"),
      "ApiConnectionError",
    ],
    [
      "a truncated body",
      (response) => {
        response.writeHead(200, { ...json, "content-length": "500" });
        response.write(whole, () => response.destroy());
      },
      "ApiConnectionError",
    ],
    ["a redirect", (response) => response.writeHead(302, { location: "/elsewhere" }).end(), "ApiResponseError"],
    [
      "a refusal in HTML",
      (response) => response.writeHead(502, { "content-type": "text/html" }).end("<p>"),
      "ApiResponseError",
    ],
  ];

  it.each(cases)("%s is a typed error", async (_what, respond, name) => {
    await using connection = await connectToService((_asked, response) => {
      respond(response);
    });
    expect(await failure(connection.client.schedules.retrieve(schedule.id, { index: "idx_a" }))).toMatchObject({
      name,
    });
    expect(connection.service.asked).toHaveLength(1);
  });

  it("packed is handed on unpacked, without the header that announced it", async () => {
    await using connection = await connectToService((_asked, response) => {
      response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(whole));
    });
    const answer = await connection.client.records.fetchRaw("schedule", schedule.id, { index: null });
    expect([Buffer.from(answer.body).toString(), answer.headers["content-encoding"]]).toEqual([whole, undefined]);
    expect(connection.service.asked[0]?.headers["service-index-version"]).toBeUndefined();
  });

  it("packed is handed on without digests of the packed bytes; what says that it is not packed keeps them", async () => {
    const digests = { "content-md5": "a", "content-digest": "sha-256=:a:", "repr-digest": "sha-256=:a:", digest: "a" };
    let isPacked = true;
    await using connection = await connectToService((_asked, response) => {
      response.writeHead(200, { ...json, ...digests, "content-encoding": isPacked ? "GZIP" : "Identity" });
      response.end(isPacked ? gzipSync(whole) : whole);
    });
    const read = async () => {
      const { body, headers } = await connection.client.records.fetchRaw("schedule", schedule.id, { index: null });
      return [Buffer.from(body).toString(), Object.keys(headers).filter((name) => name in digests)];
    };
    expect(await read()).toEqual([whole, []]);
    isPacked = false;
    expect(await read()).toEqual([whole, Object.keys(digests)]);
  });

  it("packed and fit is read", async () => {
    await using connection = await connectToService((_asked, response) => {
      response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(whole));
    });
    expect((await connection.client.schedules.retrieve(schedule.id, { index: "idx_a" })).raw).toEqual(schedule);
  });

  it("that drips is cut off at the total deadline", async () => {
    await using connection = await connectToService(
      (_asked, response) => {
        response.writeHead(200, json);
        response.write("{");
        const drip = setInterval(() => response.write(" "), 5);
        response.on("close", () => {
          clearInterval(drip);
        });
      },
      { readDeadlineMs: 60 },
    );
    expect(await failure(connection.client.schedules.retrieve(schedule.id, { index: "idx_a" }))).toMatchObject({
      name: "ApiTimeoutError",
      mayHaveArrived: true,
    });
    expect(connection.client.health().inFlight).toBe(0);
  });

  it("pollutes no prototype", async () => {
    await using connection = await connectToService((_asked, response) => {
      response
        .writeHead(200, json)
        .end(
          `{"id":"${schedule.id}","practitioner":"p","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
        );
    });
    await connection.client.schedules.retrieve(schedule.id, { index: "idx_a" });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("the key", () => {
  it("in an answer makes it an error, and of a write an unknown outcome; in a header it is struck out", async () => {
    const credential = Buffer.from(`${key}:`).toString("base64");
    await using connection = await connectToService((asked, response) => {
      if (asked.url.endsWith("sch_header")) {
        response.setHeader("Service-Request-Id", `echo Basic ${credential}`);
        return sendJson(response, { error: { code: "unauthorized", message: "no" } }, 401);
      }
      return sendJson(response, { id: "idx_1", echo: asked.headers }, asked.method === "GET" ? 200 : 201);
    });
    const { client, reports } = connection;
    const read = await failure(client.schedules.retrieve("sch_x", { index: "idx_a" }));
    expect(read).toMatchObject({ name: "ApiKeyEchoedError", status: 200 });
    expect(await client.indexVersions.create({ name: "New" })).toMatchObject({ outcome: "unknown", why: "key-echoed" });
    const refused = await failure(client.schedules.retrieve("sch_header", { index: "idx_a" }));
    expect(refused).toMatchObject({ name: "ApiResponseError", requestId: "echo Basic <key>" });
    expect(reports.map(({ outcome }) => outcome)).toEqual(["key-echoed", "key-echoed", "answered"]);
    const told = inspect([read, refused, reports], { depth: 12, showHidden: true });
    for (const form of [key, credential]) expect(told).not.toContain(form);
  });

  it("is in no error, report or inspection", async () => {
    await using connection = await connectToService((asked, response) => {
      if (asked.url.endsWith("sch_x")) response.destroy();
      else sendJson(response, { error: { code: "unauthorized", message: "no" } }, 401);
    });
    const errors = [
      await failure(connection.client.schedules.retrieve("sch_x", { index: "idx_a" })),
      await failure(connection.client.schedules.retrieve("sch_y", { index: "idx_a" })),
    ];
    const plan = connection.client.writes.describeDelete({ type: "schedule", id: "sch_x", index: "idx_a" });
    const told = inspect([errors, connection.client, connection.reports, plan], { depth: 12, showHidden: true });
    for (const form of [key, Buffer.from(`${key}:`).toString("base64"), encodeURIComponent(key)])
      expect(told).not.toContain(form);
  });
});
