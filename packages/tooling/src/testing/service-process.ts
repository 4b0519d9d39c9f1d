import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildServer } from "#/child-server.ts";
import { repositoryRoot } from "#/verify/repository.ts";

/** The test key of the built-in sandbox. */
export const serviceKey = "test_sandbox_key_7Qm2VtKc9Xw4";

/** An entry of the sandbox's ledger: a write that the service accepted. */
export interface ServiceEntry {
  seq: number;
  requestId: string | null;
  method: string;
  path: string;
  key: string;
  operation: string;
  index: string | null;
  kind: string;
  record: string;
  status: number;
  before: unknown;
  after: unknown;
}

export interface ServiceProcess extends AsyncDisposable {
  url: string;
  /** Where it writes its sample roster and plans. */
  samplesDir: string;
  /** Calls its control API; throws an error with its message if the call is refused. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Every write that it has accepted, oldest first. */
  ledger(): Promise<ServiceEntry[]>;
  /** The number of POSTs so far by path. */
  posts(path: RegExp): Promise<number>;
  /** A record of the standard index, as it returns it in the default spelling. */
  read(path: string): Promise<unknown>;
  /** The ids of its sample roster. */
  roster(): Promise<string[]>;
  /** The ids of its sample plans. */
  plans(): Promise<string[]>;
}

export interface ServiceProcessOptions {
  writes?: boolean;
  spelling?: string;
  practitioners?: number;
}

/** The sandbox in a process of its own on free ports, which no fault of the server reaches. */
export async function startService({
  writes = false,
  spelling,
  practitioners = 200,
}: ServiceProcessOptions = {}): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "test-service-"));
  const child = await startChildServer({
    script: join(repositoryRoot, "apps/sandbox/src/main.ts"),
    env: {
      SANDBOX_PORT: "0",
      SANDBOX_CONTROL_PORT: "0",
      SANDBOX_SPELLING: spelling,
      SANDBOX_WRITES: writes ? "on" : "off",
      SANDBOX_PRACTITIONERS: String(practitioners),
      DATA_DIR: dataDir,
    },
  });
  const control: ServiceProcess["control"] = async (method, path, body) => {
    const answer = await fetch(`${String(child.ready["controlUrl"])}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const parsed: unknown = text.startsWith("{") ? JSON.parse(text) : text;
    return parsed;
  };
  const lines = async (name: string) =>
    String(await control("GET", `/samples/${name}.csv`))
      .trim()
      .split("\n")
      .slice(1);
  return {
    url: child.url,
    samplesDir: join(dataDir, "sandbox", "samples"),
    control,
    async ledger() {
      const all: ServiceEntry[] = [];
      for (;;) {
        const { length, entries } = asLedger(await control("GET", `/ledger?after=${all.length}&limit=10000`));
        all.push(...entries);
        if (all.length >= length) return all;
      }
    },
    async posts(path) {
      const { requests } = asRequests(await control("GET", "/requests"));
      return requests.filter((request) => request.method === "POST" && path.test(request.path)).length;
    },
    async read(path) {
      const answer = await fetch(`${child.url}${path}`, {
        headers: {
          Authorization: `Basic ${Buffer.from(`${serviceKey}:`).toString("base64")}`,
          "Service-API-Version": "2026-09-01",
        },
      });
      return await answer.json();
    },
    roster: async () => await lines("roster"),
    plans: async () => (await lines("plans")).map((line) => line.split(",")[0] ?? ""),
    async [Symbol.asyncDispose]() {
      await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The sandbox guarantees the shape of what it counts, so it is not validated here. */
function asLedger(ledger: unknown): { length: number; entries: ServiceEntry[] } {
  return ledger as ReturnType<typeof asLedger>;
}

function asRequests(requests: unknown): { requests: { method: string; path: string }[] } {
  return requests as ReturnType<typeof asRequests>;
}
