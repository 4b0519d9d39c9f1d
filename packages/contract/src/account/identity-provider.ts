import { z } from "zod";

/** The identity provider with which people can sign in; null where there is none. */
export const IdentityProviderOffer = z
  .strictObject({ identityProvider: z.strictObject({ label: z.string() }).nullable() })
  .meta({ id: "IdentityProviderOffer" });
export type IdentityProviderOffer = z.infer<typeof IdentityProviderOffer>;

/** Begins to sign in with the identity provider; with the secret of an invitation, the account is linked at the same time. */
export const AuthorizationInput = z
  .strictObject({ invitation: z.string().min(20).max(200).optional() })
  .meta({ id: "AuthorizationInput" });
export type AuthorizationInput = z.infer<typeof AuthorizationInput>;

/** The page of the identity provider on which somebody signs in. It comes back to `/sign-in/callback`. */
export const AuthorizationRequest = z.strictObject({ url: z.string() }).meta({ id: "AuthorizationRequest" });
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

/** What the identity provider sent back in the address. */
export const AuthorizationAnswerInput = z
  .strictObject({
    code: z.string().min(1).max(4096),
    state: z.string().min(1).max(200),
    iss: z.string().max(2000).optional().describe("The issuer, where the provider names it"),
  })
  .meta({ id: "AuthorizationAnswerInput" });
export type AuthorizationAnswerInput = z.infer<typeof AuthorizationAnswerInput>;
