import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initialAdministrator } from "@dc/tooling/testing/initial-store";
import {
  connectionId,
  profileWithWrites,
  type ServerProcess,
  type Settings,
  startServer,
} from "@dc/tooling/testing/server-process";
import { type ServiceEntry, type ServiceProcess, serviceKey, startService } from "@dc/tooling/testing/service-process";
import { ServiceCalls } from "./service-calls.ts";
import { serviceKeyIn } from "./service-key.ts";
import { ServiceSpelling } from "./service-spelling.ts";

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
  readonly #sandbox: ServiceProcess;
  readonly #server: ServerProcess;
  readonly #settings: Settings;
  readonly #folder: string;

  private constructor(
    { sandbox, server, settings }: { sandbox: ServiceProcess; server: ServerProcess; settings: Settings },
    spelling: ServiceSpelling,
    folder: string,
  ) {
    this.#sandbox = sandbox;
    this.#server = server;
    this.#settings = settings;
    this.#folder = folder;
    this.spelling = spelling;
    this.origin = server.url;
    this.pages = `${server.url}/c/${connectionId}`;
    this.setUpUrl = typeof server.ready["setUpUrl"] === "string" ? server.ready["setUpUrl"] : null;
    this.service = new ServiceCalls(sandbox.url, spelling.authorization(serviceKey), spelling);
  }

  static async start(options: TestStackOptions = {}): Promise<TestStack> {
    const { spelling = "default", writes = false, waitMs = 0 } = options;
    const folder = mkdtempSync(join(tmpdir(), "console-e2e-"));
    const sandbox = await startService({ spelling, writes, practitioners: 5000 });
    const profile = await sandbox.control("GET", `/profile?writes=${writes ? "on" : "off"}`);
    const settings = {
      SANDBOX_SAMPLES_DIR: sandbox.samplesDir,
      LOG_LEVEL: "info",
      SERVICE_PROFILE: profileFile(spelling, writes, { profile, folder }),
      TEST_WAIT_MS: waitMs === null ? undefined : String(waitMs),
      ...options.settings,
    };
    const store = options.setUpByLink === true ? "empty" : "administered";
    const server = await startServer({ service: sandbox, store, settings });
    return new TestStack({ sandbox, server, settings }, new ServiceSpelling(profile), folder);
  }

  /** Kills the server at once, and starts it again at the same address, on what it left. */
  async killServer(): Promise<void> {
    await this.#server.stop("SIGKILL");
    await this.#server.start({ ...this.#settings, PORT: new URL(this.origin).port });
  }

  /** Calls the sandbox's control API; throws an error with its message if the call is refused. */
  async control(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
    return await this.#sandbox.control(method, path, body);
  }

  /** Every write that the service has accepted, oldest first. */
  async ledger(): Promise<ServiceEntry[]> {
    return await this.#sandbox.ledger();
  }

  /** Calls the gateway as an app would that reads the service today. */
  gateway(secret: string): ServiceCalls {
    return new ServiceCalls(`${this.origin}/gateway/v1`, `Bearer ${secret}`, this.spelling);
  }

  /** The session cookie of the administrator. Tests that are not about signing in share one session. */
  session(): SessionCookie {
    const [name = "", value = ""] = this.#server.cookie.split("=", 2);
    return { name, value, url: this.origin, httpOnly: true, sameSite: "Strict" };
  }

  /** Stops both and deletes their data; throws if the service's key is in the server's output. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#server[Symbol.asyncDispose](), this.#sandbox[Symbol.asyncDispose]()]);
    rmSync(this.#folder, { recursive: true, force: true });
    const leaked = serviceKeyIn(this.#server.output());
    if (leaked.length > 0) throw new Error(`The service's key is in the log, as ${leaked.join(", ")}`);
  }
}

interface SessionCookie {
  name: string;
  value: string;
  url: string;
  httpOnly: true;
  sameSite: "Strict";
}

/** A file with the profile that the sandbox prints; for the default spelling one that ships with the server. */
function profileFile(
  spelling: string,
  writes: boolean,
  { profile, folder }: { profile: unknown; folder: string },
): string | undefined {
  if (spelling === "default") return writes ? profileWithWrites : undefined;
  const path = join(folder, "profile.json");
  writeFileSync(path, JSON.stringify(profile));
  return path;
}
