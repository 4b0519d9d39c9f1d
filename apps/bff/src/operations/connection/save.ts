import type { ServiceProfile } from "#/upstream/service.ts";
import type { Clock, Connection } from "#/context/deps.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { upsertConnection } from "#/store/tables/connections/connection.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";

/** The fixed id of the connection from the environment, which is the first row. */
export const CONNECTION_ID = "con_environment00000";

export interface ConnectionParts {
  service: { baseUrl: string; apiKey: string; apiVersion: string; mode: "test" | "live" };
  profile: Pick<ServiceProfile, "name" | "hash" | "standardIndex" | "testIndex">;
  secrets: Secrets;
  clock: Clock;
}

/** Saves the connection of the environment with its sealed key, and the index versions that every connection has. */
export async function saveConnection(
  db: Database,
  { service, profile, secrets, clock }: ConnectionParts,
): Promise<Connection> {
  const connection: Connection = {
    id: CONNECTION_ID,
    name: service.mode === "test" ? "Test service" : "Service",
    baseUrl: service.baseUrl,
    apiVersion: service.apiVersion,
    mode: service.mode,
    isArchived: false,
  };
  const { id, name, baseUrl, apiVersion, mode } = connection;
  await transact(db, (trx) =>
    upsertConnection(trx, {
      id,
      name,
      baseUrl,
      apiVersion,
      mode,
      sealKey: (kept) =>
        kept !== undefined && holds(secrets, kept, service.apiKey) ? kept : secrets.seal(service.apiKey, PURPOSE),
      profileName: profile.name,
      profileHash: profile.hash,
      standardIndex: profile.standardIndex,
      testIndex: profile.testIndex,
      now: clock.now(),
    }),
  );
  return connection;
}

/** What a key is sealed for, so that one moved to another connection does not open. */
export const keyPurpose = (connectionId: string): string => `connection ${connectionId}`;
const PURPOSE = keyPurpose(CONNECTION_ID);

/** False also if it was sealed with another secret key; it is then sealed again. */
function holds(secrets: Secrets, sealed: string, apiKey: string): boolean {
  try {
    return secrets.open(sealed, PURPOSE) === apiKey;
  } catch {
    return false;
  }
}
