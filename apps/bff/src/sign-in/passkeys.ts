/** The site that a passkey belongs to: its origin, and the host name of it. */
export interface PasskeySite {
  origin: string;
  host: string;
}

/** What a browser answers where a passkey is made, each part in base64url. */
export interface NewPasskey {
  credentialId: string;
  clientData: string;
  attestation: string;
  transports: readonly string[];
}

/** What a browser answers where a passkey is used, each part in base64url. */
export interface PasskeyProof {
  credentialId: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
}

/** The public half of a passkey, as it is kept. */
export interface KnownPasskey {
  credentialId: string;
  /** In base64url. */
  publicKey: string;
  useCount: number;
}

/** EdDSA, ES256 and RS256, which every device and Node can do. */
const ALGORITHMS = [-8, -7, -257];

interface CreationFor {
  challenge: string;
  site: PasskeySite;
  person: { id: string; name: string; email: string };
  known: readonly { credentialId: string; transports: readonly string[] }[];
}

/** The options with which a browser makes a passkey that it finds again by itself, and that asks for a finger, a face or a PIN. */
export async function creationOptions({ challenge, site, person, known }: CreationFor): Promise<object> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return await generateRegistrationOptions({
    rpName: "Directory Console",
    rpID: site.host,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(person.id)),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The options with which a browser offers the passkeys that it has for the site. */
export async function requestOptions({ challenge, site }: { challenge: string; site: PasskeySite }): Promise<object> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return await generateAuthenticationOptions({
    rpID: site.host,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userVerification: "required",
  });
}

/** The public half of a passkey that was made for this challenge and site; undefined if it was not, or nobody was verified. */
export async function verifyNewPasskey(
  { credentialId, clientData, attestation, transports }: NewPasskey,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<KnownPasskey | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { verified, registrationInfo } = await orUnverified(async () =>
    verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData,
          attestationObject: attestation,
          transports: [...transports],
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified || registrationInfo === undefined) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), useCount: counter };
}

/** How often the passkey was used, by its own count; undefined if the proof is not of this challenge, site and passkey. */
export async function verifyPasskeyProof(
  { credentialId, clientData, authenticatorData, signature }: PasskeyProof,
  { challenge, site, passkey }: { challenge: string; site: PasskeySite; passkey: KnownPasskey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await orUnverified(async () =>
    verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: { clientDataJSON: clientData, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.useCount,
      },
    }),
  );
  return verified ? authenticationInfo?.newCounter : undefined;
}

interface Unverified {
  verified: false;
  registrationInfo?: undefined;
  authenticationInfo?: undefined;
}

/** The library throws errors of many kinds at what is not valid. */
async function orUnverified<T>(verify: () => Promise<T>): Promise<T | Unverified> {
  try {
    return await verify();
  } catch {
    return { verified: false };
  }
}
