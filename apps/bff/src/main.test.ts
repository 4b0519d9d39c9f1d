import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { freePort } from "#/testing/postgres-server.ts";
import { ADMIN_SETTINGS, post, SERVICE_KEY, serverProcesses } from "#/testing/server-process.ts";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const { dataDir, start, refused } = serverProcesses();

it("starts empty with a link to set it up, keeps what was made, and ends on SIGTERM", { timeout: 60_000 }, async () => {
  const first = await start();
  const token = new URL(first.ready.setUpUrl ?? "").searchParams.get("token");
  expect((await fetch(`${first.ready.url}/readyz`)).status).toBe(200);
  const input = {
    setUpToken: token,
    name: "Ada",
    email: ADMIN_SETTINGS.ADMIN_EMAIL,
    password: ADMIN_SETTINGS.ADMIN_PASSWORD,
  };
  const entered = await post(`${first.ready.url}/api/v1/set-up`, input);
  expect(entered.status).toBe(200);
  const Cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const who = async (url: string) => {
    const session = (await (await fetch(`${url}/api/v1/session`, { headers: { Cookie } })).json()) as {
      person: unknown;
    };
    return session.person;
  };
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  const metrics = { METRICS_TOKEN: "a-token-for-the-metrics" };
  // The key that the first start made is replaced while a session goes on.
  const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
  const SECRET_KEY_PREVIOUS = readFileSync(join(dataDir(), "secret.key"), "utf8").trim();
  const second = await start({ ...metrics, SECRET_KEY, SECRET_KEY_PREVIOUS });
  expect(await who(second.ready.url)).toMatchObject({ name: "Ada" });
  const read = await fetch(`${second.ready.url}/metrics`, {
    headers: { Authorization: `Bearer ${metrics.METRICS_TOKEN}` },
  });
  expect([read.status, await read.text()]).toEqual([200, expect.stringContaining("directory_console_changes")]);
  expect((await fetch(`${second.ready.url}/metrics`)).status).toBe(401);
  expect(second.ready.setUpUrl).toBeNull();
  const signIn = await post(`${second.ready.url}/api/v1/session`, { email: input.email, password: input.password });
  expect(signIn.status).toBe(200);
  second.child.kill("SIGKILL");
  await second.ended;

  const third = await start({ SECRET_KEY });
  expect(await who(third.ready.url)).toBeNull();
  expect(
    (await post(`${third.ready.url}/api/v1/session`, { email: input.email, password: input.password })).status,
  ).toBe(200);
  third.child.kill("SIGINT");
  expect(await third.ended).toBe(0);

  for (const said of [first.said, second.said, third.said]) {
    expect(said.stdout.trimEnd().split("\n")).toHaveLength(1);
    for (const line of said.stderr.trimEnd().split("\n")) expect(() => void JSON.parse(line)).not.toThrow();
    expect(said.stderr).not.toMatch(new RegExp(`${SERVICE_KEY}|${input.password}|${token}`));
  }
  expect(statSync(join(dataDir(), "secret.key")).mode & 0o777).toBe(0o600);
  for (const entry of readdirSync(dataDir(), { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(SERVICE_KEY), entry.name).toBe(false);
  }
});

it("a request that comes during the start waits for it, and probes do not", { timeout: 60_000 }, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = start({ PORT: String(port) });
  let first: Response | undefined;
  while (first === undefined) first = await fetch(`${url}/readyz`).catch(() => undefined);
  expect(first.status).toBe(503);
  const asked = await fetch(`${url}/api/v1/session`);
  expect([asked.status, await asked.json()]).toMatchObject([200, { person: null }]);
  await started;
});

it(
  "behind a proxy each answer asks for TLS, and SIGTERM still answers on connections that are kept open",
  { timeout: 60_000 },
  async () => {
    const { ready, child, ended } = await start({
      PUBLIC_URL: "https://console.example.org",
      METRICS_TOKEN: "a-token-for-the-metrics",
    });
    for (const path of ["/sign-in", "/api/v1/session", "/metrics", "/gateway/schedules/1", "/operator/backup"]) {
      const { headers } = await fetch(`${ready.url}${path}`);
      expect([path, headers.get("Strict-Transport-Security")]).toEqual([path, "max-age=63072000; includeSubDomains"]);
    }
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const asked = request(`${ready.url}/healthz`, { agent });
      asked.end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      await answer.resume().toArray();
      return [answer.statusCode, answer.headers.connection, asked.reusedSocket];
    };
    expect(await ask()).toEqual([200, "keep-alive", false]);
    child.kill("SIGTERM");
    await once(createInterface({ input: child.stderr }), "line");
    expect(await ask()).toEqual([200, "close", true]);
    expect(await ended).toBe(0);
  },
);

it(
  "a second process on the same data is refused with one line, and the first goes on",
  { timeout: 60_000 },
  async () => {
    const first = await start(ADMIN_SETTINGS);
    expect(first.ready.setUpUrl).toBeNull();
    expect(first.ready.createdAdministrator).toBe(ADMIN_SETTINGS.ADMIN_EMAIL);
    expect(await refused({})).toEqual({
      code: 1,
      line: expect.stringMatching(/^DATA_DIR: .* is in use by another process/),
    });
    expect((await fetch(`${first.ready.url}/readyz`)).status).toBe(200);
  },
);

it("a taken port is refused with one line, before anything is made", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = z.object({ port: z.int() }).parse(other.address());
  expect(await refused({ PORT: String(address.port) })).toEqual({
    code: 1,
    line: expect.stringMatching(/^PORT: \d+ on 127\.0\.0\.1 is already in use/),
  });
  expect(readdirSync(dataDir())).toEqual([]);
  other.close();
});

it("a data directory that cannot be written is refused with one line", async () => {
  const file = join(dataDir(), "a-file");
  writeFileSync(file, "");
  expect(await refused({ DATA_DIR: join(file, "below") })).toEqual({
    code: 1,
    line: expect.stringMatching(/^DATA_DIR: .* cannot be written to \(E/),
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
  expect(await refused(settings)).toEqual({ code: 1, line: expect.stringMatching(line) });
  expect(readdirSync(dataDir())).toEqual([]);
});
