import { randomBytes } from "node:crypto";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchTransport } from "@dc/api-client";
import type { Logger } from "pino";
import type { GrantedRole } from "@dc/contract";
import { builtInKey, createSandbox, type Sandbox, type SandboxOptions } from "@dc/sandbox/app";
import { compose } from "#/compose.ts";
import { type App, createApp, type Deps } from "#/server/app.ts";
import type { RequestContext } from "#/context/deps.ts";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { createLog } from "#/server/log.ts";
import { hashPassword } from "#/runtime/password-hash.ts";
import { newId } from "#/runtime/new-id.ts";
import { secretsFrom } from "#/runtime/secrets.ts";
import { createSender } from "#/sending/sender.ts";
import { parseAddressList } from "#/http/client-address.ts";
import { siteOf } from "#/http/site.ts";
import type { IdentityProviderSettings } from "#/context/identity-provider.ts";
import type { Store } from "#/store/engine/database.ts";
import type { PersonRow } from "#/store/tables/people/people.ts";
import { expectDocumented } from "./documented-answer.ts";
import { expectJournalled } from "./journalled-answer.ts";
import { signInWithoutPassword } from "./people/sign-in-without-password.ts";
import { openTestStore } from "./stores/store.ts";
import { type AllowedAddresses, parseAllowedAddresses } from "#/upstream/service-addresses/allowed-addresses.ts";
import type { ServiceOptions } from "#/upstream/service.ts";
import { settingsProfile } from "#/upstream/settings-profile.ts";
import { startBackgroundWork, startServerWork } from "#/background-work.ts";

export const ADMIN = { name: "Ada Admin", email: "ada@example.org", password: "correct-horse-battery" };
const ORIGIN = "http://localhost";
/** What every address begins with that belongs to the connection. */
export const CONNECTION_API = `/api/v1/connections/${CONNECTION_ID}`;

/** So that a hang has an end: what a request waits for is never cut short by a slow machine. */
const LONGEST_CHECK_MS = 600_000;

export interface TestAppOptions {
  publicUrl?: string;
  /** As the setting; every request of the test comes from 127.0.0.1. */
  trustedProxies?: string;
  consoleDir?: string;
  samplesDir?: string;
  /** An open, migrated and empty store, such as one on PostgreSQL; it is closed with the app. */
  store?: Store;
  sandbox?: SandboxOptions;
  /** `with-writes` if the sandbox offers its write endpoints; `of the sandbox` for the profile of its spelling. */
  profile?: "default" | "with-writes" | "of the sandbox";
  /** Adds to the profile of the sandbox, as text. */
  extendProfile?: (text: string) => string;
  service?: Partial<ServiceOptions>;
  /** As the setting: the same for every replica. */
  secretKey?: Buffer;
  /** As the setting: where connections that the test adds may lead. */
  serviceAddresses?: string;
  /** As the setting, in ms. */
  staleAfterMs?: number;
  /** Stands around each call to the sandbox, such as to let base move between two readings. */
  onCall?: (init: RequestInit, call: () => Promise<Response>, url: string) => Promise<Response>;
  /** Where the log goes; nowhere by default. */
  log?: Logger;
  identityProvider?: IdentityProviderSettings;
  /** false leaves the store as at a first start, without an account. */
  administrator?: boolean;
}

export interface TestApp extends AsyncDisposable {
  app: App;
  deps: Deps;
  sandbox: Sandbox;
  /** Moves only with `advance`. */
  clock: { now(): Date; advance(ms: number): void };
  /** A context of the signed-in administrator, for calling an operation directly. */
  context: RequestContext;
  /** Sends a request without a session; a body is sent as JSON. Throws if the API's document does not describe the answer. */
  request(method: string, path: string, body?: unknown, headers?: { [name: string]: string }): Promise<Response>;
  /** Posts to the sandbox's control API; throws an error with its message if that is refused. */
  control: (path: string, body: unknown) => Promise<void>;
  /** Advances the clock beyond the time to undo, and sends what is due. */
  sendDue(): Promise<void>;
  /** As `request`, signed in as the administrator. */
  signedIn: SignedInRequest;
  /** Somebody else with a session and these roles in every connection; their requests are made as by `signedIn`. */
  enter(as: { name: string; roles: readonly GrantedRole[] }): Promise<{ person: PersonRow; signedIn: SignedInRequest }>;
}

type SignedInRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: { [name: string]: string },
) => Promise<Response>;

