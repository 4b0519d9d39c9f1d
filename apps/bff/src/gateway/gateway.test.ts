import { createProfile, fetchTransport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createToken } from "#/operations/tokens/create.ts";
import { revokeToken } from "#/operations/tokens/revoke.ts";
import { createGateway } from "./gateway.ts";
import { createOverlay } from "./create-overlay.ts";
import { OVERRIDES_HEADER } from "./own-answers.ts";
import { json } from "#/store/sql/json.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { change } from "#/testing/changes.ts";
import { recordIn } from "#/testing/gateway.ts";
import { createGatewayStack, INDEX } from "#/testing/gateway-stack.ts";
import { listen } from "#/testing/listen.ts";

test("without an override the bytes of the service pass through, headers of the request included", async () => {
  await using stack = await createGatewayStack();
  const direct = await stack.direct(`/schedules/${stack.scheduleId}`, { "Service-Index-Version": INDEX });
  const served = await stack.gateway(`/schedules/${stack.scheduleId}`, { headers: { "Service-Index-Version": INDEX } });
  expect(served.status).toBe(200);
  expect(served.headers.get("Directory-Console-Overrides")).toBeNull();
  expect(await served.text()).toBe(await direct.text());
  const unversioned = await stack.gateway(`/schedules/${stack.scheduleId}`, {
    headers: { "Service-API-Version": "1999-01-01" },
  });
  expect(unversioned.status).toBe(400);
  expect((await stack.gateway(`/schedules/${stack.scheduleId}?unknown=1`)).status).toBe(400);
});

test("a held override is served in its index alone, and nothing else of the record differs", async () => {
  await using stack = await createGatewayStack();
  const { practitionerId, scheduleId } = stack;
  await stack.applied(
    change({ type: "practitioner", id: practitionerId }, "phones", {
      op: "set",
      value: [{ number: "+1 212 555 0142", extension: "7", label: null }],
    }),
    change({ type: "schedule", id: scheduleId }, "acceptedInsurances", { op: "add", element: "ins_new00001" }),
  );
  const here = { headers: { "Service-Index-Version": INDEX } };
  const profile = stack.app.deps.service.profile;
  const direct = await recordIn(await stack.direct(`/practitioners/${practitionerId}`, here.headers));
  const served = await stack.gateway(`/practitioners/${practitionerId}`, here);
  expect(served.headers.get("Directory-Console-Overrides")).toMatch(/^chg_[0-9A-Za-z]{16}$/);
  const practitioner = await recordIn(served);
  expect(profile.decode("practitioner", practitioner)["phones"]).toEqual({
    value: [{ number: "+1 212 555 0142", extension: "7", label: null }],
  });
  expect(practitioner).toEqual(
    profile.encode("practitioner", direct, "phones", [{ number: "+1 212 555 0142", extension: "7", label: null }]),
  );
  const schedule = await recordIn(await stack.direct(`/schedules/${scheduleId}`, here.headers));
  const before = profile.decode("schedule", schedule)["acceptedInsurances"];
  const plans: string[] =
    before !== undefined && "value" in before && Array.isArray(before.value) ? before.value.map(String) : [];
  expect(await (await stack.gateway(`/schedules/${scheduleId}`, here)).json()).toEqual(
    profile.encode("schedule", schedule, "acceptedInsurances", [...plans, "ins_new00001"]),
  );
  const standard = await (await stack.direct(`/schedules/${scheduleId}`)).text();
  expect(await (await stack.gateway(`/schedules/${scheduleId}`)).text()).toBe(standard);
  expect(
    await (
      await stack.gateway(`/schedules/${scheduleId}`, { headers: { "Service-Index-Version": "idx_standard" } })
    ).text(),
  ).toBe(standard);
  expect(stack.app.sandbox.ledger.length).toBe(0);
});

