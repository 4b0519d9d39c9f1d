import { isJsonObject } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";
import { codePoint, invisibleName, signAt } from "./invisible-signs.ts";

const unlike = "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧο‐‑‒–−’ʼ′";
const alike = "aeopcyxijshdqwABEKMHOPCTXIJSABEZHIKMNOPTYXo-----'''";
const lookOf = new Map(Array.from(unlike, (sign, place) => [sign, alike[place] ?? sign]));

/** A text as it looks: without what nobody sees, and with one sign for those that look the same. */
export function look(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.replaceAll(/ +/g, " ").trim();
  return Array.from(text.normalize("NFKD"), (sign) => {
    if (invisibleName(sign) !== null) return /\s/v.test(sign) ? " " : "";
    return lookOf.get(sign) ?? sign;
  })
    .join("")
    .replaceAll(/ +/g, " ")
    .trim();
}

/** The first sign by which a text differs from one that looks the same: "a no-break space at character 4". Null where it is an everyday one, or they look different. */
export function lookAlikeSign(text: string, other: string): string | null {
  if (text === other || look(text) !== look(other)) return null;
  const [signs, others] = [Array.from(text), Array.from(other)];
  const place = signs.findIndex((sign, at) => sign !== others[at]);
  const [sign, otherSign = ""] = [signs[place], others[place]];
  if (sign === undefined) return null;
  const marks = signs.slice(place + 1).findIndex((next) => !/\p{M}/v.test(next));
  const letter = signs.slice(place, marks < 0 ? undefined : place + 1 + marks).join("");
  // A mark that differs stands after a letter that does not.
  if (/\p{M}/v.test(sign)) return signAt(`mark (${codePoint(sign)})`, place);
  if (letter !== sign && letter.normalize("NFC") === otherSign) return signAt(`decomposed ${otherSign}`, place);
  if (sign === " " && /\s/v.test(otherSign)) return null;
  const name = invisibleName(sign);
  if (name !== null) return signAt(name, place);
  if (/[\x21-\x7e]/.test(sign) || letter.normalize("NFC") !== letter || otherSign.normalize("NFC") !== otherSign)
    return null;
  return look(sign) === look(otherSign) ? signAt(`${scriptOf(sign)}${sign} (${codePoint(sign)})`, place) : null;
}

function scriptOf(sign: string): string {
  if (/\p{Script=Cyrillic}/v.test(sign)) return "Cyrillic ";
  return /\p{Script=Greek}/v.test(sign) ? "Greek " : "";
}

/** Texts, each with the sign named by which it differs from another one of them that looks the same. */
export function namingAmong(texts: readonly string[]): string[] {
  const alike = Map.groupBy(texts, look);
  return texts.map((text) => {
    const signs = (alike.get(look(text)) ?? []).map((other) => lookAlikeSign(text, other));
    const sign = signs.find((found) => found !== null);
    return sign === undefined ? text : `${text} (with ${sign})`;
  });
}

/** Readings of one field with the sign named by which a text, or the label of an entry, differs from another one that looks the same. */
export function namingLookAlikes<Sides extends { readonly [side in keyof Sides]: Reading | null }>(
  sides: Sides,
): Sides {
  const texts = Object.values<Reading | null>(sides).flatMap((reading) => textOf(reading) ?? []);
  const named = new Map(texts.map((text, at) => [text, namingAmong(texts)[at] ?? text]));
  const told = Object.entries<Reading | null>(sides).map(([side, reading]) => {
    const text = textOf(reading);
    return [side, text === null ? reading : withText(reading, named.get(text) ?? text)];
  });
  // The same sides, each with a reading.
  return Object.fromEntries(told) as Sides;
}

function textOf(reading: Reading | null): string | null {
  if (reading === null || !("value" in reading)) return null;
  const { value } = reading;
  const text = isJsonObject(value) ? value["label"] : value;
  return typeof text === "string" ? text : null;
}

function withText(reading: Reading | null, text: string): Reading | null {
  if (reading === null || !("value" in reading) || !isJsonObject(reading.value)) return { value: text };
  return { value: { ...reading.value, label: text } };
}