/** The whole server in process, on a new store in memory, with a sandbox in process as the service. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  let time = Date.parse("2026-11-20T09:00:00.000Z");
  const clock = {
    now: () => new Date(time),
    advance: (ms: number) => {
      time += ms;
    },
  };
  const sandbox = createSandbox({ practitioners: 50, clock: () => time, ...options.sandbox });
  const store = options.store ?? (await openTestStore());
  const given =
    options.profile === "of the sandbox"
      ? settingsProfile({
          path: "the sandbox",
          text: (options.extendProfile ?? String)(JSON.stringify(sandbox.profile({ writes: sandbox.dials.writes }))),
        })
      : settingsProfile(undefined, options.profile);
  const composed = await compose({
    store,
    clock,
    log: options.log ?? createLog("silent"),
    secrets: secretsFrom(options.secretKey ?? randomBytes(32)),
    service: {
      baseUrl: "http://sandbox.invalid",
      apiKey: builtInKey,
      apiVersion: given.profile.data.apiVersion,
      mode: "test",
      samplesDir: options.samplesDir,
    },
    serviceAddresses: allowedAddresses(options.serviceAddresses ?? ""),
    settingsProfile: given,
    identityProvider: options.identityProvider,
    staleAfterMs: options.staleAfterMs,
    checkWaitMs: LONGEST_CHECK_MS,
    serviceOptions: {
      transport: fetchTransport(async (url, init) => {
        const call = async () => await sandbox.app.request(url, init);
        return await (options.onCall?.(init, call, String(url)) ?? call());
      }),
      ...options.service,
    },
  });
  const { deps } = composed;
  await startServerWork(deps);
  await composed.connections.startWork(async (ofConnection) => {
    await startBackgroundWork(ofConnection);
    return { stop: async () => await ofConnection.background.stop(), holdBack: () => Promise.resolve() };
  });
  const consoleDir = options.consoleDir ?? join(tmpdir(), "directory-console-not-built");
  const site = siteOf({
    publicUrl: options.publicUrl,
    host: "127.0.0.1",
    trustedProxies: parseAddressList(options.trustedProxies ?? "") ?? new BlockList(),
  });
  const app = createApp({ deps, site, consoleDir });

  const { person, cookieValue } = options.administrator === false ? nobody : await enter(deps);
  const request: TestApp["request"] = async (method, path, body, headers) => {
    const all = new Headers({ Origin: options.publicUrl ?? ORIGIN, "X-Directory-Console": "1" });
    if (body !== undefined) all.set("Content-Type", "application/json");
    for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
    const asked = new Request(new URL(path, ORIGIN), {
      method,
      headers: all,
      ...(body === undefined ? {} : { body: textOf(body) }),
    });
    const answer = await app.request(asked, undefined, { incoming: { socket: { remoteAddress: "127.0.0.1" } } });
    await expectDocumented(app, asked, answer);
    await expectJournalled(deps.wholeStore, asked, answer);
    return answer;
  };
  const cookieName = options.publicUrl?.startsWith("https:")
    ? "__Host-directory_console_session"
    : "directory_console_session";
  const withCookie =
    (value: string): SignedInRequest =>
    (method, path, body, headers) =>
      request(method, path, body, { ...headers, Cookie: `${cookieName}=${encodeURIComponent(value)}` });
  return {
    app,
    deps,
    sandbox,
    clock,
    context: {
      actor: { kind: "person", id: person.id, name: person.name },
      personId: person.id,
      sessionId: null,
      roles: person.roles,
      reach: "all",
      connection: deps.connection,
      deps,
      requestId: newId("req"),
    },
    request,
    async control(path, body) {
      const answer = await sandbox.control.request(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    },
    async sendDue() {
      clock.advance(5_000);
      await createSender(deps).runDue();
    },
    signedIn: withCookie(cookieValue),
    async enter({ name, roles }) {
      const email = `${newId("mail")}@example.org`;
      const entered = await signInWithoutPassword(deps, { name, email, roles });
      return { person: entered.person, signedIn: withCookie(entered.cookieValue) };
    },
    async [Symbol.asyncDispose]() {
      await composed.close();
      sandbox.close();
    },
  };
}

function allowedAddresses(text: string): AllowedAddresses {
  const allowed = parseAllowedAddresses(text, "http://sandbox.invalid");
  if ("problem" in allowed) throw new Error(allowed.problem);
  return allowed;
}

const nobody = { person: { id: "nobody", name: "Nobody", roles: [] }, cookieValue: "" };

async function enter(deps: Deps) {
  return await signInWithoutPassword(deps, { ...ADMIN, passwordHash: await hashPassword(ADMIN.password) });
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