test("an answer that is another record, or has no id, is refused with the reason, with an override or without", async () => {
  let answeredId: string | null = "sch_00000000";
  let isNothing = false;
  await using stack = await createGatewayStack({}, (sandbox) =>
    fetchTransport(async (url, init) => {
      const answer = await sandbox.app.request(url, init);
      if (!answer.ok) return answer;
      if (isNothing) return Response.json(null);
      return Response.json({ ...(await recordIn(answer)), id: answeredId });
    }),
  );
  const { scheduleId } = stack;
  const path = `/schedules/${scheduleId}`;
  const refusal = async () => {
    const answer = await stack.gateway(path, { headers: { "Service-Index-Version": INDEX } });
    return { status: answer.status, overrides: answer.headers.get(OVERRIDES_HEADER), text: await answer.text() };
  };
  const other = { status: 502, overrides: null, text: expect.stringContaining("it is sch_00000000, and") };
  isNothing = true;
  expect(await refusal()).toMatchObject({ status: 502, text: expect.stringContaining("it is no record") });
  isNothing = false;
  const none = { status: 502, overrides: null, text: expect.stringContaining("it has no id, and") };
  expect(await refusal()).toEqual(other);
  answeredId = null;
  expect(await refusal()).toEqual(none);
  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Ours" }));
  expect(await refusal()).toEqual(none);
  answeredId = "sch_00000000";
  expect(await refusal()).toEqual(other);
  isNothing = true;
  expect(await refusal()).toMatchObject({ status: 502 });
  isNothing = false;
  answeredId = scheduleId;
  expect(await refusal()).toMatchObject({ status: 200, text: expect.stringContaining("Ours") });
});

test("bytes that were the record before are refused for another one, and other bytes are looked at anew", async () => {
  let body: string | null = null;
  await using stack = await createGatewayStack({}, (sandbox) =>
    fetchTransport(async (url, init) =>
      body === null
        ? await sandbox.app.request(url, init)
        : new Response(body, { headers: { "content-type": "application/json" } }),
    ),
  );
  const answer = async (id: string) => {
    const served = await stack.gateway(`/schedules/${id}`, { headers: { "Service-Index-Version": INDEX } });
    return { status: served.status, text: await served.text() };
  };
  const record = await (await stack.direct(`/schedules/${stack.scheduleId}`)).text();
  body = record;
  for (const _time of [1, 2]) expect(await answer(stack.scheduleId)).toEqual({ status: 200, text: record });
  const other = { status: 502, text: expect.stringContaining(`it is ${stack.scheduleId}, and`) };
  expect(await answer("sch_00000000")).toMatchObject(other);
  expect(await answer("sch_00000000")).toMatchObject(other);
  body = record.replaceAll(stack.scheduleId, "sch_00000000");
  expect(await answer(stack.scheduleId)).toMatchObject({
    status: 502,
    text: expect.stringContaining("it is sch_00000000, and"),
  });
});

test("a record that is held to be deleted is missing, in the service's own words and shape", async () => {
  await using stack = await createGatewayStack();
  await stack.applied({
    record: { type: "schedule", id: stack.scheduleId },
    operation: { op: "delete" },
    policy: "pin",
    evidence: null,
  });
  const served = await stack.gateway(`/schedules/${stack.scheduleId}`, { headers: { "Service-Index-Version": INDEX } });
  expect(served.status).toBe(404);
  expect(await served.json()).toMatchObject({ error: { code: "not_found" } });
});

test("a record created here is served under its provisional id", async () => {
  await using stack = await createGatewayStack();
  const id = "new_0000000000000001";
  await stack.applied({
    record: { type: "practitioner", id },
    operation: { op: "create", fields: { displayName: "Dr. New", preferredName: "New" } },
    policy: "pin",
    evidence: null,
  });
  const served = await stack.gateway(`/practitioners/${id}`, { headers: { "Service-Index-Version": INDEX } });
  const { profile } = stack.app.deps.service;
  const named = profile.encode("practitioner", { id }, "displayName", "Dr. New");
  expect({ status: served.status, body: await served.json() }).toEqual({
    status: 200,
    body: profile.encode("practitioner", named, "preferredName", "New"),
  });
});

test("HEAD has the status and headers of GET, and no body", async () => {
  await using stack = await createGatewayStack();
  const preferred = { op: "set", value: "Lin" } as const;
  await stack.applied(change({ type: "practitioner", id: stack.practitionerId }, "preferredName", preferred));
  for (const path of [
    `/practitioners/${stack.practitionerId}`,
    `/schedules/${stack.scheduleId}`,
    "/schedules/nobodys",
  ]) {
    const [got, asked] = await Promise.all(
      ["GET", "HEAD"].map((method) => stack.gateway(path, { method, headers: { "Service-Index-Version": INDEX } })),
    );
    const lasting = (answer: Response | undefined) =>
      [...(answer?.headers ?? [])].filter(([name]) => !/^(?:connection|date|keep-alive)$|request-id$/.test(name));
    expect([asked?.status, lasting(asked), await asked?.text()]).toEqual([got?.status, lasting(got), ""]);
  }
});

