import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUBLIC_PATHS } from "#/http/middleware/authentication.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { type Listening, listen } from "#/testing/listen.ts";
import { rawLines, sendRaw } from "#system-tests/raw-request.ts";
import { filled, idFor, routesOf } from "./routes.ts";

// Proves (F18): no spelling of an address, and no way to name a method, opens a route without a session, or a file that
// is not among the console's built ones. The requests are sent as bytes, so that nothing puts them right on their way.
// The gateway's addresses have a test of their own.

const SECRET = "nothing that anybody should read";

let app: TestApp;
let server: Listening;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "path-spellings-"));
  mkdirSync(join(folder, "console/assets"), { recursive: true });
  writeFileSync(join(folder, "console/index.html"), "<!doctype html><title>The console</title>");
  writeFileSync(join(folder, "console/assets/app.js"), "// The console");
  writeFileSync(join(folder, "secret.json"), JSON.stringify(SECRET));
  app = await createTestApp({ consoleDir: join(folder, "console") });
  const listener = getRequestListener(app.app.fetch);
  server = await listen((request, response) => void listener(request, response));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Other ways to write an address, the address itself among them. */
function spellingsOf(path: string): string[] {
  const last = path.lastIndexOf("/");
  const put = (text: string) => `${path.slice(0, last)}${text}${path.slice(last + 1)}`;
  return [
    path,
    `/${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}%2F`,
    `${path}%00`,
    `${path}%20`,
    `${path};x`,
    `${path};/x`,
    `${path}.json`,
    `${path}#x`,
    `${path}?`,
    put("//"),
    put("/./"),
    put("/%2e/"),
    put("%2f"),
    put("%5c"),
    put("\\"),
    put("/x/../"),
    put("/x/%2e%2e/"),
    put("/..;/"),
    path.replace("/v1", "/V1"),
    path.toUpperCase(),
    path.replace("/api", "/%61pi"),
    path.replace("/api", "/%2561pi"),
    path.replace("/api/", "/api%2f"),
    path.replace("/api/v1", "/api/v1/../v1"),
    path.replace("/api/v1", "/api/v1/session/../../v1"),
    path.replace("/api/v1", "/healthz/../api/v1"),
    path.replace("/api/v1", "/assets/..%2f..%2fapi/v1"),
    `http://127.0.0.1${path}`,
    `http://elsewhere.example${path}`,
    `//127.0.0.1${path}`,
  ];
}

/** Answers of what was asked, eight at a time. */
async function answersTo(requests: readonly string[]): Promise<{ sent: string; status: number; body: string }[]> {
  const waiting = [...requests];
  const answers: { sent: string; status: number; body: string }[] = [];
  const work = async () => {
    for (let sent = waiting.pop(); sent !== undefined; sent = waiting.pop())
      for (const { status, body } of await sendRaw(server.port, sent)) answers.push({ sent, status, body });
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return answers;
}

test("no spelling of a route's address and no name of a method gets in without a session", async () => {
  const requests = routesOf(app.app)
    .filter(({ path }) => !PUBLIC_PATHS.has(path))
    .flatMap((route) => {
      const path = filled(route, idFor);
      const sent = (method: string, target: string, ...headers: string[]) =>
        rawLines(
          `${method} ${target} HTTP/1.1`,
          "Host: 127.0.0.1",
          "X-Directory-Console: 1",
          ...headers,
          "Connection: close",
        );
      const others = ["HEAD", "OPTIONS", "TRACE", "QUERY"].map((method) => sent(method, path));
      const overridden = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"].map((name) =>
        sent(
          "POST",
          "/api/v1/session",
          `${name}: ${route.method}`,
          `X-Original-URL: ${path}`,
          `X-Rewrite-URL: ${path}`,
        ),
      );
      return [...spellingsOf(path).map((target) => sent(route.method, target)), ...others, ...overridden];
    });
  const answers = await answersTo(requests);
  expect(
    answers.filter(({ status }) => status < 400 || status >= 500).map(({ sent, status }) => `${status} ${sent}`),
  ).toEqual([]);
  expect(answers.length).toBeGreaterThan(1_000);
});

test("no spelling of a file's address reads a file that is not the console's", async () => {
  const up = [
    "..",
    "%2e%2e",
    ".%2e",
    "..%2f..",
    "..%5c..",
    "%2e%2e%2f%2e%2e",
    "....//",
    "..;",
    "%252e%252e",
    "..%c0%af..",
  ];
  const targets = up.flatMap((dots) =>
    ["/secret.json", "//secret.json", "%2fsecret.json", "\\secret.json", "/console/../secret.json"].flatMap((file) => [
      `/${dots}${file}`,
      `/assets/${dots}/${dots}${file}`,
      `/assets/${dots}${file}`,
      `http://127.0.0.1/assets/${dots}/${dots}${file}`,
    ]),
  );
  const more = [
    join(folder, "secret.json"),
    `/${join(folder, "secret.json")}`,
    `/assets/${join(folder, "secret.json")}`,
  ];
  const answers = await answersTo(
    [...targets, ...more].map((target) => rawLines(`GET ${target} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close")),
  );
  expect(answers.filter(({ status, body }) => status < 400 || body.includes(SECRET))).toEqual([]);
  const [file] = await answersTo([rawLines("GET /assets/app.js HTTP/1.1", "Host: 127.0.0.1", "Connection: close")]);
  expect([file?.status, file?.body]).toEqual([200, expect.stringContaining("The console")]);
});
