import { equalJson } from "./equal-json.ts";
import type { FieldKind, Phone } from "./field.ts";
import { canonicalNumber, extensionOf } from "./phone-key.ts";
import { phonesOf } from "./phone-value.ts";
import type { Reading } from "./reading.ts";
import { membersOf } from "./set-value.ts";

/** Whether a present value is `null`, the empty list or the empty text. */
export function isEmpty(reading: Reading): boolean {
  if ("absent" in reading) return false;
  const { value } = reading;
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Equality by meaning of two readings of one field. */
export function equalReadings(kind: FieldKind, a: Reading, b: Reading, region: string): boolean {
  if (a === b) return true;
  if ("absent" in a || "absent" in b) return "absent" in a && "absent" in b;
  if (a.value === b.value) return true;
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  switch (kind) {
    case "phones": {
      const left = phonesOf(a);
      const right = phonesOf(b);
      if (left === null || right === null) return left === right && equalJson(a.value, b.value);
      return left.length === right.length && left.every((phone, at) => equalPhones(phone, right[at], region));
    }
    case "set": {
      const left = membersOf(a);
      const right = membersOf(b);
      if (left === null || right === null) return left === right && equalJson(a.value, b.value);
      return left.size === right.size && [...left].every((member) => right.has(member));
    }
    case "text":
    case "reference":
    case "json":
      return equalJson(a.value, b.value);
  }
}

/** Equality of two entries by canonical number, extension and label, without their place in the list. */
export function equalPhones(a: Phone, b: Phone | undefined, region: string): boolean {
  if (b === undefined) return false;
  return (
    (a.number === b.number || canonicalNumber(a.number, region) === canonicalNumber(b.number, region)) &&
    extensionOf(a, region) === extensionOf(b, region) &&
    equalLabels(a.label, b.label)
  );
}

export function equalLabels(a: string | null, b: string | null): boolean {
  return a === b || labelOf(a) === labelOf(b);
}

/** A label as it is compared: NFC without outer space; a blank one is no label. */
export function labelOf(label: string | null): string {
  return label === null ? "" : label.normalize("NFC").trim();
}
