import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { undiciTransport } from "@dc/api-client";
import { AlarmList, ChangePage, ChangeSet, Creation, PractitionerView, Problem, RecordView } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createSender } from "#/sending/sender.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { type Listening, listen } from "#/testing/listen.ts";
import { testEvidence } from "#/testing/evidence.ts";

// Proves (F11, F12 and F14 in small): whatever a service answers instead of a record, the console reports a typed
// problem, keeps running and changes no stored row; a write that is answered about another record, or that reached
// another index, is never recorded as applied. Cannot prove: how much memory or time a hostile answer costs, which the
// client's benches measure.

const INDEX = "idx_test_mode_custom";
type Hostile = (response: ServerResponse, honest: string) => void;

const json = (response: ServerResponse, body: string | Uint8Array, headers: { [name: string]: string } = {}) =>
  void response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(body);

const hostile: { readonly [name: string]: Hostile } = {
  "a body without an end in sight": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    let sent = 0;
    const more = () => {
      while (!response.destroyed && sent < 100) {
        sent += 1;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  },
  "a gzip bomb": (response) => json(response, bomb, { "Content-Encoding": "gzip" }),
  "malformed JSON": (response) => json(response, '{"id": nope}'),
  "a truncated success": (response, honest) => json(response, honest.slice(0, honest.length / 2)),
  "an empty success": (response) => json(response, ""),
  "a page in the place of JSON": (response) =>
    void response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Sign in</title>"),
  "a list": (response) => json(response, "[]"),
  "a null": (response) => json(response, "null"),
  "a null id": (response, honest) => json(response, honest.replace(/"id":"[^"]*"/, '"id":null')),
  "a depth of a million": (response) => json(response, `{"id":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`),
  "invalid UTF-8": (response) =>
    json(response, Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
  "another record": (response, honest) => json(response, honest.replace(/"id":"[^"]*"/, '"id":"zzzzzzzzzz"')),
  "a redirect": (response) => void response.writeHead(302, { Location: "http://127.0.0.1:1/elsewhere" }).end(),
  "a reset": (response) => void response.socket?.destroy(),
  "half an answer, then a reset": (response, honest) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": String(honest.length) });
    response.write(honest.slice(0, 10), () => response.socket?.destroy());
  },
  silence: () => undefined,
  "a slow drip": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const drip = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(drip));
  },
};
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));

let app: TestApp;
let server: Listening;
let answerAs:
  | ((request: IncomingMessage, response: ServerResponse, honest: { status: number; body: string }) => boolean)
  | undefined;
/** The index in which a request is executed, instead of the one that it names. */
let divert: ((request: IncomingMessage) => string | null) | undefined;
let scheduleId: string;
let practitionerId: string;

beforeAll(async () => {
  server = await listen((request, response) => void front(request, response).catch(() => response.destroy()));
  app = await createTestApp({
    sandbox: { writes: true, practitioners: 60 },
    profile: "with-writes",
    service: {
      baseUrl: server.origin,
      transport: undiciTransport(),
      retry: { attempts: 1 },
      circuit: { failures: 1_000_000 },
      readDeadlineMs: 1500,
      writeDeadlineMs: 1500,
    },
  });
  scheduleId = app.sandbox.samples.roster.trim().split("\n")[1] ?? "";
  const view = RecordView.parse(await bodyOf("GET", `/index-versions/${INDEX}/schedules/${scheduleId}`));
  const reading = view.comparison.fields.find(({ key }) => key === "practitioner")?.values.index;
  practitionerId = z.object({ value: z.string() }).parse(reading).value;
  PractitionerView.parse(await bodyOf("GET", `/index-versions/${INDEX}/practitioners/${practitionerId}`));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await app.deps.service.client.close();
  await app[Symbol.asyncDispose]();
});

/** A server in front of the sandbox that falsifies responses on request, after the sandbox has executed them. */
async function front(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(z.instanceof(Buffer).parse(chunk));
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" && name !== "host" && name !== "content-length" ? [[name, value] as const] : [],
  );
  const elsewhere = divert?.(request) ?? null;
  if (elsewhere !== null) headers.push([app.deps.service.profile.data.headers.index.name.toLowerCase(), elsewhere]);
  const answer = await app.sandbox.app.request(`http://sandbox.invalid${request.url}`, {
    method: request.method ?? "GET",
    headers: Object.fromEntries(headers),
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks).toString() }),
  });
  const honest = { status: answer.status, body: await answer.text() };
  if (answerAs?.(request, response, honest) === true) return;
  response.writeHead(honest.status, { "Content-Type": "application/json" }).end(honest.body);
}

async function bodyOf(method: string, path: string, body?: unknown): Promise<unknown> {
  return await (await app.signedIn(method, `${CONNECTION_API}${path}`, body)).json();
}

