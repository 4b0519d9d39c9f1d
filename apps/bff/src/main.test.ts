import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { freePort } from "@dc/tooling/testing/free-port";
import { refusedStart, startServer } from "@dc/tooling/testing/server-process";
import { serviceKey } from "@dc/tooling/testing/service-process";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const account = { email: "ada@example.org", password: "correct-horse-battery" };

it("starts empty with a link to set it up, keeps what was made, and ends on SIGTERM", async () => {
  await using server = await startServer({ store: "none" });
  const token = new URL(String(server.ready["setUpUrl"])).searchParams.get("token");
  expect((await server.call("GET", "/readyz")).status).toBe(200);
  const entered = await server.call("POST", "/api/v1/set-up", { setUpToken: token, name: "Ada", ...account });
  expect(entered.status).toBe(200);
  const session = server.cookie;
  const who = async () => (await server.call("GET", "/api/v1/session")).body;
  expect(await server.stop("SIGTERM")).toBe(0);

  // The key that the first start made is replaced while a session goes on.
  const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
  const SECRET_KEY_PREVIOUS = readFileSync(join(server.dataDir, "secret.key"), "utf8").trim();
  const METRICS_TOKEN = "a-token-for-the-metrics";
  await server.start({ METRICS_TOKEN, SECRET_KEY, SECRET_KEY_PREVIOUS });
  expect(await who()).toMatchObject({ person: { name: "Ada" } });
  const read = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  expect([read.status, await read.text()]).toEqual([200, expect.stringContaining("directory_console_changes")]);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  expect(server.ready["setUpUrl"]).toBeNull();
  expect((await server.call("POST", "/api/v1/session", account)).status).toBe(200);
  await server.stop("SIGKILL");

  await server.start({ SECRET_KEY });
  server.cookie = session;
  expect(await who()).toMatchObject({ person: null });
  expect((await server.call("POST", "/api/v1/session", account)).status).toBe(200);
  expect(await server.stop("SIGINT")).toBe(0);

  expect(server.output("stdout")).toBe("");
  for (const line of server.output("stderr").split("\n")) expect(() => void JSON.parse(line)).not.toThrow();
  expect(server.output("stderr")).not.toMatch(new RegExp(`${serviceKey}|${account.password}|${token}`));
  expect(statSync(join(server.dataDir, "secret.key")).mode & 0o777).toBe(0o600);
  for (const entry of readdirSync(server.dataDir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(serviceKey), entry.name).toBe(false);
  }
});

it("a request that comes during the start waits for it, and probes do not", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startServer({ store: "none", settings: { PORT: String(port) } });
  let first: Response | undefined;
  while (first === undefined) first = await fetch(`${url}/readyz`).catch(() => undefined);
  expect(first.status).toBe(503);
  const asked = await fetch(`${url}/api/v1/session`);
  expect([asked.status, await asked.json()]).toMatchObject([200, { person: null }]);
  await using _started = await starting;
});

it("behind a proxy each answer asks for TLS, and SIGTERM still answers on connections that are kept open", async () => {
  const stopping = Promise.withResolvers<void>();
  await using server = await startServer({
    settings: { PUBLIC_URL: "https://console.example.org", METRICS_TOKEN: "a-token-for-the-metrics" },
    onLine: (line) => /"msg":"stopping/.test(line) && stopping.resolve(),
  });
  for (const path of ["/sign-in", "/api/v1/session", "/metrics", "/gateway/schedules/1", "/operator/backup"]) {
    const { headers } = await fetch(`${server.url}${path}`);
    expect([path, headers.get("Strict-Transport-Security")]).toEqual([path, "max-age=63072000; includeSubDomains"]);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const asked = request(`${server.url}/healthz`, { agent });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    await answer.resume().toArray();
    return [answer.statusCode, answer.headers.connection, asked.reusedSocket];
  };
  expect(await ask()).toEqual([200, "keep-alive", false]);
  server.signal("SIGTERM");
  await stopping.promise;
  expect(await ask()).toEqual([200, "close", true]);
  expect((await server.exit).code).toBe(0);
});

it("a second process on the same data is refused with one line, and the first goes on", async () => {
  await using first = await startServer({
    store: "empty",
    settings: { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
  });
  expect(first.ready).toMatchObject({ setUpUrl: null, createdAdministrator: account.email });
  expect(await refusedStart({}, first.dataDir)).toEqual({
    code: 1,
    line: expect.stringMatching(/^DATA_DIR: .* is in use by another process/),
    made: [],
  });
  expect((await first.call("GET", "/readyz")).status).toBe(200);
});

it("a taken port is refused with one line, before anything is made", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = z.object({ port: z.int() }).parse(other.address());
  expect(await refusedStart({ PORT: String(address.port) })).toEqual({
    code: 1,
    line: expect.stringMatching(/^PORT: \d+ on 127\.0\.0\.1 is already in use/),
    made: [],
  });
  other.close();
});

it("a data directory that cannot be written is refused with one line", async () => {
  expect(await refusedStart({ DATA_DIR: join(main, "below") })).toEqual({
    code: 1,
    line: expect.stringMatching(/^DATA_DIR: .* cannot be written to \(E/),
    made: [],
  });
});

// Single settings are tested in server/settings.test.ts.
it.each([
  [{ PORT: "70000" }, /^PORT: /],
  [
    { HOST: "192.0.2.1", PUBLIC_URL: "https://example.org", SECRET_KEY: Buffer.alloc(32, 7).toString("base64") },
    /^HOST: cannot listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\)/,
  ],
  [{ DATA_DIR: "/proc/x" }, /^DATA_DIR: \/proc\/x cannot be written to \(E/],
  [{ DATABASE_URL: "postgres://127.0.0.1:9/x", SECRET_KEY: Buffer.alloc(32, 7).toString("base64") }, /^DATABASE_URL: /],
  [{ SERVICE_PROFILE: main }, /^SERVICE_PROFILE: .* is not JSON: /],
])("a wrong setting is refused with one line that names it, and nothing is made: %o", async (settings, line) => {
  expect(await refusedStart(settings)).toEqual({ code: 1, line: expect.stringMatching(line), made: [] });
});
