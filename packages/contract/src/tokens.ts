import { z } from "zod";
import { prefixedId, Timestamp } from "./ids.ts";
import { maxLength } from "./limits.ts";

export const TokenId = prefixedId("tok");

/** A personal access token for the gateway. Its secret is shown once, when it is created. */
export const Token = z
  .strictObject({
    id: TokenId,
    name: z.string(),
    lastFour: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "Token" });
export type Token = z.infer<typeof Token>;

export const CreateTokenInput = z
  .strictObject({
    name: z.string().trim().min(1).max(maxLength.tokenName),
    expiresInDays: z.int().min(1).max(365).nullable().default(90),
  })
  .meta({ id: "CreateTokenInput" });
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

export const CreatedToken = z.strictObject({ token: Token, secret: z.string() }).meta({ id: "CreatedToken" });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const TokenList = z.strictObject({ items: z.array(Token) }).meta({ id: "TokenList" });
export type TokenList = z.infer<typeof TokenList>;
