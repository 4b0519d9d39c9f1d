import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChildServer, type ChildServer } from "@dc/tooling/child-server";
import {
  copyInitialStore,
  initialAdministrator,
  initialSessionCookie,
  withoutDiskSync,
} from "@dc/tooling/initial-store";
import { ServiceCalls } from "./service-calls.ts";
import { serviceKey, serviceKeyIn } from "./service-key.ts";
import { ServiceSpelling } from "./service-spelling.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
/** The connection of the environment has the same id in every installation. */
export const connectionId = "con_environment00000";

export const administrator = { name: "Marta Silva", ...initialAdministrator };

export interface TestStackOptions {
  /** The spelling of the service. Only the profile depends on it. */
  spelling?: string;
  /** Whether the service offers its write operations and the profile names them. */
  writes?: boolean;
  /** Whether the administrator is created through the set-up link; by default it exists from the start. */
  setUpByLink?: boolean;
  /**
   * How long in ms the server waits for an undo and after a lost reply: 0 by default; null for the five seconds of
   * production.
   */
  waitMs?: number | null;
  /** Further settings of the server. */
  settings?: { readonly [name: string]: string };
}

/** The sandbox and the server, each in its own process on a free port, with a new data directory. */
export class TestStack implements AsyncDisposable {
  readonly origin: string;
  /** Where the pages of the connection are. */
  readonly pages: string;
  readonly setUpUrl: string | null;
  /** Calls the service directly, with its key. */
  readonly service: ServiceCalls;
  readonly spelling: ServiceSpelling;
  readonly #sandbox: ChildServer;
  readonly #server: ChildServer;
  readonly #dataDir: string;

  private constructor(sandbox: ChildServer, server: ChildServer, spelling: ServiceSpelling, dataDir: string) {
    this.#sandbox = sandbox;
    this.#server = server;
    this.#dataDir = dataDir;
    this.spelling = spelling;
    this.origin = server.url;
    this.pages = `${server.url}/c/${connectionId}`;
    this.setUpUrl = typeof server.ready["setUpUrl"] === "string" ? server.ready["setUpUrl"] : null;
    this.service = new ServiceCalls(sandbox.url, spelling.authorization(serviceKey), spelling);
  }

  static async start(options: TestStackOptions = {}): Promise<TestStack> {
    const { spelling = "default", writes = false, waitMs = 0 } = options;
    const dataDir = mkdtempSync(join(tmpdir(), "console-e2e-"));
    const starting = startChildServer({
      script: join(root, "apps/sandbox/src/main.ts"),
      env: {
        SANDBOX_PORT: "0",
        SANDBOX_CONTROL_PORT: "0",
        SANDBOX_SPELLING: spelling,
        SANDBOX_WRITES: writes ? "on" : "off",
        SANDBOX_PRACTITIONERS: "5000",
        DATA_DIR: dataDir,
      },
    });
    copyInitialStore(dataDir, options.setUpByLink === true ? "empty" : "administered");
    const sandbox = await starting;
    const printed = await fetch(`${controlUrlOf(sandbox)}/profile?writes=${writes ? "on" : "off"}`);
    const profile: unknown = await printed.json();
    const server = await startChildServer({
      script: join(root, "apps/bff/dist/main.js"),
      nodeFlags: withoutDiskSync,
      env: {
        PORT: "0",
        DATA_DIR: dataDir,
        SERVICE_BASE_URL: sandbox.url,
        SERVICE_API_KEY: serviceKey,
        SERVICE_MODE: "test",
        SANDBOX_SAMPLES_DIR: join(dataDir, "sandbox", "samples"),
        LOG_LEVEL: "info",
        SERVICE_PROFILE: profileFile(spelling, writes, { profile, dataDir }),
        TEST_WAIT_MS: waitMs === null ? undefined : String(waitMs),
        ...options.settings,
      },
    });
    return new TestStack(sandbox, server, new ServiceSpelling(profile), dataDir);
  }

  /** Calls the sandbox's control API; throws an error with its message if the call is refused. */
  async control(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${controlUrlOf(this.#sandbox)}${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text.startsWith("{") ? JSON.parse(text) : text;
  }

  /** Calls the gateway as an app would that reads the service today. */
  gateway(secret: string): ServiceCalls {
    return new ServiceCalls(`${this.origin}/gateway/v1`, `Bearer ${secret}`, this.spelling);
  }

  /** The session cookie of the administrator. Tests that are not about signing in share one session. */
  session(): SessionCookie {
    const [name = "", value = ""] = initialSessionCookie().split("=", 2);
    return { name, value, url: this.origin, httpOnly: true, sameSite: "Strict" };
  }

  /** Stops both and deletes their data; throws if the service's key is in the server's output. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#server.stop(), this.#sandbox.stop()]);
    rmSync(this.#dataDir, { recursive: true, force: true });
    const found = serviceKeyIn(this.#server.output());
    if (found.length > 0) throw new Error(`The service's key is in the log, as ${found.join(", ")}`);
  }
}

interface SessionCookie {
  name: string;
  value: string;
  url: string;
  httpOnly: true;
  sameSite: "Strict";
}

function controlUrlOf(sandbox: ChildServer): string {
  return String(sandbox.ready["controlUrl"]);
}

/** A file with the profile that the sandbox prints; for the default spelling one that ships with the server. */
function profileFile(
  spelling: string,
  writes: boolean,
  { profile, dataDir }: { profile: unknown; dataDir: string },
): string | undefined {
  if (spelling === "default")
    return writes ? join(root, "packages/api-client/src/profile/with-writes.json") : undefined;
  const path = join(dataDir, "profile.json");
  writeFileSync(path, JSON.stringify(profile));
  return path;
}
