import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyOptions } from "@dc/contract";

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** What a device says that is not as it should be. */
export interface PasskeyLie {
  challenge?: string;
  origin?: string;
  host?: string;
  isVerified?: boolean;
  useCount?: number;
  signedBy?: KeyObject;
}

/** A device that makes one passkey and proves it, without a browser. */
export class PasskeyDevice {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  #useCount = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** What the browser answers where a passkey is made. */
  make(options: PasskeyOptions, lie: PasskeyLie = {}) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    // An EC2 key for ES256 on P-256, as COSE writes it.
    const publicKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, publicKey]);
    const data = Buffer.concat([this.#data(HAS_CREDENTIAL, lie), credential]);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      credentialId: this.#id.toString("base64url"),
      clientData: this.#clientData("webauthn.create", options, lie).toString("base64url"),
      attestation: attestation.toString("base64url"),
      transports: ["internal"],
    };
  }

  /** What the browser answers where the passkey is used. */
  prove(options: PasskeyOptions, lie: PasskeyLie = {}) {
    this.#useCount += 1;
    const data = this.#data(0, lie);
    const clientData = this.#clientData("webauthn.get", options, lie);
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    return {
      credentialId: this.#id.toString("base64url"),
      clientData: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, lie.signedBy ?? this.#keys.privateKey).toString("base64url"),
    };
  }

  #data(flags: number, { host = new URL(this.#origin).hostname, isVerified = true, useCount }: PasskeyLie): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(useCount ?? this.#useCount);
    return Buffer.concat([
      createHash("sha256").update(host).digest(),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      count,
    ]);
  }

  #clientData(type: string, { publicKey }: PasskeyOptions, lie: PasskeyLie): Buffer {
    const { challenge = String(publicKey["challenge"]), origin = this.#origin } = lie;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
