import { CreatedToken, CreateTokenInput, TokenList } from "@dc/contract";
import { createToken } from "#/operations/tokens/create.ts";
import { listTokens } from "#/operations/tokens/list.ts";
import { revokeToken } from "#/operations/tokens/revoke.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function tokenRoutes() {
  return routesOf(
    "Tokens",
    operation("tokens", "listTokens", "GET /tokens", {
      summary: "List the access tokens that are valid",
      answer: [200, "The tokens, newest first; never their secrets", TokenList],
      call: ({ context }) => listTokens(context),
    }),
    operation("tokens", "createToken", "POST /tokens", {
      summary: "Create an access token for programs: to read, stage or apply through this API, or for the gateway",
      body: CreateTokenInput,
      answer: [201, "The token with its secret, which is shown only once", CreatedToken],
      isToldOnce: true,
      call: ({ context, body }) => createToken(context, body),
    }),
    operation("tokens", "revokeToken", "DELETE /tokens/{tokenId}", {
      summary: "Revoke an access token",
      answer: [204, "Revoked"],
      problems: ["not_found"],
      call: ({ context, params }) => revokeToken(context, params.tokenId),
    }),
  );
}
