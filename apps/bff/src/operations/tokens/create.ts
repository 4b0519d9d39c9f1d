import { type CreatedToken, type CreateTokenInput, TokenScope } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { insertToken } from "#/store/tables/tokens.ts";
import { describeToken } from "./list.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a personal access token. Only this response contains its secret; the store keeps a hash. */
export async function createToken(
  context: RequestContext,
  { name, scopes, expiresInDays }: CreateTokenInput,
): Promise<CreatedToken> {
  const { actor, connection, deps, requestId } = context;
  const now = deps.clock.now();
  const secret = `dct_${randomText(40)}`;
  const row = await inTransaction(context, async (trx) => {
    const inserted = await insertToken(trx, {
      id: deps.newId("tok"),
      connectionId: connection.id,
      name,
      secretHash: hashSecret(secret),
      lastFour: secret.slice(-4),
      scopes: TokenScope.options.filter((scope) => scopes.includes(scope)),
      createdBy: actor,
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
    });
    await appendJournal(trx, {
      connectionId: connection.id,
      at: now,
      actor,
      action: "token.create",
      subject: inserted.id,
      message: { code: "token.create", params: { by: actor.name, name: inserted.name } },
      after: describeToken(inserted),
      requestId,
    });
    return inserted;
  });
  await deps.tokens.refresh();
  return { token: describeToken(row), secret };
}
