import { canonicalJson } from "#/json/canonical-json.ts";
import { equalJson } from "#/json/equal-json.ts";
import type { Json } from "#/json/json.ts";
import { type FieldKind, kindOf } from "#/kinds/kinds.ts";
import { canonicalPhone } from "#/phones/phone-key.ts";
import type { Phone } from "#/phones/phone.ts";
import { isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";

/** Equality by meaning of two readings of one field: that of their canonical forms, where all that is empty is the same. */
export function equalReadings(kind: FieldKind, a: Reading, b: Reading, region: string): boolean {
  if (a === b) return true;
  if ("absent" in a || "absent" in b) return "absent" in a && "absent" in b;
  if (a.value === b.value) return true;
  return equalJson(canonicalValue(kind, a, region), canonicalValue(kind, b, region));
}

/** One text for all readings of a field that are equal by meaning, to be hashed. */
export function meaningText(kind: FieldKind, reading: Reading, region: string): string {
  return "absent" in reading ? "absent" : canonicalJson(canonicalValue(kind, reading, region));
}

function canonicalValue(kind: FieldKind, reading: { value: Json }, region: string): Json {
  if (isEmpty(reading)) return null;
  return kindOf(kind).canonical(reading.value, (phone: Phone) => canonicalPhone(phone, region));
}
