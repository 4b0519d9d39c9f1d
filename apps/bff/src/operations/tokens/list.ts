import type { TokenList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectLiveTokens } from "#/store/tables/tokens.ts";
import { describeToken } from "#/operations/tokens/internal/describe-token.ts";

/** The tokens that still open something. */
export async function listTokens({ connection, deps }: RequestContext): Promise<TokenList> {
  const rows = await selectLiveTokens(deps.store.db, connection.id, deps.clock.now());
  return { items: rows.map(describeToken) };
}
