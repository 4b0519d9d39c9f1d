import type { Deps } from "#/context/deps.ts";
import type { AuthorizationSecrets } from "#/context/identity-provider.ts";

/** What somebody went to the provider for: to sign in, to accept an invitation, or to link their account. */
export type AuthorizationPurpose =
  | { kind: "sign-in" }
  | { kind: "join"; secretHash: string }
  | { kind: "link"; personId: string };

const SEALED_FOR = "identity provider";
/** How long somebody may take at the provider. */
export const AUTHORIZATION_LASTS_MS = 10 * 60 * 1000;

/** What the browser keeps while somebody is at the provider, sealed: it binds the answer to this browser. */
export function sealPendingAuthorization(
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  purpose: AuthorizationPurpose,
  { state, nonce, codeVerifier }: AuthorizationSecrets,
): string {
  const about = purpose.kind === "sign-in" ? "-" : purpose.kind === "join" ? purpose.secretHash : purpose.personId;
  return secrets.seal([purpose.kind, about, state, nonce, codeVerifier, clock.now().getTime()].join(" "), SEALED_FOR);
}

/** undefined if it is not ours or older than ten minutes. */
export function openPendingAuthorization(
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  value: string | undefined,
): { purpose: AuthorizationPurpose; secrets: AuthorizationSecrets; since: Date } | undefined {
  if (value === undefined) return undefined;
  let text: string;
  try {
    text = secrets.open(value, SEALED_FOR);
  } catch {
    return undefined;
  }
  const [kind, about = "", state = "", nonce = "", codeVerifier = "", since] = text.split(" ");
  if (clock.now().getTime() - Number(since) >= AUTHORIZATION_LASTS_MS) return undefined;
  const purpose: AuthorizationPurpose =
    kind === "join" ? { kind, secretHash: about } : kind === "link" ? { kind, personId: about } : { kind: "sign-in" };
  return { purpose, secrets: { state, nonce, codeVerifier }, since: new Date(Number(since)) };
}
