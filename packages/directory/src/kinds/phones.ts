import { canonicalPhone } from "#/phones/phone-key.ts";
import { phonesOf, phoneToJson } from "#/phones/phone.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const phones = {
  ...plainValue,
  isOf: (value) => phonesOf({ value }) !== null,
  shape: "keyed",
  noun: "phone",
  canonical: (value, region) =>
    phonesOf({ value })?.map((phone) => phoneToJson(canonicalPhone(phone, region))) ?? value,
  possible: () => "a list of phones",
} as const satisfies ValueKind;
