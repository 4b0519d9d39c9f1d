import type { Actor } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import type { Logger } from "pino";
import type { Background } from "./background.ts";
import type { Overlay } from "#/gateway/overlay.ts";
import type { TokenMemory } from "#/gateway/token-memory.ts";
import type { ComparedRecord } from "#/operations/records/compare-record.ts";
import type { WakeUp } from "#/operations/sending/wake-up.ts";
import type { Secrets } from "./secrets.ts";
import type { SignIn } from "#/sign-in/sign-in.ts";
import type { Store } from "#/store/engine/database.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import type { RequestLog } from "#/request-log/request-log.ts";
import type { Service } from "#/upstream/service.ts";
import type { SettingsProfile } from "#/upstream/settings-profile.ts";

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
  sender: WakeUp;
  /** How long an undo can stop what was applied before it is sent. */
  undoMs: number;
  tokens: TokenMemory;
  /** Counts records anew for the lists, after their changes or decisions moved. */
  recount: (indexId: string, records: readonly RecordKey[]) => Promise<void>;
  /** Proposes what follows base where it moved; gives whether a draft came or went. */
  follow: (indexId: string, compared: readonly ComparedRecord[]) => Promise<boolean>;
  background: Background;
  /** Where the sample roster and plan catalogue are; undefined where there are none. */
  samplesDir: string | undefined;
}

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
