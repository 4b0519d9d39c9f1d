import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./redactor.ts";

const key = 'test_key_7Qm2VtKc9Xw4/+="é????>>>>';
const asciiKey = "live_7Qm2VtKc9Xw4Pz8";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
/** Encodings that change the spelling of a text and still hold it. */
const encodings: readonly ((text: string) => string)[] = [
  base64,
  (text) => base64(text).replace(/=+$/, ""),
  (text) => Buffer.from(text).toString("base64url"),
  hex,
  (text) => hex(text).toUpperCase(),
];
const asCodeUnits = (text: string): string =>
  Array.from(text)
    .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  asCodeUnits,
  (text) => encodeURIComponent(encodeURIComponent(asCodeUnits(text))),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  (text) => encodeURIComponent(JSON.stringify(text)),
  (text) => text.replace(/.{12}/g, "$&\r\n"),
];
const around = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ09 :,{}[]"-_/+')), maxLength: 12 });

function redactorOf(...keys: readonly string[]) {
  const redactor = createRedactor();
  for (const secret of keys) redactor.addKey(secret);
  return redactor;
}

describe("a redactor", () => {
  const redactor = redactorOf(asciiKey);

  it("finds a key in any encoding, wherever it begins within it, and in escapes around it", () => {
    fc.assert(
      fc.property(
        around,
        around,
        fc.array(fc.constantFrom(...encodings), { maxLength: 2 }),
        fc.constantFrom(...escapes),
        around,
        (before, after, encoded, escape, outside) => {
          const inner = encoded.reduce((text, encode) => encode(text), `${before}${asciiKey}${after}`);
          const text = `${outside} ${escape(inner)} ${outside}`;
          expect(redactor.holdsKey(text)).toBe(true);
          const shown = redactor.redact(text);
          expect(redactor.holdsKey(shown)).toBe(false);
          expect(shown).toContain("<key>");
        },
      ),
    );
  });

  it("finds no key where there is none", () => {
    fc.assert(
      fc.property(fc.json(), fc.base64String({ maxLength: 400 }), (text, packed) => {
        expect(redactor.holdsKey(`${text} ${packed} ${hex(packed)}`)).toBe(false);
        expect(redactor.redact(text)).toBe(text);
      }),
    );
  });

  it("finds a key with characters that have to be escaped", () => {
    const odd = redactorOf(key);
    for (const encode of [(text: string) => text, ...encodings])
      for (const escape of escapes)
        expect(odd.holdsKey(Buffer.from(`a ${escape(encode(key))} b`).toString("utf8"))).toBe(true);
  });

  it("takes user and password of a ready-made credential for keys", () => {
    const ready = redactorOf(base64("somebody-here:and-a-password"));
    for (const part of ["and-a-password", "somebody-here", base64("somebody-here:and-a-password")])
      expect(ready.holdsKey(`x=${part}`)).toBe(true);
  });

  it("does not look for a key that is so short that it is everywhere", () => {
    expect(redactorOf("short").holdsKey("a short text")).toBe(false);
  });

  it("shows what is around a key where it is spelled plainly", () => {
    expect(redactor.redact(`Authorization: Basic ${base64(`${asciiKey}:`)}, key ${asciiKey}.`)).toBe(
      "Authorization: Basic <key>, key <key>.",
    );
  });
});
