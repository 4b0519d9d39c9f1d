import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** How many steps a clock may be off, either way. */
const DRIFT_STEPS = 1;

/** A new secret for codes by time (RFC 6238), in base32 as apps take it. */
export function newTimeCodeSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The step whose code this is, if that is now, the one before or the one after; else undefined. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / STEP_MS);
  const given = Buffer.from(code);
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    const right = Buffer.from(codeOfStep(secret, step));
    if (right.length === given.length && timingSafeEqual(right, given)) return step;
  }
  return undefined;
}

/** The code that an app shows at this moment. */
export function timeCode(secret: string, time: Date): string {
  return codeOfStep(secret, Math.floor(time.getTime() / STEP_MS));
}

/** What an app reads from the picture. */
export function timeCodeUri(secret: string, account: string): string {
  const issuer = "Directory Console";
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}

/** Random base32, `length` letters of five bits. */
export function randomBase32(length: number): string {
  return base32(randomBytes(Math.ceil((length * 5) / 8))).slice(0, length);
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function bytesOf(text: string): Buffer {
  const bits = text
    .split("")
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
