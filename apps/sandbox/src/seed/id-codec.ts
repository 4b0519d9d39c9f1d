import { randomInt } from "node:crypto";
import { hash32 } from "./random.ts";

/** The format of the ids of one kind. The length of the part after the prefix is even, since it is split in halves. */
export interface IdShape {
  prefix: string;
  alphabet: string;
  length: number;
}

export const base10 = "0123456789";
export const base36 = "0123456789abcdefghijklmnopqrstuvwxyz";
export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Maps ordinals to ids and back without a table: a keyed Feistel permutation, written in the alphabet.
 * An id that was never assigned decodes to an ordinal far outside the existing records.
 */
export interface IdCodec {
  encode(ordinal: number): string;
  decode(id: string): number | undefined;
}

const rounds = 4;

export function createIdCodec(shape: IdShape, key: string): IdCodec {
  const digits = shape.length / 2;
  const radix = shape.alphabet.length;
  const half = radix ** digits;
  const keys = Array.from({ length: rounds }, (_, round) => hash32(key, shape.prefix, round));
  const mix = (value: number, round: number): number => hash32(value, keys[round] ?? 0) % half;
  return {
    encode(ordinal) {
      let left = Math.floor(ordinal / half);
      let right = ordinal % half;
      for (let round = 0; round < rounds; round++) {
        [left, right] = [right, (left + mix(right, round)) % half];
      }
      return shape.prefix + writeDigits(left, digits, shape.alphabet) + writeDigits(right, digits, shape.alphabet);
    },
    decode(id) {
      const body = id.slice(shape.prefix.length);
      if (!id.startsWith(shape.prefix) || body.length !== shape.length) return undefined;
      let left = readDigits(body.slice(0, digits), shape.alphabet);
      let right = readDigits(body.slice(digits), shape.alphabet);
      if (left === undefined || right === undefined) return undefined;
      for (let round = rounds - 1; round >= 0; round--) {
        const before: number = (right - mix(left, round) + half) % half;
        right = left;
        left = before;
      }
      return left * half + right;
    },
  };
}

export function randomId(shape: IdShape): string {
  let id = shape.prefix;
  for (let i = 0; i < shape.length; i++) id += shape.alphabet[randomInt(shape.alphabet.length)];
  return id;
}

function writeDigits(value: number, digits: number, alphabet: string): string {
  let text = "";
  let rest = value;
  for (let i = 0; i < digits; i++) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

function readDigits(text: string, alphabet: string): number | undefined {
  let value = 0;
  for (const char of text) {
    const digit = alphabet.indexOf(char);
    if (digit < 0) return undefined;
    value = value * alphabet.length + digit;
  }
  return value;
}
