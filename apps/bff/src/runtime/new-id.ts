import { randomInt } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new id of the console: a prefix and 16 random characters, 95 bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(16)}`;
}

/** Random letters and digits. */
export function randomText(length: number): string {
  let text = "";
  for (let index = 0; index < length; index++) text += LETTERS[randomInt(LETTERS.length)];
  return text;
}
