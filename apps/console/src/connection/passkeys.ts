import type { NewPasskeyInput, PasskeyOptions, PasskeyProofInput } from "@dc/contract";

/** Whether this browser makes and uses passkeys, at the address at which the console is open: they belong to a host name. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isName = !/^\d+(?:\.\d+){3}$|^\[/.test(hostname);
  return isName && "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Has the browser make a passkey, which asks its owner. */
export async function makePasskey({ publicKey }: PasskeyOptions): Promise<Omit<NewPasskeyInput, "name">> {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(asCreationOptions(publicKey));
  const made = asCredential(await navigator.credentials.create({ publicKey: options }));
  const { id, response } = made.toJSON() as RegistrationResponseJSON;
  return {
    credentialId: id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports,
  };
}

/** Has the browser prove that its owner has a passkey of the console. */
export async function provePasskey({ publicKey }: PasskeyOptions): Promise<PasskeyProofInput> {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(asRequestOptions(publicKey));
  const used = asCredential(await navigator.credentials.get({ publicKey: options }));
  const { id, response } = used.toJSON() as AuthenticationResponseJSON;
  return {
    credentialId: id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  };
}

/** The browser says no more of what its owner did not allow, or had no passkey for. */
export function wasNotAllowed(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotAllowedError";
}

/** The device has a passkey of this account already. */
export function wasKnown(error: unknown): boolean {
  return error instanceof DOMException && error.name === "InvalidStateError";
}

/** A browser that is asked for a passkey answers no other kind of credential. */
function asCredential(credential: Credential | null): PublicKeyCredential {
  return credential as PublicKeyCredential;
}

/** The server makes the options as browsers read them. */
function asCreationOptions(publicKey: PasskeyOptions["publicKey"]): PublicKeyCredentialCreationOptionsJSON {
  return publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
}

function asRequestOptions(publicKey: PasskeyOptions["publicKey"]): PublicKeyCredentialRequestOptionsJSON {
  return publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
}
