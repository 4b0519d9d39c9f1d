import { randomBytes } from "node:crypto";
import { ApiConnectionError, type Transport } from "@dc/api-client";
import { ConnectionList, ConnectionTest, CreatedToken, ListedConnection, PersonLink, Problem } from "@dc/contract";
import { builtInKey } from "@dc/sandbox/app";
import { expect, it } from "vitest";
import { z } from "zod";
import { createGateways } from "#/gateway/gateways.ts";
import { CONNECTION_ID, keyPurpose } from "#/operations/connection/save.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "#/testing/app.ts";
import { journalOf } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { listen } from "#/testing/listen.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { INDEX } from "#/testing/sending-stack.ts";
import { createSender } from "#/sending/sender.ts";
import { type SecondService, startSecondService } from "#/testing/second-service.ts";

const unreachable: Transport = {
  send: () => Promise.reject(new ApiConnectionError({ mayHaveArrived: false, code: "ECONNREFUSED" })),
  close: () => Promise.resolve(),
};

interface Stack extends AsyncDisposable {
  app: TestApp;
  service: SecondService;
  /** What adds a connection to the second service. */
  input: { [name: string]: unknown };
  add(changed?: object): Promise<ListedConnection>;
}

async function createStack(options: TestAppOptions = {}): Promise<Stack> {
  const service = await startSecondService({ writes: true });
  const app = await createTestApp({ serviceAddresses: service.origin, ...options });
  const input = {
    name: "Westside Spine",
    mode: "test",
    baseUrl: service.origin,
    apiKey: builtInKey,
    apiVersion: null,
    profile: "default",
    requestBudget: null,
    staleAfterHours: 24,
  };
  return {
    app,
    service,
    input,
    async add(changed = {}) {
      const answer = await app.signedIn("POST", "/api/v1/connections", { ...input, ...changed });
      expect(answer.status).toBe(201);
      return ListedConnection.parse(await answer.json());
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const problemsOf = async (answer: Response) => {
  const { code, errors } = Problem.parse(await answer.json());
  return { code, pointers: errors?.map(({ pointer }) => pointer) };
};
const listOf = async (app: TestApp, signedIn = app.signedIn) =>
  ConnectionList.parse(await (await signedIn("GET", "/api/v1/connections")).json()).items;

it("a second connection stands beside the first: its own service, directories and administrator", async () => {
  await using stack = await createStack();
  const { app, service } = stack;
  const added = await stack.add();
  expect(added).toMatchObject({
    name: "Westside Spine",
    isFromEnvironment: false,
    isAdministered: true,
    archivedAt: null,
    key: { lastFour: builtInKey.slice(-4) },
    profileName: "default",
    directories: 0,
  });
  expect(service.asked).toEqual([]);
  expect((await listOf(app)).map(({ id }) => id)).toEqual([CONNECTION_ID, added.id]);

  const api = `/api/v1/connections/${added.id}`;
  const created = await app.signedIn("POST", `${api}/index-versions`, { name: "Dr. West" });
  expect(created.status).toBe(201);
  expect(service.asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
  const names = async (connection: string) =>
    JSON.stringify(await (await app.signedIn("GET", `/api/v1/connections/${connection}/index-versions`)).json());
  expect(await names(added.id)).toContain("Dr. West");
  expect((await listOf(app)).map(({ directories }) => directories)).toEqual([0, 1]);
  expect(await names(CONNECTION_ID)).not.toContain("Dr. West");
  const first = await app.deps.store.db
    .selectFrom("index_version")
    .select("id")
    .where("connection_id", "=", added.id)
    .where("origin", "=", "created")
    .executeTakeFirstOrThrow();
  const elsewhere = await app.signedIn("GET", `/api/v1/connections/${CONNECTION_ID}/index-versions/${first.id}`);
  expect(elsewhere.status).toBe(404);
});

it("nothing of a connection shows to somebody without a role in it, and a role in it allows nothing in another", async () => {
  await using stack = await createStack();
  const viewer = await stack.app.enter({ name: "Vera", roles: [{ role: "viewer", referrers: null }] });
  const added = await stack.add();
  expect((await listOf(stack.app, viewer.signedIn)).map(({ id }) => id)).toEqual([CONNECTION_ID]);
  for (const path of ["", "/index-versions", "/activity", "/events"]) {
    const answer = await viewer.signedIn("GET", `/api/v1/connections/${added.id}${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const adding = await viewer.signedIn("POST", "/api/v1/connections", stack.input);
  expect(adding.status).toBe(403);
  await giveRoles(stack.app.signedIn, viewer.person.id, [{ role: "editor", referrers: null }], added.id);
  const addIn = async (id: string) =>
    (await viewer.signedIn("POST", `/api/v1/connections/${id}/referrers`, { name: "Dr. Oak" })).status;
  expect([await addIn(added.id), await addIn(CONNECTION_ID)]).toEqual([201, 403]);
});

it("a link enters no connection that its person has a role in since, unless its maker administers that one", async () => {
  await using stack = await createStack();
  const { signedIn } = stack.app;
  const olga = await stack.app.enter({ name: "Olga", roles: [{ role: "admin", referrers: null }] });
  const added = await stack.add();
  const link = async (administrator: typeof olga.signedIn) => {
    const roles = [{ connectionId: CONNECTION_ID, role: "viewer", referrers: null }];
    const invited = await administrator("POST", "/api/v1/people", { name: "Ida", email: "ida@example.org", roles });
    return PersonLink.parse(await invited.json());
  };
  const role = [{ role: "viewer", referrers: null }] as const;
  const byOlga = await link(olga.signedIn);
  await giveRoles(signedIn, byOlga.person.id, [...role], added.id);
  const password = "lamps-along-the-harbour";
  const enter = async (secret: string) =>
    (await stack.app.request("POST", "/api/v1/join", { secret, password })).status;
  expect(await enter(byOlga.secret)).toBe(403);
  const again = await signedIn("POST", `/api/v1/people/${byOlga.person.id}/link`);
  const { secret } = PersonLink.parse(await again.json());
  await giveRoles(signedIn, byOlga.person.id, [], added.id);
  await giveRoles(signedIn, byOlga.person.id, [...role], added.id);
  expect(await enter(secret)).toBe(200);
});

it("a live connection is asked before it is added, with its approvals; untested it is added if that is said", async () => {
  await using stack = await createStack();
  const { app, service } = stack;
  const approvals = { required: 2, ownCounts: false, reasonRequired: true };
  const live = { mode: "live", typedName: "Westside Spine", approvals };
  const refused = async (changed: object) =>
    await problemsOf(await app.signedIn("POST", "/api/v1/connections", { ...stack.input, ...live, ...changed }));
  expect(await refused({ apiKey: "not-the-key" })).toEqual({ code: "invalid_request", pointers: ["/apiKey"] });
  expect(service.asked.length).toBeGreaterThan(0);
  expect(service.asked.filter((one) => !one.startsWith("GET"))).toEqual([]);
  expect(await listOf(app)).toHaveLength(1);
  expect(await stack.add(live)).toMatchObject({ mode: "live", approvals });

  await service[Symbol.asyncDispose]();
  expect((await refused({ name: "Gone", typedName: "Gone" })).code).toBe("service_unreachable");
  expect(await listOf(app)).toHaveLength(2);
  expect(await stack.add({ ...live, name: "Gone", typedName: "Gone", untested: true })).toMatchObject({ name: "Gone" });
});

it("an address that the operator does not allow, an unknown profile key and a live name that was not typed are refused", async () => {
  await using stack = await createStack();
  const refused = async (changed: object) =>
    await problemsOf(await stack.app.signedIn("POST", "/api/v1/connections", { ...stack.input, ...changed }));
  expect(await refused({ baseUrl: "http://169.254.169.254/latest" })).toEqual({
    code: "invalid_request",
    pointers: ["/baseUrl"],
  });
  expect(await refused({ mode: "live" })).toEqual({ code: "invalid_request", pointers: ["/typedName"] });
  expect(await refused({ mode: "live", typedName: "westside" })).toEqual({
    code: "invalid_request",
    pointers: ["/typedName"],
  });
  const { pointers } = await refused({ profile: { nonsense: 1 }, baseUrl: "ftp://x" });
  expect(pointers?.[0]).toBe("/baseUrl");
  expect(pointers?.some((pointer) => pointer.startsWith("/profile"))).toBe(true);
  expect(await listOf(stack.app)).toHaveLength(1);
  expect(stack.service.asked).toEqual([]);
});

it("a name that another connection has is refused, by whoever sees that one, and while it is in use", async () => {
  await using stack = await createStack();
  const { app } = stack;
  const first = await stack.add();
  const refused = { code: "invalid_request", pointers: ["/name"] };
  const again = () => app.signedIn("POST", "/api/v1/connections", { ...stack.input, name: "westside  spine" });
  expect(await problemsOf(await again())).toEqual(refused);

  const edit = (id: string, changed: object) => app.signedIn("PATCH", `/api/v1/connections/${id}`, changed);
  const second = await stack.add({ name: "Eastside" });
  expect(await problemsOf(await edit(second.id, { version: second.version, name: first.name }))).toEqual(refused);
  // Its own name, and what else is changed beside it, are no matter.
  const kept = await edit(second.id, { version: second.version, name: "EASTSIDE", requestBudget: 60 });
  expect(kept.status).toBe(200);

  expect((await edit(first.id, { version: first.version, archived: true })).status).toBe(200);
  expect((await again()).status).toBe(201);
  const archived = (await listOf(app)).find(({ id }) => id === first.id);
  const back = { version: archived?.version, archived: false };
  expect(await problemsOf(await edit(first.id, back))).toEqual(refused);
  expect((await edit(first.id, { ...back, name: "Westside of before" })).status).toBe(200);
});

it("a test reads alone, keeps nothing, and says what was not tried and what no answer can tell", async () => {
  await using stack = await createStack();
  const schedule = stack.service.sandbox.samples.roster.trim().split("\n")[1];
  const { name: _, requestBudget: __, staleAfterHours: ___, ...access } = stack.input;
  const tested = async (changed: object) =>
    ConnectionTest.parse(
      await (await stack.app.signedIn("POST", "/api/v1/connections/test", { ...access, ...changed })).json(),
    );
  const good = await tested({ schedule });
  const outcomeOf = (title: string) => good.findings.find((finding) => finding.title === title)?.outcome;
  expect(outcomeOf("The address may be used")).toBe("holds");
  expect(outcomeOf("The key is accepted")).toBe("holds");
  expect(outcomeOf("The standard index answers")).toBe("holds");
  expect(outcomeOf("Test or live cannot be told from the answers")).toBe("undecided");
  expect(outcomeOf("Update and delete are not documented")).toBe("held");
  expect(stack.service.asked.length).toBeGreaterThan(1);
  expect(stack.service.asked.filter((one) => !one.startsWith("GET "))).toEqual([]);
  const bad = await tested({ apiKey: "wrong-key-0000" });
  expect(bad.findings.find(({ pointer }) => pointer === "/credential")?.outcome).toBe("fails");
  expect(JSON.stringify(bad)).not.toContain("wrong-key-0000");
  expect(await listOf(stack.app)).toHaveLength(1);
});

it("a test names the connection that has the same address and key, which nothing else would tell", async () => {
  await using stack = await createStack();
  const { app } = stack;
  const { name: _, requestBudget: __, staleAfterHours: ___, ...access } = stack.input;
  const told = async (changed: object = {}, signedIn = app.signedIn) => {
    const answer = await signedIn("POST", "/api/v1/connections/test", { ...access, ...changed });
    const { findings } = ConnectionTest.parse(await answer.json());
    return findings.filter(({ title }) => title.endsWith("has this address and this key")).map(({ title }) => title);
  };
  expect(await told()).toEqual([]);
  const { id, version } = await stack.add();
  expect(await told({ baseUrl: `${stack.service.origin}/` })).toEqual([
    "“Westside Spine” has this address and this key",
  ]);
  expect(await told({ apiKey: "test_other_8888" })).toEqual([]);
  await app.signedIn("PATCH", `/api/v1/connections/${id}`, { version, archived: true });
  expect(await told()).toEqual([]);
});

it("a reading beyond the request budget says so, and not that the service failed or asked to wait", async () => {
  await using stack = await createStack();
  const { id } = await stack.add({ requestBudget: 1 });
  const [, first, second] = stack.service.sandbox.samples.roster.trim().split("\n");
  const read = async (schedule: string | undefined) => {
    const address = `/api/v1/connections/${id}/index-versions/idx_standard/schedules/${schedule}`;
    const answer = await stack.app.signedIn("GET", address);
    return z.looseObject({ here: z.looseObject({ failed: z.unknown() }) }).parse(await answer.json()).here.failed;
  };
  await read(first);
  expect(await read(second)).toMatchObject({
    code: "service_paused",
    detail:
      "Not sent: as many calls were made as the request budget of the connection, or the service, allows in a minute.",
  });
});

it("the key is changed once a read with it was answered, is never shown, and opens for its connection alone", async () => {
  await using stack = await createStack();
  const { app, service } = stack;
  const { id, version } = await stack.add();
  const rotate = async (body: object) => await app.signedIn("PUT", `/api/v1/connections/${id}/key`, body);
  expect(await problemsOf(await rotate({ version, apiKey: "wrong-key-0000" }))).toEqual({
    code: "invalid_request",
    pointers: ["/apiKey"],
  });
  const client = app.deps.connections.of(id)?.service.client;
  const taken = await rotate({ version, apiKey: "test_unknown_7777", untested: true });
  expect(taken.status).toBe(200);
  const text = await taken.text();
  expect(text).not.toContain("test_unknown");
  const { version: next, key } = ListedConnection.parse(JSON.parse(text));
  expect(key?.lastFour).toBe("7777");
  expect(app.deps.connections.of(id)?.service.client).not.toBe(client);
  expect(app.deps.connections.of(id)?.service.apiKey).toBe("test_unknown_7777");
  expect(await problemsOf(await rotate({ version, apiKey: builtInKey }))).toMatchObject({ code: "version_mismatch" });
  const before = service.asked.length;
  expect((await rotate({ version: next, apiKey: builtInKey })).status).toBe(200);
  expect(service.asked.length).toBeGreaterThan(before);
  const told = ["connection.add", "connection.rotate-key", "connection.rotate-key"];
  expect((await journalOf(app, id)).filter((action) => told.includes(action))).toEqual(told);

  const sealed = await app.deps.store.db
    .selectFrom("connection")
    .select("key_sealed")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(app.deps.secrets.open(sealed.key_sealed, keyPurpose(id))).toBe(builtInKey);
  expect(() => app.deps.secrets.open(sealed.key_sealed, keyPurpose(CONNECTION_ID))).toThrow(/authenticate/);
});

it("a refusal that is not JSON, as of a wrong path below the address, does not count as an accepted key", async () => {
  await using other = await listen((_, response) => {
    response.writeHead(404, { "Content-Type": "text/html" }).end("<p>Not found</p>");
  });
  await using stack = await createStack({ serviceAddresses: other.origin });
  const { name: _, requestBudget: __, staleAfterHours: ___, ...known } = stack.input;
  const access = { ...known, baseUrl: `${other.origin}/v9` };
  const answer = await stack.app.signedIn("POST", "/api/v1/connections/test", access);
  const { findings } = ConnectionTest.parse(await answer.json());
  const aboutKey = findings.filter(({ title }) => title.includes("key"));
  expect(aboutKey.map(({ outcome, title }) => [outcome, title])).toEqual([
    ["undecided", "Whether the key is accepted cannot be told"],
  ]);
});

it.each([
  [302, "text/plain", "answers with a redirect (302), which is not followed"],
  [200, "text/html", "answers 200 with what is not JSON"],
])("what answers %i with %s in the place of the service proves no key", async (status, type, words) => {
  await using other = await listen((_, response) => {
    response.writeHead(status, { "Content-Type": type, ...(status === 302 ? { Location: "/sign-in" } : {}) });
    response.end("<p>Sign in to the network</p>");
  });
  await using stack = await createStack({ serviceAddresses: other.origin });
  const { app } = stack;
  const { name: _, requestBudget: __, staleAfterHours: ___, ...known } = stack.input;
  const access = { ...known, baseUrl: other.origin };
  const tested = ConnectionTest.parse(await (await app.signedIn("POST", "/api/v1/connections/test", access)).json());
  expect(tested.findings.find(({ outcome }) => outcome === "fails")).toMatchObject({
    title: "The service gives no answer that can be used",
    detail: `${other.origin} ${words}. Is it the address of the service?`,
  });
  expect(tested.findings.map(({ title }) => title)).not.toContain("The key is accepted");

  const live = { mode: "live", typedName: "Westside Spine", baseUrl: other.origin };
  const adding = await app.signedIn("POST", "/api/v1/connections", { ...stack.input, ...live });
  expect((await problemsOf(adding)).code).toBe("service_unreachable");

  const { id, version, key } = await stack.add({ baseUrl: other.origin });
  const rotating = await app.signedIn("PUT", `/api/v1/connections/${id}/key`, { version, apiKey: "test_new_one_1234" });
  expect(Problem.parse(await rotating.json()).detail).toBe(
    `The key could not be tried: ${other.origin} ${words}. Is it the address of the service? The old key is still in use.`,
  );
  expect((await listOf(app)).find((one) => one.id === id)?.key).toEqual(key);
});

it("who has to approve is saved with the other settings, all or nothing, and as it was seen", async () => {
  await using stack = await createStack();
  const { app } = stack;
  const added = await stack.add();
  const api = `/api/v1/connections/${added.id}`;
  const change = async (body: object, to = api) => await app.signedIn("PATCH", to, body);
  const saved = async () => {
    const { name, approvals } = (await listOf(app)).find((one) => one.id === added.id) ?? {};
    return { name, required: approvals?.required };
  };
  const two = { required: 2, ownCounts: false };
  const both = await Promise.all([
    change({ version: added.version, name: "Westside", approvals: two }),
    change({ version: added.version, approvals: { required: 1, ownCounts: false } }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { version } = (await listOf(app)).find((one) => one.id === added.id) ?? { version: 0 };
  const before = await saved();
  expect((await change({ version, name: "", approvals: { required: 0, ownCounts: false } })).status).toBe(400);
  expect((await change({ version, mode: "live", approvals: { required: 0, ownCounts: false } })).status).toBe(400);
  expect(await saved(), "nothing of what was refused").toEqual(before);
  expect((await app.signedIn("PUT", `${api}/approval-settings`, { ...two, version })).status).toBe(200);
  const late = await app.signedIn("PUT", `${api}/approval-settings`, { required: 0, ownCounts: false, version });
  expect(await late.json()).toMatchObject({ code: "version_mismatch", current: { approvals: { required: 2 } } });

  const [own] = (await listOf(app)).filter(({ isFromEnvironment }) => isFromEnvironment);
  const ofOperator = `/api/v1/connections/${own?.id}`;
  const beside = await change({ version: own?.version, name: "Mine", approvals: two }, ofOperator);
  expect(beside.status).toBe(409);
  const alone = await change({ version: own?.version, approvals: two }, ofOperator);
  expect(await alone.json()).toMatchObject({ approvals: { required: 2 }, version: (own?.version ?? 0) + 1 });
});

it("settings are changed as they were seen; out of use, a connection can be read and sends nothing", async () => {
  await using stack = await createStack();
  const { app, service } = stack;
  const added = await stack.add();
  const api = `/api/v1/connections/${added.id}`;
  const change = async (body: object) => await app.signedIn("PATCH", api, body);
  const renamed = ListedConnection.parse(
    await (await change({ version: added.version, name: "Westside", requestBudget: 60, recordsAtOnce: 16 })).json(),
  );
  expect(renamed).toMatchObject({ name: "Westside", requestBudget: 60, recordsAtOnce: 16, version: added.version + 1 });
  expect(app.deps.connections.of(added.id)?.connection.name).toBe("Westside");
  const late = await change({ version: added.version, name: "Again" });
  expect(await late.json(), "what the other wrote").toMatchObject({
    code: "version_mismatch",
    current: { name: "Westside", version: renamed.version },
  });
  expect(await problemsOf(await change({ version: renamed.version, mode: "live" }))).toEqual({
    code: "invalid_request",
    pointers: ["/typedName"],
  });

  const archived = ListedConnection.parse(await (await change({ version: renamed.version, archived: true })).json());
  expect(archived.archivedAt).not.toBeNull();
  const asked = service.asked.length;
  expect((await app.signedIn("GET", `${api}/index-versions`)).status).toBe(200);
  const refused = await app.signedIn("POST", `${api}/index-versions`, { name: "Dr. West" });
  expect(await problemsOf(refused)).toMatchObject({ code: "wrong_state" });
  // What reads by POST, or is about the connection itself, is done as before.
  expect((await app.signedIn("POST", `${api}/statements/reach`, { scheduleIds: ["sch_1"] })).status).toBe(200);
  expect((await app.signedIn("PUT", `${api}/approval-settings`, { required: 1, ownCounts: false })).status).toBe(200);
  expect(service.asked).toHaveLength(asked);

  // Who has to approve is a setting, too: whoever saw the one before looks again.
  expect((await change({ version: archived.version, archived: false })).status).toBe(409);
  const now = (await listOf(app)).find((one) => one.id === added.id)?.version;
  const again = ListedConnection.parse(await (await change({ version: now, archived: false })).json());
  expect(again.archivedAt).toBeNull();
  const created = await app.signedIn("POST", `${api}/index-versions`, { name: "Dr. West" });
  expect(created.status).toBe(201);
});

it("the kept key is sent to its own address alone: another one takes the key once more", async () => {
  await using stack = await createStack();
  await using elsewhere = await startSecondService({ writes: true });
  await using app = await createTestApp({ serviceAddresses: `${stack.service.origin},${elsewhere.origin}` });
  const adding = await app.signedIn("POST", "/api/v1/connections", stack.input);
  const { id, version } = ListedConnection.parse(await adding.json());
  const change = async (body: object) => await app.signedIn("PATCH", `/api/v1/connections/${id}`, { version, ...body });
  const wrong = { code: "invalid_request", pointers: ["/apiKey"] };
  expect(await problemsOf(await change({ baseUrl: elsewhere.origin }))).toEqual(wrong);
  expect(await problemsOf(await change({ name: "Westside", apiKey: "test_key_for_there" }))).toEqual(wrong);
  expect(app.deps.connections.of(id)?.service).toMatchObject({ apiKey: builtInKey });
  const moved = await change({ baseUrl: elsewhere.origin, apiKey: "test_key_for_there" });
  expect(ListedConnection.parse(await moved.json())).toMatchObject({
    baseUrl: elsewhere.origin,
    key: { lastFour: "here" },
  });
  expect(app.deps.connections.of(id)?.service).toMatchObject({ apiKey: "test_key_for_there" });
});

it("a key that begins like one of the other mode is refused wherever it is given", async () => {
  await using stack = await createStack();
  const { app, input } = stack;
  const credential = { composition: "key-as-user", keyPrefixes: { test: "test_", live: "live_" } };
  const profile = { extends: "default", name: "ours", credential };
  const wrong = { code: "invalid_request", pointers: ["/apiKey"] };
  const added = await app.signedIn("POST", "/api/v1/connections", { ...input, profile, apiKey: "live_9hT4kQ2w" });
  expect(await problemsOf(added)).toEqual(wrong);
  const { id, version, name } = await stack.add({ profile });
  const change = async (body: object) => await app.signedIn("PATCH", `/api/v1/connections/${id}`, { version, ...body });
  const rotated = await app.signedIn("PUT", `/api/v1/connections/${id}/key`, {
    version,
    apiKey: "live_9hT4kQ2w",
    untested: true,
  });
  expect(await problemsOf(rotated)).toEqual(wrong);
  expect(await problemsOf(await change({ mode: "live", typedName: name }))).toEqual(wrong);
  expect(await problemsOf(await change({ mode: "live", typedName: name, apiKey: "test_9hT4kQ2w" }))).toEqual(wrong);
  expect(await problemsOf(await change({ name: "West", apiKey: "test_9hT4kQ2w" }))).toEqual(wrong);
  const live = await change({ mode: "live", typedName: name, apiKey: "live_9hT4kQ2w" });
  expect(ListedConnection.parse(await live.json())).toMatchObject({ mode: "live", key: { lastFour: "kQ2w" } });
});

it("the connection of the environment is the operator's, and is changed in the settings alone", async () => {
  await using app = await createTestApp();
  const [own] = await listOf(app);
  expect(own).toMatchObject({ isFromEnvironment: true, key: null });
  const api = `/api/v1/connections/${CONNECTION_ID}`;
  const renamed = await app.signedIn("PATCH", api, { version: own?.version, name: "Mine" });
  expect(await problemsOf(renamed)).toMatchObject({ code: "wrong_state" });
  const rotated = await app.signedIn("PUT", `${api}/key`, { version: own?.version, apiKey: "test_other_key" });
  expect(await problemsOf(rotated)).toMatchObject({ code: "wrong_state" });
});

it("another process opens, changes and takes out of use what one of them was told", async () => {
  const secretKey = randomBytes(32);
  await using stack = await createStack({ secretKey });
  const { wholeStore } = stack.app.deps;
  await using replica = await createTestApp({
    store: { ...wholeStore, close: () => Promise.resolve() },
    secretKey,
    serviceAddresses: stack.service.origin,
    administrator: false,
  });
  const { connections } = replica.deps;
  const { id, version } = await stack.add();
  expect(connections.of(id)).toBeUndefined();
  await connections.catchUp();
  expect(connections.of(id)?.service.apiKey).toBe(builtInKey);
  const change = async (body: object) => await stack.app.signedIn("PATCH", `/api/v1/connections/${id}`, body);
  await change({ version, name: "Westside" });
  await connections.catchUp();
  expect(connections.of(id)?.connection).toMatchObject({ name: "Westside", isArchived: false });
  await change({ version: version + 1, archived: true });
  const before = connections.of(id);
  await connections.catchUp();
  expect(connections.of(id)?.connection.isArchived).toBe(true);
  expect(connections.of(id)).not.toBe(before);
});

it("each connection sends its own changes to its own service, however the other one fares", async () => {
  await using stack = await createStack({ service: { transport: unreachable } });
  const { app, service } = stack;
  const added = await stack.add({ profile: "with-writes" });
  const deps = app.deps.connections.of(added.id);
  const first = await app.signedIn("GET", `/api/v1/connections/${CONNECTION_ID}/index-versions/${INDEX}`);
  expect(first.status).toBe(200);
  const schedule = service.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/)?.[0] ?? "";
  const api = `/api/v1/connections/${added.id}`;
  const staged = await app.signedIn("POST", `${api}/index-versions/${INDEX}/changes`, {
    changes: [
      {
        record: { type: "schedule", id: schedule },
        field: "timeZone",
        operation: { op: "set", value: "America/Chicago" },
        policy: "pin",
        evidence: null,
      },
    ],
  });
  expect(staged.status).toBe(201);
  const { changeSet } = z
    .object({ changeSet: z.object({ id: z.string(), version: z.int() }) })
    .parse(await staged.json());
  const applied = await app.signedIn("POST", `${api}/change-sets/${changeSet.id}/apply`, {
    version: changeSet.version,
    evidence: testEvidence,
  });
  expect(applied.status).toBe(200);
  const path = `/api/v1/connections/${CONNECTION_ID}/change-sets/${changeSet.id}`;
  expect((await app.signedIn("GET", path)).status).toBe(404);
  app.clock.advance(5_000);
  await createSender(app.deps).runDue();
  expect(service.asked.filter((one) => one.startsWith("PATCH"))).toEqual([]);
  if (deps === undefined) throw new RangeError(added.id);
  await createSender(deps).runDue();
  expect(service.asked.filter((one) => /^(?:PATCH|PUT|POST) /.test(one))).toHaveLength(1);
});

it("the gateway answers each token with the service of its connection, and with nothing once it is out of use", async () => {
  await using stack = await createStack();
  const { app, service } = stack;
  const added = await stack.add();
  const gateways = createGateways(app.deps, app.deps);
  await using server = await listen((request, response) => gateways.answer(request, response));
  const tokenIn = async (connection: string) => {
    const body = { name: "app", scopes: ["gateway"], expiresInDays: 1 };
    const made = await app.signedIn("POST", `/api/v1/connections/${connection}/tokens`, body);
    return CreatedToken.parse(await made.json()).secret;
  };
  const schedule = service.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/)?.[0] ?? "";
  const { name } = app.deps.service.profile.data.headers.apiVersion;
  const read = async (secret: string) =>
    await fetch(`${server.origin}/gateway/v1/schedules/${schedule}`, {
      headers: { [name]: app.deps.service.profile.data.apiVersion, Authorization: `Bearer ${secret}` },
    });
  const ours = await tokenIn(added.id);
  const asked = () => service.asked.filter((one) => one.includes(schedule)).length;
  expect((await read(ours)).status).toBe(200);
  expect(asked()).toBe(1);
  await read(await tokenIn(CONNECTION_ID)).catch(() => undefined);
  expect(asked()).toBe(1);
  await app.signedIn("PATCH", `/api/v1/connections/${added.id}`, { version: added.version, archived: true });
  expect((await read(ours)).status).toBe(401);
  expect(asked()).toBe(1);
  await gateways.close();
});

it("a service that never answers holds up its own connection alone", async () => {
  const waiting: AbortSignal[] = [];
  const silent: Transport = {
    send: async ({ signal }) => {
      waiting.push(signal);
      return await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    close: () => Promise.resolve(),
  };
  await using stack = await createStack({ service: { transport: silent, readDeadlineMs: 60_000 } });
  const { app, service } = stack;
  const added = await stack.add();
  const schedules = service.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/g) ?? [];
  const read = async (connection: string, schedule: string) =>
    await app.deps.connections.of(connection)?.service.client.records.retrieve("schedule", schedule, {
      index: "idx_standard",
    });
  const stuck = Array.from({ length: 200 }, async (_, at) => {
    await read(CONNECTION_ID, `sch_${at}`).catch(() => undefined);
  });
  await Promise.all(schedules.slice(0, 20).map(async (schedule) => await read(added.id, schedule)));
  expect(service.asked.length).toBeGreaterThan(10);
  expect(waiting.filter(({ aborted }) => !aborted).length).toBeGreaterThan(0);
  void Promise.all(stuck);
});
