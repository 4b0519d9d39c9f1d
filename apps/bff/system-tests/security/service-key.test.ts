import type { IncomingMessage, ServerResponse } from "node:http";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ChangePage, ChangeSet, CreatedToken, Creation, RecordView, RequestPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { listen } from "#/testing/listen.ts";
import { createCanary, spellingsOf } from "./canary.ts";
import { type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { serviceKey as KEY, startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { filled, idFor, routesOf } from "./routes.ts";

// Proves (F26): the service's key, in any usual spelling, is in no response, header, error or log line, in no file of
// the data directory, in no process argument, not in the OpenAPI document and not in the built console; and that this stays so where the service itself gives back what it
// was asked with, in headers and bodies, records and errors, answers to reads and to writes. Cannot prove:
// what a browser stores (the journeys do, with the same search), or what is in the server's own memory, where the key
// must be.

const consoleDist = fileURLToPath(new URL("../../../console/dist", import.meta.url));

describe("the collector", () => {
  test("finds each spelling of a key inside something longer", () => {
    for (const [name, text] of spellingsOf("test_some_key_1234")) {
      const canary = createCanary("test_some_key_1234");
      canary.look("here", `before ${text} after`);
      expect(canary.hits, name).toContain(`here: ${name}`);
    }
    const canary = createCanary("test_some_key_1234");
    for (const offset of ["", "a", "ab"])
      canary.look(`offset ${offset.length}`, Buffer.from(`${offset}test_some_key_1234 and more`).toString("base64"));
    expect(new Set(canary.hits.map((hit) => hit.split(":")[0])).size).toBe(3);
  });
});

test("the key is nowhere outside the server's memory and the sealed store", async () => {
  const canary = createCanary(KEY);
  await using inProcess = await createTestApp({ administrator: false });
  const routes = routesOf(inProcess.app);
  await using service = await startService();
  await using console = await startServer({ service, settings: { LOG_LEVEL: "debug" } });
  canary.look(
    "process arguments",
    globSync(`/proc/${console.pid}/cmdline`)
      .map((path) => readFileSync(path, "utf8"))
      .join("\n"),
  );

  const created = Creation.parse(
    (
      await console.call("POST", "/index-versions", {
        name: "Canary",
        roster: (await service.roster()).slice(0, 3).join("\n"),
      })
    ).body,
  );
  const { secret } = CreatedToken.parse((await console.call("POST", "/tokens", { name: "canary" })).body);
  const indexId = created.indexId ?? "";
  await service.control("POST", "/faults", [
    { kind: "status", status: 401, times: 2, method: "GET" },
    { kind: "reset-before", times: 2, method: "GET" },
    { kind: "status", status: 500, times: 4, method: "GET" },
  ]);
  const schedule = (await service.roster())[0] ?? "";
  const values = (name: string) => (name === "indexId" ? indexId : /schedule/i.test(name) ? schedule : idFor(name));
  for (const route of routes.filter(({ method, path }) => !(method === "DELETE" && /session|tokens/.test(path)))) {
    for (const query of ["", "?maxAge=0&raw=1", "?q=a"]) {
      const isGet = route.method === "GET";
      if (!isGet && query !== "") continue;
      const { status, body } = await console
        .call(route.method, `${filled(route, values)}${query}`, isGet ? undefined : {})
        .catch(() => ({ status: 0, body: "" }));
      canary.look(`${route.method} ${route.path}${query} ${status}`, JSON.stringify(body) ?? "");
      await canary.lookAtAnswer(
        `anonymous ${route.method} ${route.path}`,
        await fetch(`${console.url}${filled(route, values)}`, { method: route.method, redirect: "manual" }),
      );
    }
  }
  const headers = [
    {},
    { Authorization: `Bearer ${secret}`, "Service-API-Version": "2026-09-01" },
    { Authorization: `Bearer ${secret}`, "Service-API-Version": "2026-09-01", "Service-Index-Version": indexId },
    { Authorization: `Bearer ${secret}` },
  ];
  for (const path of [`/schedules/${schedule}`, "/schedules/sch_missing0", "/patients", "/nothing", "/appointments"]) {
    for (const [at, header] of headers.entries())
      for (const method of ["GET", "POST"])
        await canary.lookAtAnswer(
          `gateway ${method} ${path} (${at})`,
          await fetch(`${console.url}/gateway/v1${path}`, { method, headers: header }),
        );
  }
  for (const path of ["/", "/healthz", "/readyz", "/nothing", "/assets/../../.data", "/api/v1/openapi.json"])
    await canary.lookAtAnswer(path, await fetch(`${console.url}${path}`));

  await service[Symbol.asyncDispose]();
  await console.call("GET", `/index-versions/${indexId}/schedules/${schedule}?maxAge=0`);
  await console.stop("SIGKILL");
  canary.look("everything that was logged", console.output());
  const files = globSync("**/*", { cwd: console.dataDir })
    .map((name) => join(console.dataDir, name))
    .filter((path) => statSync(path).isFile());
  for (const path of files) canary.look(path.slice(console.dataDir.length), readFileSync(path));
  if (existsSync(consoleDist))
    for (const name of globSync("**/*.{js,css,html,map,json}", { cwd: consoleDist }))
      canary.look(`console ${name}`, readFileSync(join(consoleDist, name)));
  const canaryIsSealed = z.int().min(1).parse(files.length);
  expect(canary.hits).toEqual([]);
  expect(canary.looked).toBeGreaterThan(200 + canaryIsSealed);
});

const basic = `Basic ${Buffer.from(`${KEY}:`).toString("base64")}`;
/** How a service could give back what it was asked with. */
const echoes = [
  basic,
  KEY,
  encodeURIComponent(basic),
  Buffer.from(KEY).toString("hex"),
  Buffer.from(KEY).toString("base64url"),
  Buffer.from(basic).toString("base64"),
  Buffer.from(`authorization: ${basic}`).toString("hex").toUpperCase(),
];

interface EchoingService extends AsyncDisposable {
  url: string;
  /** Whether bodies hold an echo too, and of what; headers always do. */
  echoIn: "nothing" | "replies to writes" | "records" | "refusals" | "pages";
  answered: number;
}

/** A service that gives back the credential of each request, in one form after the other. */
async function startEchoingService(target: string): Promise<EchoingService> {
  const server = await listen((request, response) => void echo(request, response).catch(() => response.destroy()));
  const service: EchoingService = {
    url: server.origin,
    echoIn: "nothing",
    answered: 0,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(z.instanceof(Buffer).parse(chunk));
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !/^(?:host|connection|content-length|transfer-encoding)$/.test(name)
        ? [[name, value]]
        : [],
    );
    const got = await fetch(`${target}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const honest = await got.text();
    const said = echoes[service.answered % echoes.length] ?? basic;
    service.answered += 1;
    const [status, type, body] =
      service.echoIn === "records" || (service.echoIn === "replies to writes" && request.method === "POST")
        ? [got.status, "application/json", honest.replace(/\}$/, `,"asked_with":${JSON.stringify(said)}}`)]
        : service.echoIn === "refusals"
          ? [
              422,
              "application/json",
              JSON.stringify({ error: { code: said, message: `Not with ${said}.`, field: said } }),
            ]
          : service.echoIn === "pages"
            ? [500, "text/html", `<pre>${said}</pre>`]
            : [got.status, "application/json", honest];
    const echoed = ["Service-Request-Id", "X-Request-Id", "X-Asked-With", "ETag", "Content-Language", "Set-Cookie"];
    response.writeHead(status, { "Content-Type": type, ...Object.fromEntries(echoed.map((name) => [name, said])) });
    response.end(body);
  }
  return service;
}

test("a service that gives back its key leaks it into nothing that is answered, logged or kept", async () => {
  const canaries = [createCanary(KEY), ...echoes.map(createCanary)];
  const look = (where: string, content: string | Uint8Array) =>
    canaries.forEach((canary) => canary.look(where, content));
  await using inProcess = await createTestApp({ administrator: false });
  const routes = routesOf(inProcess.app);
  await using sandbox = await startService({ writes: true });
  await using service = await startEchoingService(sandbox.url);
  await using console = await startServer({ service, writes: true, settings: { LOG_LEVEL: "debug" } });
  const call: ServerProcess["call"] = async (method, path, body) => {
    const answer = await console.call(method, path, body);
    look(`${service.echoIn}: ${method} ${path} ${answer.status}`, JSON.stringify(answer.body) ?? "");
    return answer;
  };
  const [scheduleId = "", otherId = ""] = await sandbox.roster();
  const creation = Creation.parse((await call("POST", "/index-versions", { name: "Echo", roster: scheduleId })).body);
  const indexId = creation.indexId ?? "";
  const { secret } = CreatedToken.parse((await call("POST", "/tokens", { name: "echo" })).body);
  const view = RecordView.parse(
    (await call("GET", `/index-versions/${indexId}/schedules/${scheduleId}?maxAge=0`)).body,
  );
  expect([creation.state, view.here.state]).toEqual(["created", "found"]);

  const applied = async (value: string) => {
    const changes = [{ record: { type: "schedule", id: scheduleId }, field: "name", operation: { op: "set", value } }];
    const { changeSet } = z
      .object({ changeSet: ChangeSet })
      .parse((await call("POST", `/index-versions/${indexId}/changes`, { changes })).body);
    await call("POST", `/change-sets/${changeSet.id}/apply`, { version: changeSet.version, evidence: testEvidence });
    return changeSet.id;
  };
  const stateOf = async (changeSetId: string) =>
    ChangePage.parse((await call("GET", `/change-sets/${changeSetId}/changes`)).body).items[0]?.state;
  const first = await applied("Oak Street");
  await until(
    "the change is applied",
    () => stateOf(first),
    (state) => state === "applied",
  );
  service.echoIn = "replies to writes";
  const second = await applied("Elm Street");
  await until(
    "the reply was lost, and the record read again",
    () => stateOf(second),
    (state) => state === "unknown" || state === "applied",
  );

  for (const echoIn of ["records", "refusals", "pages"] as const) {
    service.echoIn = echoIn;
    await call("POST", "/index-versions", { name: `Echo in ${echoIn}` });
    await call("POST", `/index-versions/${indexId}/roster-imports`, { from: "text", text: otherId });
    await call("POST", "/profile/check", {
      profile: { extends: "default", name: "x" },
      ids: { schedule: [scheduleId] },
    });
    if (echoIn === "records") await call("POST", "/probes", { writes: false });
    await call("POST", "/booking-check/patients/find", { name: "Some Body", dateOfBirth: "1980-01-01" });
    for (const route of routes.filter(({ method }) => method === "GET")) {
      const values = (name: string) =>
        name === "indexId" ? indexId : /schedule|^id$/i.test(name) ? scheduleId : idFor(name);
      for (const query of echoIn === "records" ? ["", "?maxAge=0", "?maxAge=0&raw=1"] : [""])
        await call("GET", `${filled(route, values)}${query}`).catch(() => undefined);
    }
    for (const index of [indexId, "idx_standard"])
      for (const path of [
        `/schedules/${scheduleId}`,
        `/schedules/${otherId}`,
        `/schedules/${scheduleId}/availability`,
      ]) {
        const headers = {
          Authorization: `Bearer ${secret}`,
          "Service-API-Version": "2026-09-01",
          "Service-Index-Version": index,
        };
        const answer = await fetch(`${console.url}/gateway/v1${path}`, { headers });
        const told = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
        const text = await answer.text();
        look(`${echoIn}: gateway ${path}`, `${told}\n${text}`);
        expect([answer.status, text]).toEqual([502, expect.stringContaining("contains the API key")]);
      }
  }
  service.echoIn = "nothing";
  const { items } = RequestPage.parse((await call("GET", "/requests?limit=200")).body);
  expect(items.filter(({ outcome }) => outcome === "key-echoed").length).toBeGreaterThan(20);
  expect(items.some(({ serviceRequestId }) => serviceRequestId?.includes("<key>"))).toBe(true);
  await console.stop("SIGKILL");
  look("everything that was logged", console.output());
  const files = globSync("**/*", { cwd: console.dataDir })
    .map((name) => join(console.dataDir, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) look(path.slice(console.dataDir.length), readFileSync(path));
  expect(canaries.flatMap(({ hits }) => hits)).toEqual([]);
  expect(service.answered).toBeGreaterThan(40);
});
