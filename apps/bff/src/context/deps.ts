import type { Actor, GrantedRole } from "@dc/contract";
import type { Logger } from "pino";
import type { RequestLog } from "#/request-log/request-log.ts";
import type { Background } from "#/runtime/background.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import type { Signal } from "#/runtime/signal.ts";
import type * as Passkeys from "#/sign-in/passkeys.ts";
import type { Sessions } from "#/sign-in/sessions.ts";
import type { Store } from "#/store/engine/database.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import type { Service } from "#/upstream/service.ts";
import type { AllowedAddresses } from "#/upstream/service-addresses/allowed-addresses.ts";
import type { SettingsProfile } from "#/upstream/settings-profile.ts";
import type { EventStreams } from "./event-streams.ts";
import type { Overlay, TokenCache } from "./gateway-caches.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import type { ServerEvents } from "./server-events.ts";

/** A connection to a service, without its secrets. */
export interface Connection {
  id: string;
  name: string;
  baseUrl: string;
  apiVersion: string;
  mode: "test" | "live";
  /** Out of use: it can be read, and nothing is sent. */
  isArchived: boolean;
}

export interface Clock {
  now: () => Date;
}

/** What all connections of a server share. */
export interface ServerDeps {
  /** The store as the caller sees it, who may be limited to some referrers. */
  store: Store;
  /** The store without a limit, for what belongs to a person or the installation: accounts, tokens. */
  wholeStore: Store;
  clock: Clock;
  newId: (prefix: string) => string;
  log: Logger;
  secrets: Secrets;
  sessions: Sessions;
  /** undefined where people sign in with passwords alone. */
  identityProvider: IdentityProvider | undefined;
  passkeys: typeof Passkeys;
  tokens: TokenCache;
  /** Where the services of connections may be. */
  serviceAddresses: AllowedAddresses;
  eventStreams: EventStreams;
  connections: Connections;
  /** Work that belongs to no connection. */
  serverWork: Background;
  /** How long an undo can stop applied changes before they are sent. */
  undoMs: number;
  /** How long a request waits for the end of a check that it began. */
  checkWaitMs: number;
}

/** Everything that operations on a connection use of the outside world. */
export interface Deps extends ServerDeps {
  connection: Connection;
  service: Service;
  /** The profile from the settings; a saved revision takes precedence. */
  settingsProfile: SettingsProfile;
  requests: RequestLog;
  overlay: Overlay;
  sendingSignal: Signal;
  /** The age beyond which a reading is called old. */
  staleAfterMs: number;
  /** How many records of a set are sent at once, at most. */
  recordsAtOnce: number;
  events: ServerEvents;
  /** The connection's own, so that one that is slow holds up no other. */
  background: Background;
  /** The folder of the sample roster and plan catalogue; undefined if there is none. */
  samplesDir: string | undefined;
}

/** The connections that this process serves. */
export interface Connections {
  of(id: string): Deps | undefined;
  /** The one of the environment first. */
  all(): readonly Deps[];
  /** Opens, changes and closes connections as the store has them now. */
  catchUp(): Promise<void>;
}

/** On whose behalf an operation runs, and what it may use. */
export interface RequestContext {
  actor: Actor;
  /** The person behind it: the actor, or the owner of the token. */
  personId: string;
  /** The session of a request that is made with one. */
  sessionId: string | null;
  /** The roles that the caller has in each connection. A token has no more than its owner. */
  roles: readonly (GrantedRole & { connectionId: string })[];
  /** What the caller is limited to for what is asked: the store of `deps` has nothing else for it. */
  reach: "all" | readonly string[];
  connection: Connection;
  deps: Deps;
  requestId: string;
}

/** Runs `work` in one transaction, so that journal rows are committed with the change that they describe. */
export function inTransaction<T>(context: RequestContext, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return transact(context.deps.store.db, work);
}
