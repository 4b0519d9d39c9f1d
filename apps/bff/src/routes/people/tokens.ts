import { CreatedToken, CreateTokenInput, TokenId, TokenList } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { createToken } from "#/operations/tokens/create.ts";
import { listTokens } from "#/operations/tokens/list.ts";
import { revokeToken } from "#/operations/tokens/revoke.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const list = apiRoute("tokens", {
  operationId: "listTokens",
  method: "get",
  path: "/tokens",
  tags: ["Tokens"],
  summary: "List the access tokens that are valid",
  responses: { 200: jsonAnswer("The tokens, newest first; never their secrets", TokenList) },
});

const create = apiRoute("tokens", {
  operationId: "createToken",
  method: "post",
  path: "/tokens",
  tags: ["Tokens"],
  summary: "Create an access token for programs: to read, stage or apply through this API, or for the gateway",
  request: { body: jsonInput(CreateTokenInput) },
  responses: { 201: jsonAnswer("The token with its secret, which is shown only once", CreatedToken) },
});

const revoke = apiRoute("tokens", {
  operationId: "revokeToken",
  method: "delete",
  path: "/tokens/{tokenId}",
  tags: ["Tokens"],
  summary: "Revoke an access token",
  request: { params: z.object({ tokenId: TokenId }) },
  responses: { 204: { description: "Revoked" }, ...problems("not_found") },
});

export function tokenRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listTokens(c.get("context")), 200))
    .openapi(create, async (c) => c.json(await createToken(c.get("context"), c.req.valid("json")), 201))
    .openapi(revoke, async (c) => {
      await revokeToken(c.get("context"), c.req.valid("param").tokenId);
      return c.body(null, 204);
    });
}
