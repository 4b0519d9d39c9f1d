import { z } from "zod";
import { prefixedId, Timestamp } from "./ids.ts";
import { maxLength } from "./limits.ts";

export const TokenId = prefixedId("tok");

/** What a token may do. The scopes are independent of each other: one that stages and reads has both. */
export const TokenScope = z
  .enum(["read", "stage", "apply", "gateway"])
  .describe(
    "`read`: read everything; `stage`: stage changes, and keep rosters and plans; `apply`: apply, withdraw and decide, and create index versions; `gateway`: read the gateway",
  )
  .meta({ id: "TokenScope" });
export type TokenScope = z.infer<typeof TokenScope>;

/** A personal access token. Its secret is shown once, when it is created. */
export const Token = z
  .strictObject({
    id: TokenId,
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(TokenScope),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "Token" });
export type Token = z.infer<typeof Token>;

export const CreateTokenInput = z
  .strictObject({
    name: z.string().trim().min(1).max(maxLength.tokenName),
    scopes: z.array(TokenScope).min(1).max(TokenScope.options.length).default(["gateway"]),
    expiresInDays: z.int().min(1).max(365).nullable().default(90),
  })
  .meta({ id: "CreateTokenInput" });
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

export const CreatedToken = z.strictObject({ token: Token, secret: z.string() }).meta({ id: "CreatedToken" });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const TokenList = z.strictObject({ items: z.array(Token) }).meta({ id: "TokenList" });
export type TokenList = z.infer<typeof TokenList>;