async function kept(): Promise<unknown> {
  const { db } = app.deps.store;
  return [
    await db
      .selectFrom("reading")
      .select(["index_id", "record_id", "state", "raw_text", "content_hash", "fetched_at"])
      .orderBy("index_id")
      .orderBy("record_id")
      .execute(),
    await db.selectFrom("change").select(["id", "state"]).orderBy("id").execute(),
    await db.selectFrom("index_version").select(["id", "version"]).orderBy("id").execute(),
  ];
}

test.each(Object.entries(hostile))(
  "a read that is answered with %s is reported, and changes nothing that is known",
  async (_, lie) => {
    const before = await kept();
    answerAs = (request, response, { body }) => {
      if (request.method !== "GET") return false;
      lie(response, body);
      return true;
    };
    app.clock.advance(120_000);
    const answer = await app.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${INDEX}/schedules/${scheduleId}?maxAge=0`,
    );
    answerAs = undefined;
    expect(answer.status).toBe(200);
    const { here } = RecordView.parse(await answer.json());
    expect(here).toMatchObject({
      state: "found",
      stale: true,
      failed: { code: expect.stringMatching(/^service_/) as unknown },
    });
    expect(await kept()).toEqual(before);
    const unknownIndex = await app.signedIn("GET", "/api/v1/session");
    expect(unknownIndex.status).toBe(200);
  },
);

test.each([
  "another record",
  "an empty success",
  "a truncated success",
  "a page in the place of JSON",
  "half an answer, then a reset",
])("a creation that is answered with %s is unknown, and is not asked for again", async (name) => {
  const asked = () =>
    app.sandbox.counters.after(0).filter(({ method, path }) => method === "POST" && path === "/index_version").length;
  const before = asked();
  answerAs = (request, response, { body }) => {
    if (request.method !== "POST") return false;
    const lie = name === "another record" ? hostile["a null id"] : hostile[name];
    lie?.(response, body);
    return true;
  };
  const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: `Lied to: ${name}` });
  answerAs = undefined;
  expect(answer.status).toBe(202);
  expect(Creation.parse(await answer.json())).toMatchObject({ state: "unknown", indexId: null });
  const again = await app.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: `Lied to: ${name}` });
  expect(again.status).toBe(409);
  expect(Problem.parse(await again.json()).code).toBe("outcome_unknown");
  expect(asked() - before).toBe(1);
});

test.each([
  ["goes elsewhere, and is answered about another record,", "another id"],
  ["goes elsewhere, and is answered as if it had been done here,", "another index"],
])("a write that %s is never recorded as applied", async (_, how) => {
  const neighbour = Creation.parse(await bodyOf("POST", "/index-versions", { name: `Neighbour of ${how}` })).indexId;
  const staged = z.object({ changeSet: ChangeSet }).parse(
    await bodyOf("POST", `/index-versions/${INDEX}/changes`, {
      changes: [
        {
          record: { type: "practitioner", id: practitionerId },
          field: "preferredName",
          operation: { op: "set", value: `Dr. ${how}` },
        },
      ],
    }),
  ).changeSet;
  await bodyOf("POST", `/change-sets/${staged.id}/apply`, { version: staged.version, evidence: testEvidence });
  const executed = app.sandbox.ledger.length;
  // The service ignores the index: the request is executed in the neighbour.
  divert = (request) => (request.method === "POST" ? neighbour : null);
  answerAs = (request, response, { body }) => {
    if (request.method !== "POST") return false;
    json(response, how === "another id" ? body.replace(/"id":"[^"]*"/, '"id":"zzzzzzzzzz"') : body);
    return true;
  };
  const sender = createSender(app.deps, { quietMs: 1000, deferMs: 1000, attempts: 2 });
  const changesOfSet = async () => ChangePage.parse(await bodyOf("GET", `/change-sets/${staged.id}/changes`)).items;
  for (let round = 0; round < 6; round += 1) {
    app.clock.advance(6000);
    await sender.runDue();
    expect((await changesOfSet()).map(({ state }) => state)).toEqual(["unknown"]);
  }
  const changes = await changesOfSet();
  answerAs = undefined;
  divert = undefined;
  const written = app.sandbox.ledger.after(executed).map(({ index }) => index);
  expect(written.filter((index) => index !== neighbour)).toEqual([]);
  expect(written.length).toBeLessThanOrEqual(2);
  // The sibling that is read after a write may be the neighbour; then an alarm is raised, for a person to settle.
  const alarms = AlarmList.parse(await bodyOf("GET", "/alarms")).items;
  const answers = await Promise.all(
    alarms.length > 0
      ? alarms.map(({ id }) =>
          app.signedIn("POST", `${CONNECTION_API}/alarms/${id}/settle`, {
            answer: "not ours",
            reason: "The service ignored the index",
          }),
        )
      : changes.map(({ id }) => app.signedIn("POST", `${CONNECTION_API}/changes/${id}/settle`, { as: "not applied" })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  if (alarms.length > 0) expect((await app.signedIn("POST", `${CONNECTION_API}/sending/resume`)).status).toBe(200);
  expect((await changesOfSet()).map(({ state }) => state)).not.toContain("applied");
});
