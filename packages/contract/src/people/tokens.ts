import { z } from "zod";
import { prefixedId, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { ReferrerId } from "#/directories/referrers.ts";
import { trimmedText } from "#/trimmed-text.ts";

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
    owner: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    referrers: z
      .array(z.strictObject({ id: ReferrerId, name: z.string() }))
      .nullable()
      .describe("The referrers that it is limited to; null for all that its owner may see"),
    allowedOrigins: z.array(z.string()).describe("The origins of pages that may call the API with it"),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "Token" });
export type Token = z.infer<typeof Token>;

/** An origin as browsers send it, such as `https://app.example.org`; over plain http only on this machine. */
export const WebOrigin = z
  .string()
  .max(255)
  .refine((text) => isWebOrigin(text), "must be an origin such as https://app.example.org, without a path")
  .meta({ id: "WebOrigin" });

function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return (
    origin === text &&
    (protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)))
  );
}

export const CreateTokenInput = z
  .strictObject({
    name: trimmedText().min(1).max(maxLength.tokenName),
    scopes: z.array(TokenScope).min(1).max(TokenScope.options.length).default(["gateway"]),
    referrers: z.array(ReferrerId).min(1).max(1000).nullable().default(null),
    allowedOrigins: z.array(WebOrigin).max(20).default([]),
    expiresInDays: z.int().min(1).max(365).nullable().default(90),
  })
  .meta({ id: "CreateTokenInput", examples: [{ name: "Drift check", scopes: ["read"], expiresInDays: 90 }] });
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

export const CreatedToken = z.strictObject({ token: Token, secret: z.string() }).meta({ id: "CreatedToken" });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const TokenList = z.strictObject({ items: z.array(Token) }).meta({ id: "TokenList" });
export type TokenList = z.infer<typeof TokenList>;
