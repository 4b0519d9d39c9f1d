import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Some 100 ms and 32 MiB a password. A hash does not name its cost, so that other figures need another format. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

/** Salt and key of scrypt in hexadecimal, with a colon between them. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  const key = await keyOf(password, salt);
  return `${salt}:${key.toString("hex")}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = "", hex = ""] = hash.split(":");
  const right = Buffer.from(hex, "hex");
  const key = await keyOf(password, salt);
  return key.length === right.length && timingSafeEqual(key, right);
}

/** The salt is taken as it is written, and the password in one form whatever keyboard it was typed on. */
async function keyOf(password: string, salt: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
