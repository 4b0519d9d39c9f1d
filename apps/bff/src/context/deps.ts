import type { Actor } from "@dc/contract";
import type { Logger } from "pino";
import type { RequestLog } from "#/request-log/request-log.ts";
import type { Background } from "#/runtime/background.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import type { Signal } from "#/runtime/signal.ts";
import type { SignIn } from "#/sign-in/sign-in.ts";
import type { Store } from "#/store/engine/database.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import type { Service } from "#/upstream/service.ts";
import type { SettingsProfile } from "#/upstream/settings-profile.ts";
import type { Overlay, TokenCache } from "./gateway-caches.ts";
import type { ServerEvents } from "./server-events.ts";

/** The service that this process talks to, as far as it is no secret. */
export interface Connection {
  id: string;
  name: string;
  baseUrl: string;
  apiVersion: string;
  mode: "test" | "live";
}

export interface Clock {
  now: () => Date;
}

/** Everything that operations use of the world. */
export interface Deps {
  store: Store;
  clock: Clock;
  newId: (prefix: string) => string;
  log: Logger;
  secrets: Secrets;
  signIn: SignIn;
  connection: Connection;
  service: Service;
  /** What the settings say of the profile; a saved revision wins over it. */
  settingsProfile: SettingsProfile;
  requests: RequestLog;
  overlay: Overlay;
  sendingSignal: Signal;
  /** How long an undo can stop what was applied before it is sent. */
  undoMs: number;
  tokens: TokenCache;
  events: ServerEvents;
  background: Background;
  /** Where the sample roster and plan catalogue are; undefined where there are none. */
  samplesDir: string | undefined;
}

/** On whose behalf an operation runs, and with what. */
export interface RequestContext {
  actor: Actor;
  connection: Connection;
  deps: Deps;
  requestId: string;
}

/** Work in one transaction; journal rows belong in it. */
export function inTransaction<T>(context: RequestContext, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return transact(context.deps.store.db, work);
}
