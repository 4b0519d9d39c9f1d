import type { FieldKey } from "#/records/field.ts";

/** The names that sentences use. Where a name is not known, the id is said. */
export interface SentenceContext {
  recordName: string;
  /** How this directory is called; "this directory" where it stands for itself. */
  indexName?: string;
  planName: (id: string) => string | null;
  /** What kind of record it is; said where the record itself comes or goes. */
  recordType?: string;
  /** Set for a record that is not the subject of the page, so that its sentences name it (a schedule's). */
  namesRecord?: boolean;
}

const fieldWords: { readonly [field: FieldKey]: string } = {
  displayName: "display name",
  preferredName: "preferred name",
  phones: "phone numbers",
  acceptedInsurances: "accepted insurances",
  practitioner: "practitioner",
  name: "name",
  timeZone: "time zone",
};

/** A field in words; a pointer stays a pointer. */
export function fieldLabel(key: FieldKey): string {
  return Object.hasOwn(fieldWords, key) ? (fieldWords[key] ?? key) : key;
}

/** Whether the members of a set are plans that are accepted. */
export function isAcceptedInsurances(key: FieldKey): boolean {
  return key === "acceptedInsurances";
}

export function memberName(context: SentenceContext, id: string): string {
  return context.planName(id) ?? id;
}

export function directoryName(context: SentenceContext): string {
  return context.indexName ?? "this directory";
}
