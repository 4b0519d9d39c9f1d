import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChildServer, type ChildServer } from "@dc/tooling/child-server";
import { canaries, serviceKey } from "./canary.ts";
import { ServiceCalls } from "./service-calls.ts";
import { Wire } from "./wire.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const shipped: { readonly [spelling: string]: { readonly plain?: string; readonly writes: string } } = {
  default: { writes: "packages/api-client/src/profile/with-writes.json" },
  respelled: {
    plain: "apps/sandbox/profiles/respelled.json",
    writes: "apps/sandbox/profiles/respelled-with-writes.json",
  },
};

export const administrator = { name: "Marta Silva", email: "marta@example.org", password: "a sentence works well" };

export interface HouseOptions {
  /** The sandbox's dial; the profile follows it, and nothing else does. */
  spelling?: string;
  /** The service offers its write operations, and the profile names them. */
  writes?: boolean;
  latencyMs?: number;
  /** Without it the administrator is there from the start. */
  setUpByLink?: boolean;
  practitioners?: number;
}

/** Sandbox and bff as processes of their own, on free ports, with a fresh data directory. */
export class House implements AsyncDisposable {
  readonly origin: string;
  readonly setUpUrl: string | null;
  /** The service asked directly, with its key. */
  readonly service: ServiceCalls;
  readonly wire: Wire;
  readonly #controlUrl: string;
  readonly #sandbox: ChildServer;
  readonly #bff: ChildServer;
  readonly #dataDir: string;

  private constructor(sandbox: ChildServer, bff: ChildServer, wire: Wire, dataDir: string) {
    this.#sandbox = sandbox;
    this.#bff = bff;
    this.#dataDir = dataDir;
    this.#controlUrl = controlUrlOf(sandbox);
    this.wire = wire;
    this.origin = bff.url;
    this.setUpUrl = typeof bff.ready["setUpUrl"] === "string" ? bff.ready["setUpUrl"] : null;
    this.service = new ServiceCalls(sandbox.url, wire.authorization(serviceKey), wire);
  }

  static async start(options: HouseOptions = {}): Promise<House> {
    const { spelling = "default", writes = false } = options;
    const dataDir = mkdtempSync(join(tmpdir(), "console-e2e-"));
    const sandbox = await startChildServer({
      script: join(root, "apps/sandbox/src/main.ts"),
      env: {
        SANDBOX_PORT: "0",
        SANDBOX_CONTROL_PORT: "0",
        SANDBOX_SPELLING: spelling,
        SANDBOX_WRITES: writes ? "on" : "off",
        SANDBOX_LATENCY_MS: String(options.latencyMs ?? 0),
        SANDBOX_PRACTITIONERS: String(options.practitioners ?? 5000),
        DATA_DIR: dataDir,
      },
    });
    const said = await fetch(`${controlUrlOf(sandbox)}/profile?writes=${writes ? "on" : "off"}`);
    const profile: unknown = await said.json();
    const bff = await startChildServer({
      script: join(root, "apps/bff/dist/main.js"),
      env: {
        PORT: "0",
        DATA_DIR: dataDir,
        SERVICE_BASE_URL: sandbox.url,
        SERVICE_API_KEY: serviceKey,
        SERVICE_MODE: "test",
        SANDBOX_SAMPLES_DIR: join(dataDir, "sandbox", "samples"),
        LOG_LEVEL: "info",
        SERVICE_PROFILE: profileFile(spelling, writes, { profile, dataDir }),
        ...(options.setUpByLink === true
          ? {}
          : { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }),
      },
    });
    return new House(sandbox, bff, new Wire(profile), dataDir);
  }

  /** A call of the sandbox's control API; throws with its words when it is refused. */
  async control(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#controlUrl}${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text.startsWith("{") ? JSON.parse(text) : text;
  }

  /** The gateway, called as an app would that reads the service today. */
  gateway(secret: string): ServiceCalls {
    return new ServiceCalls(`${this.origin}/gateway/v1`, `Bearer ${secret}`, this.wire);
  }

  /** Stops both and forgets their data; throws when the service's key was in what they wrote. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bff.stop();
    await this.#sandbox.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
    const told = canaries.filter((form) => this.#bff.output().includes(form));
    if (told.length > 0) throw new Error(`The service's key is in the log, as ${told.join(", ")}`);
  }
}

function controlUrlOf(sandbox: ChildServer): string {
  return String(sandbox.ready["controlUrl"]);
}

/** The profile that ships for a spelling; that of a seed is printed by the sandbox, as a person would print it. */
function profileFile(
  spelling: string,
  writes: boolean,
  { profile, dataDir }: { profile: unknown; dataDir: string },
): string | undefined {
  const known = shipped[spelling];
  const file = writes ? known?.writes : known?.plain;
  if (known !== undefined) return file === undefined ? undefined : join(root, file);
  const printed = join(dataDir, "profile.json");
  writeFileSync(printed, JSON.stringify(profile));
  return printed;
}
