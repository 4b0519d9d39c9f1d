import { z } from "zod";
import { trimmedText } from "#/trimmed-text.ts";

const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, "must be base64url");
const CredentialId = Base64Url.max(1400);

export const PasskeyId = z.string().regex(/^pky_[0-9A-Za-z]{16}$/, "must be the id of a passkey");
export const PasskeyName = trimmedText().min(1).max(60);

/** What a browser needs to make or use a passkey: `PublicKeyCredential.parse…OptionsFromJSON` takes `publicKey`. */
export const PasskeyOptions = z
  .strictObject({ publicKey: z.record(z.string(), z.unknown()) })
  .meta({ id: "PasskeyOptions" });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

/** Begins to add a passkey: with the password, or without one soon after signing in. */
export const PasskeyStartInput = z
  .strictObject({ password: z.string().min(1).max(128).optional() })
  .meta({ id: "PasskeyStartInput" });
export type PasskeyStartInput = z.infer<typeof PasskeyStartInput>;

/** A passkey that the browser has made. */
export const NewPasskeyInput = z
  .strictObject({
    name: PasskeyName,
    credentialId: CredentialId,
    clientData: Base64Url,
    attestation: Base64Url,
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, "must be the name of a transport")).max(10),
  })
  .meta({ id: "NewPasskeyInput" });
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>;

export const RenamePasskeyInput = z.strictObject({ name: PasskeyName }).meta({ id: "RenamePasskeyInput" });
export type RenamePasskeyInput = z.infer<typeof RenamePasskeyInput>;

/** The browser's proof that somebody has a passkey. */
export const PasskeyProofInput = z
  .strictObject({
    credentialId: CredentialId,
    clientData: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  })
  .meta({ id: "PasskeyProofInput" });
export type PasskeyProofInput = z.infer<typeof PasskeyProofInput>;
