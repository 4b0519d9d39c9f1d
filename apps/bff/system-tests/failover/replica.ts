import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, startChildServer } from "@dc/tooling/child-server";
import { type Answered, bffMain, KEY, withWrites } from "#system-tests/processes.ts";
import { CONNECTION_API } from "#/testing/app.ts";

/** The one whom the first replica of a store creates. */
export const administrator = { email: "ada@example.org", password: "correct-horse-battery" };

/** One server process of several on a PostgreSQL. */
export interface Replica extends AsyncDisposable {
  pid: number;
  /** The session cookie; the replicas share sessions. */
  cookie: string;
  signIn(): Promise<void>;
  takeSession(of: Replica): void;
  call(method: string, path: string, body?: unknown): Promise<Answered & { retryAfter: string | null }>;
  /** The status of `readyz`; undefined without an answer. */
  ready(): Promise<number | undefined>;
  kill(signal: NodeJS.Signals): void;
  exit: ChildServer["exit"];
  hasEnded(): boolean;
  output(): string;
}

export async function startReplica(
  databaseUrl: string,
  serviceUrl: string,
  settings: { readonly [name: string]: string } = {},
): Promise<Replica> {
  const dataDir = mkdtempSync(join(tmpdir(), "test-replica-"));
  const child = await startChildServer({
    script: bffMain,
    env: {
      PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      SERVICE_BASE_URL: serviceUrl,
      SERVICE_API_KEY: KEY,
      SERVICE_MODE: "test",
      SERVICE_PROFILE: withWrites,
      TEST_WAIT_MS: "100",
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  let hasEnded = false;
  void child.exit.then(() => (hasEnded = true));
  const replica: Replica = {
    pid: child.pid,
    cookie: "",
    async signIn() {
      const { status } = await replica.call("POST", "/api/v1/session", administrator);
      if (status !== 200) throw new Error(`Signing in answered ${status}.`);
    },
    takeSession(of) {
      replica.cookie = of.cookie;
    },
    async call(method, path, body) {
      const answer = await fetch(`${child.url}${path.startsWith("/api/v1/") ? path : `${CONNECTION_API}${path}`}`, {
        method,
        headers: {
          Origin: child.url,
          "X-Directory-Console": "1",
          Cookie: replica.cookie,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      replica.cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? replica.cookie;
      return {
        status: answer.status,
        body: text === "" ? undefined : JSON.parse(text),
        retryAfter: answer.headers.get("retry-after"),
      };
    },
    async ready() {
      const answer = await fetch(`${child.url}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.status;
    },
    kill: child.kill,
    exit: child.exit,
    hasEnded: () => hasEnded,
    output: child.output,
    async [Symbol.asyncDispose]() {
      await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return replica;
}
