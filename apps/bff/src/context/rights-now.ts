import { type Action, type Actor, scopeByAction } from "@dc/contract";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectPerson } from "#/store/tables/people/people.ts";
import { selectToken } from "#/store/tables/people/tokens.ts";
import type { Deps, RequestContext } from "./deps.ts";
import { reachIn } from "./reach.ts";
import { liveToken } from "./token-rights.ts";

/** What somebody may do this to in the connection as of now: nothing once they are disabled, or their token has ended. */
export async function reachNow(
  { connection, clock }: Pick<Deps, "connection" | "clock">,
  db: Database | Transaction,
  { kind, id }: Pick<Actor, "kind" | "id">,
  action: Action,
): Promise<RequestContext["reach"]> {
  if (kind === "console") return "all";
  const roles =
    kind === "person" ? (await selectPerson(db, id))?.roles : await tokenRoles(db, { id, action, now: clock.now() });
  const reach = reachIn({ roles: roles ?? [], connection }, action);
  return reach === "none" ? [] : reach;
}

async function tokenRoles(
  db: Database | Transaction,
  { id, action, now }: { id: string; action: Action; now: Date },
): Promise<RequestContext["roles"] | undefined> {
  const row = await selectToken(db, id);
  const scope = scopeByAction[action];
  if (row === undefined || scope === undefined || !row.scopes.includes(scope)) return undefined;
  const hasEnded = row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now);
  return hasEnded ? undefined : liveToken(row)?.roles;
}
