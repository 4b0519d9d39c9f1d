import { equalJson } from "#/json/equal-json.ts";
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
  const { canonical } = kindOf(kind);
  const ofPhone = (phone: Phone) => canonicalPhone(phone, region);
  const [left, right] = [a, b].map((reading) => (isEmpty(reading) ? null : canonical(reading.value, ofPhone)));
  return equalJson(left ?? null, right ?? null);
}
