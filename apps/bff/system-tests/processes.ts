import { CONNECTION_API } from "#/testing/app.ts";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ChildServer, startChildServer } from "@dc/tooling/child-server";
import { copyInitialStore, initialSessionCookie, withoutDiskSync } from "@dc/tooling/initial-store";
import { serverBuild } from "@dc/tooling/server-build";
import { z } from "zod";

/** The test key of the built-in sandbox, which its interface assumes. */
export const KEY = "test_sandbox_key_7Qm2VtKc9Xw4";
/** The build, as `npm start` runs it; a start from the sources takes twice as long. */
export const bffMain = fileURLToPath(new URL(`../../../${serverBuild.output}`, import.meta.url));
const sandboxMain = fileURLToPath(new URL("../../sandbox/src/main.ts", import.meta.url));
export const withWrites = fileURLToPath(
  new URL("../../../packages/api-client/src/profile/with-writes.json", import.meta.url),
);

const LedgerEntries = z.object({
  length: z.int(),
  entries: z.array(
    z.object({
      seq: z.int(),
      key: z.string(),
      operation: z.string(),
      index: z.string().nullable(),
      kind: z.string(),
      record: z.string(),
      before: z.json(),
      after: z.json(),
    }),
  ),
});
export type ServiceEntry = z.infer<typeof LedgerEntries>["entries"][number];

export interface Answered {
  status: number;
  body: unknown;
}

export interface ServiceProcess extends AsyncDisposable {
  url: string;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  ledger(): Promise<ServiceEntry[]>;
  /** The number of POSTs so far by path. */
  posts(path: RegExp): Promise<number>;
  /** A record of the standard index, as the service returns it. */
  read(path: string): Promise<unknown>;
  roster(): Promise<string[]>;
  plans(): Promise<string[]>;
}

/** The sandbox in its own process, which is not affected by kills of the console. */
export async function startServiceProcess({ writes }: { writes: boolean }): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "test-service-"));
  const child = await startChildServer({
    script: sandboxMain,
    env: {
      SANDBOX_PORT: "0",
      SANDBOX_CONTROL_PORT: "0",
      SANDBOX_WRITES: writes ? "on" : "off",
      SANDBOX_PRACTITIONERS: "200",
      DATA_DIR: dataDir,
    },
  });
  const controlUrl = String(child.ready["controlUrl"]);
  const control: ServiceProcess["control"] = async (method, path, body) => {
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    const text = await answer.text();
    const parsed: unknown = path.endsWith(".csv") ? text : JSON.parse(text);
    return parsed;
  };
  const csv = async (name: string) =>
    String(await control("GET", `/samples/${name}.csv`))
      .trim()
      .split("\n")
      .slice(1);
  return {
    url: child.url,
    control,
    async ledger() {
      const all: ServiceEntry[] = [];
      for (;;) {
        const { length, entries } = LedgerEntries.parse(
          await control("GET", `/ledger?after=${all.length}&limit=10000`),
        );
        all.push(...entries);
        if (all.length >= length) return all;
      }
    },
    async posts(path) {
      const { requests } = z
        .object({ requests: z.array(z.object({ method: z.string(), path: z.string() })) })
        .parse(await control("GET", "/requests"));
      return requests.filter((request) => request.method === "POST" && path.test(request.path)).length;
    },
    async read(path) {
      const answer = await fetch(`${child.url}${path}`, {
        headers: {
          Authorization: `Basic ${Buffer.from(`${KEY}:`).toString("base64")}`,
          "Service-API-Version": "2026-09-01",
        },
      });
      return await answer.json();
    },
    roster: async () => await csv("roster"),
    plans: async () => (await csv("plans")).map((line) => line.split(",")[0] ?? ""),
    async [Symbol.asyncDispose]() {
      await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface ConsoleProcess extends AsyncDisposable {
  dataDir: string;
  url(): string;
  pid(): number;
  call(method: string, path: string, body?: unknown): Promise<Answered>;
  /** Kills the process with -9, and waits until it has ended. */
  kill(): Promise<void>;
  /** Asks the process to stop, and returns its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same data; the session stays valid. */
  start(): Promise<void>;
  /** The output of all its processes. */
  output(): string;
}

/** The console's server in its own process, on a data directory that outlives it: a new one, or a restored one. */
export async function startConsoleProcess(
  service: { url: string },
  {
    writes,
    settings = {},
    dataDir = mkdtempSync(join(tmpdir(), "test-console-")),
  }: { writes: boolean; settings?: { readonly [name: string]: string }; dataDir?: string },
): Promise<ConsoleProcess> {
  if (!existsSync(join(dataDir, "store"))) copyInitialStore(dataDir, "administered");
  const env = {
    PORT: "0",
    DATA_DIR: dataDir,
    SERVICE_BASE_URL: service.url,
    SERVICE_API_KEY: KEY,
    SERVICE_MODE: "test",
    LOG_LEVEL: "debug",
    ...(writes ? { SERVICE_PROFILE: withWrites } : {}),
    ...settings,
  };
  const said: string[] = [];
  let child: ChildServer | undefined;
  let cookie = initialSessionCookie();
  const running = (): ChildServer => {
    if (child === undefined) throw new Error("The console is not running.");
    return child;
  };
  const call: ConsoleProcess["call"] = async (method, path, body) => {
    const { url } = running();
    const headers = {
      Origin: url,
      "X-Directory-Console": "1",
      Cookie: cookie,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const answer = await fetch(`${url}${path.startsWith("/api/v1/") ? path : `${CONNECTION_API}${path}`}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const set = answer.headers.getSetCookie()[0]?.split(";")[0];
    if (set !== undefined) cookie = set;
    const isJson = /[/+]json\b/.test(answer.headers.get("Content-Type") ?? "");
    return { status: answer.status, body: text === "" ? undefined : isJson ? JSON.parse(text) : text };
  };
  const start = async (): Promise<void> => {
    child = await startChildServer({
      script: bffMain,
      nodeFlags: withoutDiskSync,
      env,
      onLine: (line) => void said.push(line),
    });
  };
  await start();
  return {
    dataDir,
    url: () => running().url,
    pid: () => running().pid,
    call,
    start,
    async kill() {
      running().kill("SIGKILL");
      await running().exit;
      child = undefined;
    },
    async stop(signal) {
      running().kill(signal);
      const { code } = await running().exit;
      child = undefined;
      return code;
    },
    output: () => said.join("\n"),
    async [Symbol.asyncDispose]() {
      await child?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Polls until the answer fits. The generous limit only ends a hang; it measures nothing. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  withinMs = 120_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`Waited too long until ${what}; last: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