test("an unknown index, a missing token and everything but reading are refused in the service's shape", async () => {
  await using stack = await createGatewayStack();
  const path = `/schedules/${stack.scheduleId}`;
  const answers = await Promise.all([
    stack.gateway(path, { headers: { "Service-Index-Version": "idx_nobodys" } }),
    stack.gateway(path, { headers: { Authorization: "Bearer dct_wrong" } }),
    stack.gateway(path, { method: "POST" }),
    stack.gateway("/patients?name=a&dob=1980-01-01"),
    stack.gateway("/appointments"),
    stack.gateway("/elsewhere"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 401, 405, 405, 405, 404]);
  for (const answer of answers)
    expect(await answer.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
});

test("index versions themselves are not served, whether the service lists them or reads them, and that is what is said", async () => {
  await using stack = await createGatewayStack({ sandbox: { spelling: "respelled" }, profile: "of the sandbox" });
  for (const path of ["/v3/catalogues", "/v3/catalogues?after=c2", "/v3/catalogues/CAT_a1"]) {
    const answer = await stack.gateway(path);
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      405,
      expect.stringContaining("not index versions themselves"),
    ]);
  }
});

test("of an address that the profile has for writes alone, whoever reads it is not told that they wrote", async () => {
  const profile = createProfile({ extends: "with-writes", name: "with writes" });
  await using stack = await createGatewayStack({ service: { profile } });
  const answer = await stack.gateway("/schedules");
  expect([answer.status, await answer.json()]).toEqual([
    405,
    {
      error: {
        code: expect.any(String),
        message:
          "The service profile has nothing to read at this address, only writes, which the gateway does not take. Ask the service itself.",
      },
      request_id: expect.any(String),
    },
  ]);
});

test("what the gateway answers in the service's place has the service's vocabulary, and what is so here as a detail", async () => {
  const profile = createProfile({
    extends: "default",
    name: "with a vocabulary",
    errors: {
      code: "/error/code",
      words: "/error/message",
      reasons: [{ status: 404, code: "not_found", reason: "missing", words: "No such record." }],
      byStatus: { "405": { code: "no-method", words: "Not a method of this path." } },
      template: { error: { code: "{code}", message: "{words}" }, reasons: [{ said: "{detailWords}" }] },
    },
  });
  await using stack = await createGatewayStack({ service: { profile } });
  const post = await stack.gateway(`/schedules/${stack.scheduleId}`, { method: "POST" });
  expect([post.status, await post.json()]).toEqual([
    405,
    {
      error: { code: "no-method", message: "Not a method of this path." },
      reasons: [{ said: expect.stringContaining("read-only") }],
    },
  ]);
  const record = { type: "schedule", id: stack.scheduleId };
  await stack.applied({ record, operation: { op: "delete" }, policy: "pin", evidence: null });
  const gone = await stack.gateway(`/schedules/${stack.scheduleId}`, { headers: { "Service-Index-Version": INDEX } });
  expect([gone.status, await gone.json()]).toEqual([
    404,
    {
      error: { code: "not_found", message: "No such record." },
      reasons: [{ said: "Record not found in this index version." }],
    },
  ]);
});

test("who sends no token is told how to, and who sends one that does not count is told what may be wrong with it", async () => {
  await using stack = await createGatewayStack();
  const { secret } = await createToken(stack.app.context, { name: "r", scopes: ["read"], expiresInDays: null });
  const words = async (Authorization: string) =>
    await (await stack.gateway(`/schedules/${stack.scheduleId}`, { headers: { Authorization } })).text();
  expect(await words("")).toContain("Send an access token of Directory Console as Bearer");
  const asked = await Promise.all([`Bearer ${secret}`, "Bearer dct_wrong"].map(words));
  for (const text of asked)
    expect(text).toContain("unknown, expired or revoked, or lacks the scope gateway, or its owner may not read");
});

test("a token is taken as the user of Basic too, and not after it was revoked", async () => {
  await using stack = await createGatewayStack();
  const headers = { Authorization: `Basic ${Buffer.from(`${stack.secret}:`).toString("base64")}` };
  expect((await stack.gateway(`/schedules/${stack.scheduleId}`, { headers })).status).toBe(200);
  await stack.app.deps.tokens.flush();
  await revokeToken(stack.app.context, stack.tokenId);
  expect((await stack.gateway(`/schedules/${stack.scheduleId}`, { headers })).status).toBe(401);
});

