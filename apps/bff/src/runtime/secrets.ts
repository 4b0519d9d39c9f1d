import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { SettingError } from "./errors.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BLOCK_BYTES = 16;

/** What is derived from the secret key, so that no other module needs the key itself. */
export interface Secrets {
  signInSecret: string;
  /** Under which sessions were signed before the key was changed; none without a previous key. */
  previousSignInSecret: string | undefined;
  /** What a command of the operator shows to a running server, to prove that it has the key too. */
  operatorToken: string;
  /** Encrypts with AES-256-GCM under the key, never the previous one, and names it; opening requires the same `purpose`. */
  seal(text: string, purpose: string): string;
  /** Throws if it was sealed with neither of the keys or for another purpose, or was modified. */
  open(sealed: string, purpose: string): string;
  /** An id for what a counter numbers: always the same for a number, and without telling it. */
  hideNumber(number: number, of: NumberedRow): string;
  /** undefined for what is no such id. */
  findNumber(id: string, of: NumberedRow): number | undefined;
}

/** Rows with numbers that count what everybody does, which whoever is limited must not learn. */
type NumberedRow = "entry" | "change" | "request";

/** With `previous`, what was made under that key is still accepted. */
export function secretsFrom(key: Buffer, previous?: Buffer): Secrets {
  const derive = (purpose: string, from = key) => Buffer.from(hkdfSync("sha256", from, "", purpose, KEY_BYTES));
  const sealing = namedKey(derive("seal"));
  const opening = previous === undefined ? [sealing] : [sealing, namedKey(derive("seal", previous))];
  const hiding = derive("numbers");
  // Each block stands by itself, so that one cipher does for all.
  const hider = createCipheriv("aes-256-ecb", hiding, null).setAutoPadding(false);
  const finding = previous === undefined ? [hiding] : [hiding, derive("numbers", previous)];
  return {
    signInSecret: derive("sign-in").toString("base64"),
    previousSignInSecret: previous && derive("sign-in", previous).toString("base64"),
    operatorToken: derive("operator").toString("base64url"),
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing.key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `key.${sealing.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64")}`;
    },
    open(sealed, purpose) {
      const [, id, text] = /^(?:v1|key\.([0-9a-f]{8}))\.([A-Za-z0-9+/=]+)$/.exec(sealed) ?? [];
      if (text === undefined) throw new Error("The encryption format is not supported.");
      const bytes = Buffer.from(text, "base64");
      // What was sealed before keys had ids may be under any of them.
      const fitting = opening.filter((key) => id === undefined || key.id === id);
      if (fitting.length === 0)
        throw new Error(
          `It was sealed with another secret key (${id ?? ""}) than ${opening.map((key) => key.id).join(", ")}.`,
        );
      let failure: unknown;
      for (const { key: openingKey } of fitting) {
        try {
          return openWith(openingKey, bytes, purpose);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure;
    },
    hideNumber(number, of) {
      return hider.update(numberBlock(of, number)).toString("base64url");
    },
    findNumber(id, of) {
      const bytes = Buffer.from(id, "base64url");
      if (bytes.length !== BLOCK_BYTES || bytes.toString("base64url") !== id) return undefined;
      for (const key of finding) {
        const decipher = createDecipheriv("aes-256-ecb", key, null).setAutoPadding(false);
        const block = Buffer.concat([decipher.update(bytes), decipher.final()]);
        const number = Number(block.readBigUInt64BE(BLOCK_BYTES / 2));
        if (Number.isSafeInteger(number) && block.equals(numberBlock(of, number))) return number;
      }
      return undefined;
    },
  };
}

/** One block of the cipher: what is numbered, and the number. */
function numberBlock(of: NumberedRow, number: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(of);
  block.writeBigUInt64BE(BigInt(number), BLOCK_BYTES / 2);
  return block;
}

/** A key with an id that tells nothing of it. */
function namedKey(key: Buffer): { key: Buffer; id: string } {
  return { key, id: hash("sha256", Buffer.concat([Buffer.from("id of "), key]), "hex").slice(0, 8) };
}

function openWith(key: Buffer, bytes: Buffer, purpose: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(text).toString("utf8");
}

/** Decodes a base64 key of 32 bytes, or returns undefined. */
export function parseSecretKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64");
  return key.length === KEY_BYTES && /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim()) ? key : undefined;
}

/** The key in the data directory; created, readable by its owner only, if there is none. */
export function loadOrCreateSecretKey(dataDir: string): Buffer {
  const path = join(dataDir, "secret.key");
  const made = randomBytes(KEY_BYTES);
  try {
    const file = openSync(path, "wx", 0o600);
    try {
      writeSync(file, `${made.toString("base64")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return made;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readSecretKey(dataDir);
}

/** The key in the data directory; throws a SettingError if there is none. */
export function readSecretKey(dataDir: string): Buffer {
  const path = join(dataDir, "secret.key");
  const kept = existsSync(path) ? parseSecretKey(readFileSync(path, "utf8")) : undefined;
  if (kept === undefined)
    throw new SettingError("SECRET_KEY", `${path} must contain 32 bytes in base64. Restore the original file.`);
  return kept;
}

/** The hash under which long random secrets are stored; a fast hash is enough, since they cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Whether an Authorization header carries this token as Bearer, found out in the same time for every header. */
export function bearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = Buffer.from(hashSecret(`Bearer ${token}`));
  return (authorization = "") => timingSafeEqual(Buffer.from(hashSecret(authorization)), expected);
}
