import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { CreatedToken, Creation } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#/testing/app.ts";
import { createCanary, spellingsOf } from "./canary.ts";
import { startConsoleProcess, startServiceProcess, KEY } from "#system-tests/processes.ts";
import { filled, idFor, routesOf } from "./routes.ts";

// Proves (F26): the service's key, in any usual spelling, is in no response, header, error or log line, in no file of
// the data directory, in no process argument, not in the OpenAPI document and not in the built console. Cannot prove:
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

test("the key is nowhere outside the server's memory and the sealed store", { timeout: 300_000 }, async () => {
  const canary = createCanary(KEY);
  await using inProcess = await createTestApp({ administrator: false });
  const routes = routesOf(inProcess.app);
  await using service = await startServiceProcess({ writes: false });
  await using console = await startConsoleProcess(service, { writes: false });
  canary.look(
    "process arguments",
    globSync(`/proc/${console.pid()}/cmdline`)
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
        await fetch(`${console.url()}${filled(route, values)}`, { method: route.method, redirect: "manual" }),
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
          await fetch(`${console.url()}/gateway/v1${path}`, { method, headers: header }),
        );
  }
  for (const path of ["/", "/healthz", "/readyz", "/nothing", "/assets/../../.data", "/api/v1/openapi.json"])
    await canary.lookAtAnswer(path, await fetch(`${console.url()}${path}`));

  await service[Symbol.asyncDispose]();
  await console.call("GET", `/index-versions/${indexId}/schedules/${schedule}?maxAge=0`);
  await console.kill();
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