test("a process that did not write serves what another one committed, by the revision of the ledger", async () => {
  await using stack = await createGatewayStack();
  const { app, scheduleId } = stack;
  const overlay = createOverlay(app.deps.store.db, app.deps.connection.id);
  const deps = { ...app.deps, overlay, store: { ...app.deps.store, kind: "postgres" as const } };
  const gateway = createGateway({
    deps,
    apiKey: builtInKey,
    transport: fetchTransport((url, init) => app.sandbox.app.request(url, init)),
  });
  await using server = await listen(gateway);
  const read = async () =>
    await fetch(`${server.origin}/gateway/v1/schedules/${scheduleId}`, {
      headers: {
        Authorization: `Bearer ${stack.secret}`,
        "Service-API-Version": "2026-09-01",
        "Service-Index-Version": INDEX,
      },
    });
  expect((await read()).headers.get("Directory-Console-Overrides")).toBeNull();
  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Oak Street" }));
  expect((await read()).headers.get("Directory-Console-Overrides")).toMatch(/^chg_/);
  await revokeToken(app.context, stack.tokenId);
  expect((await read()).status).toBe(401);
});

test("changes that ended for readers are dropped from what is laid over, and the others of their record stay", async () => {
  await using stack = await createGatewayStack();
  const { app, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  await stack.applied(change(record, "name", { op: "set", value: "Oak Street" }));
  await stack.applied(change(record, "timeZone", { op: "set", value: "Asia/Tokyo" }));
  const overlay = createOverlay(app.deps.store.db, app.deps.connection.id);
  await overlay.load();
  const laid = () => overlay.of(INDEX, "schedule", scheduleId)?.changes.map(({ id }) => id);
  const [name = "", zone = ""] = laid() ?? [];
  const { ledger_revision: revision } = await app.deps.store.db
    .selectFrom("index_version")
    .select("ledger_revision")
    .where("id", "=", INDEX)
    .executeTakeFirstOrThrow();
  await overlay.refresh(INDEX, [], Number(revision) + 1, [{ record, ids: [name] }]);
  expect([laid(), overlay.isBroken(INDEX)]).toEqual([[zone], false]);
  await overlay.refresh(INDEX, [], Number(revision) + 2, [{ record, ids: [name, zone] }]);
  expect([laid(), overlay.ofType(INDEX, "schedule").size]).toEqual([undefined, 0]);
  await overlay.catchUp(INDEX, Number(revision) + 2);
  expect(laid(), "it is at that revision, and reads nothing").toBeUndefined();
});

interface LogLine {
  [name: string]: unknown;
}

test("one id names a request in its header, its error and its lines of the log", async () => {
  const lines: LogLine[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
  await using stack = await createGatewayStack({ log, sandbox: { writes: true }, profile: "with-writes" });
  const { scheduleId, app } = stack;
  const called = async (path: string) => {
    lines.length = 0;
    const answer = await stack.gateway(path, { headers: { "Service-Index-Version": INDEX } });
    return { id: answer.headers.get("Directory-Console-Request-Id"), text: await answer.text() };
  };
  const served = await called(`/schedules/${scheduleId}`);
  expect(served.id).toMatch(/^req_/);
  expect(lines).toMatchObject([
    { msg: "call to the service", cause: "gateway", requestId: served.id, tokenId: stack.tokenId, status: 200 },
  ]);
  const unknown = await called("/nothing");
  expect(JSON.stringify(JSON.parse(unknown.text))).toContain(unknown.id);
  const { overlay } = app.deps;
  app.deps.overlay = { ...overlay, isBroken: () => true, repair: () => Promise.reject(new Error("unexpected")) };
  const broken = await called(`/schedules/${scheduleId}`);
  expect(lines).toMatchObject([{ msg: "a gateway request failed", requestId: broken.id }]);
  expect(broken.text).toContain(broken.id);
  app.deps.overlay = overlay;
  lines.length = 0;
  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Oak Street" }));
  const [sent, ...others] = lines.filter(({ method }) => method !== undefined && method !== "GET");
  expect(others).toEqual([]);
  const set = await app.deps.store.db.selectFrom("change_set").select("id").executeTakeFirstOrThrow();
  expect(sent).toMatchObject({ cause: "work", changeSetId: set.id });
  expect(sent).not.toHaveProperty("requestId");
});

test("while a committed change cannot be taken over nothing of its index is served; then the new value is, and never the old one", async () => {
  await using stack = await createGatewayStack();
  const { app, scheduleId } = stack;
  const read = async () =>
    await stack.gateway(`/schedules/${scheduleId}`, { headers: { "Service-Index-Version": INDEX } });
  const name = async () => app.deps.service.profile.decode("schedule", await recordIn(await read()))["name"];
  const rename = (value: string) =>
    stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value }));
  await rename("Oak Street");
  let fails = true;
  const failing = new Proxy(app.deps.store.db, {
    get(db, member) {
      if (fails && member === "selectFrom") throw new Error("the disk is full");
      const value: unknown = Reflect.get(db, member);
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, db, args) : value;
    },
  });
  const { overlay } = app.deps;
  app.deps.overlay = createOverlay(failing, app.deps.connection.id);
  await rename("Elm Street");
  const refused = await read();
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: "store_unavailable" } }]);
  expect((await stack.gateway(`/schedules/${scheduleId}`)).status).toBe(200);
  fails = false;
  expect(await name()).toEqual({ value: "Elm Street" });
  app.deps.overlay = overlay;
});

