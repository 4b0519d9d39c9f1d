import type { RoleName } from "@dc/contract";
import type { Logger } from "pino";
import { operationError, type OperationError } from "#/runtime/errors.ts";

/** A role that everybody in a group of the provider has. */
export interface RoleOfGroup {
  group: string;
  connectionId: string;
  role: RoleName;
  /** The referrers that the role is limited to; null for all. */
  referrers: readonly string[] | null;
}

/** An identity provider that speaks OpenID Connect, as the operator describes it. */
export interface IdentityProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider sends people back to. */
  redirectUri: string;
  /** How screens call it. */
  label: string;
  scope: string;
  groupsClaim: string;
  groupRoles: readonly RoleOfGroup[];
  /** Whether somebody who is linked to no account, and has a group with a role, gets one. */
  unknownPeople: "refuse" | "create";
}

/** What binds the answer of the provider to the browser and the request that asked for it. */
export interface AuthorizationSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider sends back in the address. */
export interface AuthorizationAnswer {
  code: string;
  state: string;
  /** The issuer, where the provider names it there. */
  iss?: string | undefined;
}

/** Somebody as the provider knows them: issuer and subject are the identity, all else may change. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  /** false where the provider does not say. */
  isEmailVerified: boolean;
  groups: readonly string[];
}

export interface IdentityProvider {
  settings: IdentityProviderSettings;
  /** The page of the provider on which somebody signs in, and what must be kept until the answer. */
  authorize(): Promise<{ url: string; secrets: AuthorizationSecrets }>;
  /** Who signed in there. Throws an OperationError where the answer does not belong to the request or is not for us. */
  identify(answer: AuthorizationAnswer, secrets: AuthorizationSecrets): Promise<Identity>;
}

const ANSWERS_WITHIN_MS = 10_000;
const DESCRIPTION_KEPT_MS = 60 * 60 * 1000;

type Library = typeof import("oauth4webapi");
type Description = import("oauth4webapi").AuthorizationServer;

/** Signs in by the authorization code with PKCE; the id token's issuer, audience, nonce, times and signature are checked. */
export function openIdentityProvider(
  settings: IdentityProviderSettings,
  { log, now }: { log: Logger; now: () => Date },
): IdentityProvider {
  const { issuer, clientId, clientSecret, redirectUri, scope, groupsClaim } = settings;
  const client = { client_id: clientId };
  const keys = {};
  let described: { as: Promise<Description>; at: number } | undefined;

  const optionsOf = (library: Library) => ({
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    // oxlint-disable-next-line typescript/no-deprecated -- the settings take http on this machine's loopback address alone
    [library.allowInsecureRequests]: issuer.startsWith("http:"),
  });

  async function describe(library: Library): Promise<Description> {
    const time = now().getTime();
    if (described !== undefined && time - described.at < DESCRIPTION_KEPT_MS) return described.as;
    const asked = { as: readDescription(library), at: time };
    described = asked;
    asked.as.catch(() => {
      if (described === asked) described = undefined;
    });
    return await asked.as;
  }

  async function readDescription(library: Library): Promise<Description> {
    const address = new URL(issuer);
    const answer = await library.discoveryRequest(address, { algorithm: "oidc", ...optionsOf(library) });
    return await library.processDiscoveryResponse(address, answer);
  }

  async function claimsOf(library: Library, { code, state, iss }: AuthorizationAnswer, secrets: AuthorizationSecrets) {
    const as = await describe(library);
    const parameters = library.validateAuthResponse(
      as,
      client,
      new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }),
      secrets.state,
    );
    const methods = as.token_endpoint_auth_methods_supported;
    const authentication =
      methods === undefined || methods.includes("client_secret_basic")
        ? library.ClientSecretBasic(clientSecret)
        : library.ClientSecretPost(clientSecret);
    const answer = await library.authorizationCodeGrantRequest(
      as,
      client,
      authentication,
      parameters,
      redirectUri,
      secrets.codeVerifier,
      optionsOf(library),
    );
    const tokens = await library.processAuthorizationCodeResponse(as, client, answer, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    });
    await library.validateApplicationLevelSignature(as, answer, { ...optionsOf(library), [library.jwksCache]: keys });
    const claims = library.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new RangeError("the library requires an id token");
    if (as.userinfo_endpoint === undefined) return claims;
    const told = await library.userInfoRequest(as, client, tokens.access_token, optionsOf(library));
    // The library compares the subject, so that these claims are of the same person.
    return { ...(await library.processUserInfoResponse(as, client, claims.sub, told)), ...claims };
  }

  async function withLibrary<T>(work: (library: Library) => Promise<T>): Promise<T> {
    const library = await import("oauth4webapi");
    try {
      return await work(library);
    } catch (error) {
      log.warn({ err: error, issuer }, "signing in with the identity provider failed");
      throw asOperationError(error, settings.label);
    }
  }

  return {
    settings,
    async authorize() {
      return await withLibrary(async (library) => {
        const as = await describe(library);
        if (as.authorization_endpoint === undefined)
          throw new RangeError("the provider names no authorization endpoint");
        const secrets = {
          state: library.generateRandomState(),
          nonce: library.generateRandomNonce(),
          codeVerifier: library.generateRandomCodeVerifier(),
        };
        const url = new URL(as.authorization_endpoint);
        const parameters = {
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: "code",
          scope,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: "S256",
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return { url: url.href, secrets };
      });
    },
    async identify(answer, secrets) {
      return await withLibrary(async (library) => {
        const claims = await claimsOf(library, answer, secrets);
        const verified = claims["email_verified"];
        return {
          issuer: claims.iss,
          subject: claims.sub,
          name: textOrNull(claims["name"]) ?? textOrNull(claims["preferred_username"]),
          email: textOrNull(claims["email"]),
          isEmailVerified: verified === true || textOrNull(verified)?.toLowerCase() === "true",
          groups: textsOf(claims[groupsClaim]),
        };
      });
    },
  };
}

function asOperationError(error: unknown, label: string): OperationError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const isUnreachable =
    (error instanceof TypeError && error.message === "fetch failed") ||
    (cause instanceof DOMException && cause.name === "TimeoutError");
  return isUnreachable
    ? operationError("identity_provider_unreachable", "no-answer", { label, cause: error })
    : operationError("sign_in_failed", "provider-answer", { label, cause: error });
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** A claim with one group may be a text instead of a list. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
}
