import { phonesOf, phoneToJson } from "#/phones/phone.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const phones = {
  ...plainValue,
  isOf: (value) => phonesOf({ value }) !== null,
  shape: "keyed",
  noun: "phone",
  canonical: (value, canonicalPhone) =>
    phonesOf({ value })?.map((phone) => phoneToJson(canonicalPhone(phone))) ?? value,
  possible: () => "a list of phones",
} as const satisfies ValueKind;
