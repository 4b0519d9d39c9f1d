import type { KnownToken } from "#/context/gateway-caches.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { selectIndexVersion } from "#/store/tables/index-versions.ts";
import { selectTokenAndRevision } from "#/store/tables/tokens.ts";
import type { GatewayContext } from "./gateway-context.ts";

/**
 * The caller of a request. The token comes from this process's cache; with a shared store it is checked in the store.
 */
export interface Caller {
  secret: string | undefined;
  token: KnownToken | undefined;
}

export function callerOf({ deps }: GatewayContext, authorization: string | undefined): Caller {
  const secret = readCredential(authorization);
  return { secret, token: secret === undefined ? undefined : deps.tokens.find(secret) };
}

/**
 * Authorises the caller and records the use of the token; with a shared store it also updates the overlay of the index.
 */
export async function authorise(
  { deps, knownIndices }: GatewayContext,
  { secret, token }: Caller,
  indexId: string,
): Promise<boolean> {
  if (secret === undefined) return false;
  if (deps.store.kind === "embedded") {
    if (token !== undefined) deps.tokens.markUsed(token.id);
    return token !== undefined;
  }
  const asked = { connectionId: deps.connection.id, secretHash: hashSecret(secret), indexId, now: deps.clock.now() };
  const found = await selectTokenAndRevision(deps.store.db, asked);
  if (found === undefined) return false;
  deps.tokens.markUsed(found.tokenId);
  if (found.revision === null) return true;
  knownIndices.add(indexId);
  await deps.overlay.catchUp(indexId, found.revision);
  return true;
}

export async function isKnownIndex({ deps, knownIndices }: GatewayContext, indexId: string): Promise<boolean> {
  if (knownIndices.has(indexId)) return true;
  if ((await selectIndexVersion(deps.store.db, deps.connection.id, indexId)) === undefined) return false;
  knownIndices.add(indexId);
  return true;
}

/** The access token of a request: a Bearer token, or the user name of Basic with an empty password. */
function readCredential(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, space).toLowerCase();
  const value = authorization.slice(space + 1).trim();
  if (scheme === "bearer") return value === "" ? undefined : value;
  if (scheme !== "basic") return undefined;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.endsWith(":") && pair.length > 1 && pair.indexOf(":") === pair.length - 1 ? pair.slice(0, -1) : undefined;
}