test("after the store was opened again nothing is served from memory until it was read again", async () => {
  const store = await openTestStore();
  let reopened = () => {};
  await using stack = await createGatewayStack({
    store: { ...store, onReopened: (listener) => void (reopened = listener) },
  });
  const { app, scheduleId } = stack;
  const read = async () => await stack.gateway(`/schedules/${scheduleId}`, stack.here);
  const name = async () => app.deps.service.profile.decode("schedule", await recordIn(await read()))["name"];
  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Oak Street" }));
  expect(await name()).toEqual({ value: "Oak Street" });
  // The answer to a commit was lost with the engine: the store has it, and the memory of the process does not.
  const write = (value: string) =>
    app.deps.store.db
      .updateTable("change")
      .set({ operation: json({ op: "set", value }), intended: json({ value }) })
      .where("record_id", "=", scheduleId)
      .execute();
  await write("Elm Street");
  expect(await name()).toEqual({ value: "Oak Street" });
  reopened();
  const isBroken = () => [INDEX, "idx_of_others"].map((index) => app.deps.overlay.isBroken(index));
  expect(isBroken()).toEqual([true, true]);
  expect(await name()).toEqual({ value: "Elm Street" });
  expect(isBroken()).toEqual([false, true]);
  // Each time anew.
  await write("Ash Street");
  reopened();
  expect(await name()).toEqual({ value: "Ash Street" });
});

test("a process that commits itself does not skip what another one committed before it", async () => {
  await using stack = await createGatewayStack();
  const { app, scheduleId, practitionerId } = stack;
  const { db } = app.deps.store;
  const other = createOverlay(db, app.deps.connection.id);
  await stack.applied(change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Oak Street" }));
  const theirs = app.deps.overlay;
  app.deps.overlay = other;
  await stack.applied(
    change({ type: "practitioner", id: practitionerId }, "preferredName", { op: "set", value: "Al" }),
  );
  app.deps.overlay = theirs;
  const { ledger_revision: revision } = await db
    .selectFrom("index_version")
    .select("ledger_revision")
    .where("id", "=", INDEX)
    .executeTakeFirstOrThrow();
  await other.catchUp(INDEX, Number(revision));
  expect(other.of(INDEX, "schedule", scheduleId)?.changes).toHaveLength(1);
  expect(other.of(INDEX, "practitioner", practitionerId)?.changes).toHaveLength(1);
});

test("a token without the scope for the gateway is refused like one that is unknown", async () => {
  await using stack = await createGatewayStack();
  const path = `/schedules/${stack.scheduleId}`;
  const scopes = ["read", "stage", "apply"] as const;
  const { secret } = await createToken(stack.app.context, { name: "x", scopes: [...scopes], expiresInDays: null });
  const asked = async (bearer: string) => await stack.gateway(path, { headers: { Authorization: `Bearer ${bearer}` } });
  const refused = await asked(secret);
  expect(refused.status).toBe(401);
  const withoutId = async (answer: Response) => (await answer.text()).replace(/req_\w+/, "");
  expect(await withoutId(refused)).toBe(await withoutId(await asked("dct_unknown")));
  const both = await createToken(stack.app.context, { name: "y", scopes: ["read", "gateway"], expiresInDays: null });
  expect((await asked(both.secret)).status).toBe(200);
});
