import { hashSecret } from "#/runtime/secrets.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { type GatewayToken, gatewayToken } from "#/context/token-rights.ts";
import { selectTokenAndRevision } from "#/store/tables/people/tokens.ts";
import type { GatewayContext } from "./gateway-context.ts";

/**
 * The caller of a request. The token comes from this process's cache; with a shared store it is checked in the store.
 */
export interface Caller {
  secret: string | undefined;
  token: GatewayToken | undefined;
}

export function callerOf({ deps }: GatewayContext, authorization: string | undefined): Caller {
  const secret = readCredential(authorization);
  const token = secret === undefined ? undefined : deps.tokens.find(secret);
  return { secret, token: token?.connectionId === deps.connection.id ? token : undefined };
}

/** What the caller may read: undefined nothing at all. */
export interface Authorised {
  /** Whether the index version exists for this caller. */
  knowsIndex: (indexId: string) => Promise<boolean>;
  allowedOrigins: readonly string[];
}

/**
 * Authorises the caller and records the use of the token; with a shared store it also updates the overlay of the index.
 */
export async function authorise(
  gateway: GatewayContext,
  { secret, token }: Caller,
  indexId: string,
): Promise<Authorised | undefined> {
  const { deps, knownIndices } = gateway;
  if (secret === undefined || deps.connection.isArchived) return undefined;
  if (deps.store.kind === "embedded") {
    if (token === undefined) return undefined;
    deps.tokens.markUsed(token.id);
    return { knowsIndex: (id) => isKnownIndex(gateway, token, id), allowedOrigins: token.allowedOrigins };
  }
  const asked = { connectionId: deps.connection.id, secretHash: hashSecret(secret), indexId, now: deps.clock.now() };
  const tokenAndProfile = await selectTokenAndRevision(deps.store.db, asked);
  const stored = tokenAndProfile === undefined ? undefined : gatewayToken(tokenAndProfile.row);
  if (tokenAndProfile === undefined || stored === undefined) return undefined;
  deps.tokens.markUsed(stored.id);
  const authorised = {
    knowsIndex: (id: string) => isKnownIndex(gateway, stored, id),
    allowedOrigins: stored.allowedOrigins,
  };
  const isReached = stored.referrers === null || stored.referrers.has(tokenAndProfile.referrerId ?? "");
  if (tokenAndProfile.revision === null || !isReached) return authorised;
  knownIndices.add(indexId);
  await deps.overlay.catchUp(indexId, tokenAndProfile.revision);
  return authorised;
}

/** Which referrer an index version has can change, so that a limited token asks the store each time. */
async function isKnownIndex(
  { deps, knownIndices }: GatewayContext,
  { referrers }: GatewayToken,
  indexId: string,
): Promise<boolean> {
  if (referrers === null && knownIndices.has(indexId)) return true;
  const index = await selectIndexVersion(deps.store.db, deps.connection.id, indexId);
  if (index === undefined) return false;
  knownIndices.add(indexId);
  return referrers === null || referrers.has(index.referrer_id ?? "");
}

/** The access token of a request: a Bearer token, or the user name of Basic with an empty password. */
export function readCredential(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, space).toLowerCase();
  const value = authorization.slice(space + 1).trim();
  if (scheme === "bearer") return value === "" ? undefined : value;
  if (scheme !== "basic") return undefined;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.endsWith(":") && pair.length > 1 && pair.indexOf(":") === pair.length - 1 ? pair.slice(0, -1) : undefined;
}
