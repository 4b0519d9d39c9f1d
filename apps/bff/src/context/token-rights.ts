import { type GrantedRole, reachOf, type TokenScope } from "@dc/contract";
import type { TokenRow } from "#/store/tables/people/tokens.ts";

/** A token that is neither revoked nor expired, whose owner is not disabled, and what it may do as of now. */
export interface LiveToken {
  id: string;
  name: string;
  ownerId: string;
  scopes: readonly TokenScope[];
  /** The origins of pages that may call the API with it. */
  allowedOrigins: readonly string[];
  roles: readonly (GrantedRole & { connectionId: string })[];
}

/** undefined if its owner cannot sign in. */
export function liveToken(row: TokenRow): LiveToken | undefined {
  if (row.owner_id === null || !row.is_owner_in) return undefined;
  const limit = row.is_limited ? new Set(row.referrer_ids) : null;
  const roles = row.owner_roles
    .filter(({ connectionId }) => connectionId === row.connection_id)
    .map((role) => ({ ...role, referrers: narrowed(role.referrers, limit) }));
  return {
    id: row.id,
    name: row.name,
    ownerId: row.owner_id,
    scopes: row.scopes,
    allowedOrigins: row.allowed_origins,
    roles,
  };
}

function narrowed(referrers: readonly string[] | null, limit: ReadonlySet<string> | null): readonly string[] | null {
  if (limit === null) return referrers;
  return referrers === null ? [...limit] : referrers.filter((id) => limit.has(id));
}

/** A live token for the gateway. */
export interface GatewayToken {
  id: string;
  connectionId: string;
  expiresAt: number | null;
  /** The referrers whose index versions it reads; null for all. */
  referrers: ReadonlySet<string> | null;
  allowedOrigins: readonly string[];
}

/** undefined if the token, or its owner as of now, may not read the gateway. */
export function gatewayToken(row: TokenRow): GatewayToken | undefined {
  const live = liveToken(row);
  const reach = live?.scopes.includes("gateway") === true ? reachOf(live.roles, "read") : "none";
  if (reach === "none") return undefined;
  return {
    id: row.id,
    connectionId: row.connection_id,
    expiresAt: row.expires_at?.getTime() ?? null,
    referrers: reach === "all" ? null : new Set(reach),
    allowedOrigins: row.allowed_origins,
  };
}
