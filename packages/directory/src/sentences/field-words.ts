import type { FieldKey } from "#/records/field.ts";

/** The words of the fields that the console knows by name. */
const knownLabels: { readonly [field: FieldKey]: string } = {
  displayName: "display name",
  preferredName: "preferred name",
  phones: "phone numbers",
  acceptedInsurances: "accepted insurances",
  practitioner: "practitioner",
  name: "name",
  timeZone: "time zone",
  bookable: "can be booked",
};

/** How sentences say that a set has a member. */
export interface MembershipWords {
  does: string;
  doing: string;
  doNot: string;
  done: string;
  /** Says of which set; empty where the verb says it. */
  among: string;
}

const knownMemberships: { readonly [field: FieldKey]: MembershipWords } = {
  acceptedInsurances: { does: "accepts", doing: "accepting", doNot: "does not accept", done: "accepted", among: "" },
};

/** A field in words: its own where it is known by name, else its name taken apart; a pointer stays a pointer. */
export function fieldLabel(key: FieldKey): string {
  if (Object.hasOwn(knownLabels, key)) return knownLabels[key] ?? key;
  if (key.startsWith("/")) return key;
  const words = key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? [key];
  return words.map((word) => (/^[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(" ");
}

export function membershipWords(key: FieldKey, label = fieldLabel(key)): MembershipWords {
  const known = Object.hasOwn(knownMemberships, key) ? knownMemberships[key] : undefined;
  return (
    known ?? {
      does: "lists",
      doing: "listing",
      doNot: "does not list",
      done: "listed",
      among: ` among the ${label}`,
    }
  );
}
