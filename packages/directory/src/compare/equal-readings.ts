import { equalJson } from "#/json/equal-json.ts";
import type { Json } from "#/json/json.ts";
import { equalPhones } from "#/phones/phone-key.ts";
import { phonesOf } from "#/phones/phone.ts";
import type { FieldKind } from "#/records/field.ts";
import { isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { equalTexts, textsOf } from "#/values/languages.ts";
import { dayOf, numberOf } from "#/values/value-form.ts";

/** Equality by meaning of two readings of one field. */
export function equalReadings(kind: FieldKind, a: Reading, b: Reading, region: string): boolean {
  if (a === b) return true;
  if ("absent" in a || "absent" in b) return "absent" in a && "absent" in b;
  if (a.value === b.value) return true;
  if (kind === "languages") {
    const [left, right] = [textsOf(a), textsOf(b)];
    if (left === null || right === null) return left === right && equalJson(a.value, b.value);
    return equalTexts(left, right);
  }
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  switch (kind) {
    case "phones": {
      const left = phonesOf(a);
      const right = phonesOf(b);
      if (left === null || right === null) return left === right && equalJson(a.value, b.value);
      return (
        left.length === right.length && left.every((phone, position) => equalPhones(phone, right[position], region))
      );
    }
    case "set": {
      const left = membersOf(a);
      const right = membersOf(b);
      if (left === null || right === null) return left === right && equalJson(a.value, b.value);
      return left.size === right.size && [...left].every((member) => right.has(member));
    }
    case "number":
      return equalBy(numberOf, a.value, b.value);
    case "date":
      return equalBy(dayOf, a.value, b.value);
    case "text":
    case "word":
    case "boolean":
    case "choice":
    case "reference":
    case "bookable":
    case "json":
      return equalJson(a.value, b.value);
  }
}

/** Equality of what both values mean; of values that mean nothing, that of JSON. */
function equalBy<Meant>(meant: (value: Json) => Meant | null, a: Json, b: Json): boolean {
  const [left, right] = [meant(a), meant(b)];
  return left === null || right === null ? left === right && equalJson(a, b) : left === right;
}
