import { type CreatedToken, type CreateTokenInput, rolesInWords, TokenScope } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { journal } from "#/context/journal.ts";
import { lockPerson } from "#/store/tables/people/people.ts";
import { selectReferrerNames } from "#/store/tables/directories/referrers.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { insertToken, selectToken, type TokenRow } from "#/store/tables/people/tokens.ts";
import { operationError } from "#/runtime/errors.ts";
import { describeTokens } from "./list.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a program asks for, and what it is given where it says nothing. */
type AskedToken = Pick<CreateTokenInput, "name" | "scopes" | "expiresInDays"> & Partial<CreateTokenInput>;

/**
 * Creates a personal access token. Only this response contains its secret; the store keeps a hash. It is never given more than
 * its owner has, and later never does more than the owner may then.
 */
export async function createToken(
  context: RequestContext,
  { name, scopes, expiresInDays, referrers = null, allowedOrigins = [] }: AskedToken,
): Promise<CreatedToken> {
  const { actor, personId, connection, deps } = context;
  refuseBeyondOwner(context, scopes);
  await refuseUnknownReferrers(context, referrers);
  const now = deps.clock.now();
  const secret = `dct_${randomText(40)}`;
  const id = deps.newId("tok");
  // A token belongs to a person, and not to what the person is limited to.
  const token = await transact(deps.wholeStore.db, async (trx) => {
    // Whoever is disabled meanwhile would leave a token behind.
    if ((await lockPerson(trx, personId))?.disabled_at !== null) throw operationError("not_signed_in", "sign-in");
    await insertToken(trx, {
      id,
      connectionId: connection.id,
      name,
      secretHash: hashSecret(secret),
      lastFour: secret.slice(-4),
      scopes: TokenScope.options.filter((scope) => scopes.includes(scope)),
      referrers,
      allowedOrigins,
      ownerId: personId,
      createdBy: actor,
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
    });
    const [described] = await describeTokens(trx, connection.id, [await tokenWith(trx, id)]);
    if (described === undefined) throw new RangeError("one row gives one token");
    await journal(context, trx, {
      subject: id,
      message: { code: "token.create", params: { by: actor.name, name } },
      after: described,
    });
    return described;
  });
  await deps.tokens.refresh();
  return { token, secret };
}

function refuseBeyondOwner(context: RequestContext, scopes: readonly TokenScope[]): void {
  const errors = scopes.flatMap((scope, index) => {
    const action = scope === "gateway" ? "read" : scope;
    if (reachIn(context, action) !== "none") return [];
    return [
      {
        pointer: `/scopes/${index}`,
        detail: `is more than you may do: ${scope} needs the role ${rolesInWords(action)}`,
      },
    ];
  });
  if (errors.length > 0) throw operationError("invalid_request", "token-scopes", { errors });
}

async function refuseUnknownReferrers(
  { deps, connection }: RequestContext,
  referrers: readonly string[] | null,
): Promise<void> {
  if (referrers === null) return;
  const known = await selectReferrerNames(deps.store.db, connection.id, referrers);
  const errors = referrers.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/referrers/${index}`, detail: "is not the id of a referrer that you see" }],
  );
  if (errors.length > 0) throw operationError("invalid_request", "token-referrers", { errors });
}

async function tokenWith(trx: Transaction, id: string): Promise<TokenRow> {
  const row = await selectToken(trx, id);
  if (row === undefined) throw new RangeError("the token was just inserted");
  return row;
}
