import type { Json, JsonObject } from "#/json/json.ts";
import type { Facts, FactsOf, IdOf, PhoneFacts, RecordKind } from "#/seed/facts.ts";
import {
  extraEntries,
  type Dialect,
  type FactName,
  type FieldDialect,
  type IdForm,
  type PhoneForm,
  type RecordDialect,
} from "./dialect.ts";
import { objectAt, withValue } from "#/json/path.ts";

/** A fact before it is spelled: ids stand as they are, phones as the seed gives them. */
type FactValue =
  | { readonly text: string | null | undefined }
  | { readonly texts: readonly string[] | null | undefined }
  | { readonly phones: readonly PhoneFacts[] | null | undefined }
  | { readonly ids: readonly string[] | null }
  | { readonly id: string };

type FactValues = Partial<Readonly<Record<FactName, FactValue>>>;

/** Every place and plan of the seed was last changed at one time: they have none of their own. */
const seededAt = "2026-09-01T00:00:00.000Z";

const readFacts: {
  readonly [K in RecordKind]: (subject: FactsOf<K>, facts: Facts, idOf: IdOf) => FactValues;
} = {
  practitioner: (subject) => ({
    displayName: { text: subject.displayName },
    preferredName: { text: subject.preferredName },
    phones: { phones: subject.phones },
    practiceAreas: { texts: subject.practiceAreas },
    languages: { texts: subject.languages },
    npi: { text: subject.npi },
  }),
  schedule: (subject, facts, idOf) => ({
    practitioner: { id: idOf("practitioner", subject.practitioner) },
    place: { id: idOf("place", subject.place) },
    name: { text: subject.name },
    plans: { ids: subject.plans && subject.plans.map((plan) => idOf("plan", plan)) },
    timeZone: { text: subject.timeZone },
    visitReasons: { texts: subject.visitReasons },
    phones: { phones: facts.place(subject.place)?.phones },
  }),
  place: (subject) => ({
    name: { text: subject.name },
    city: { text: subject.city },
    timeZone: { text: subject.timeZone },
    phones: { phones: subject.phones },
  }),
  plan: (subject) => ({
    name: { text: subject.plan },
    payer: { text: subject.payer },
    kind: { text: subject.kind },
  }),
};

export function writeSeeded<K extends RecordKind>(
  dialect: Dialect,
  kind: K,
  record: RecordDialect,
  { subject, facts, idOf }: { subject: FactsOf<K>; facts: Facts; idOf: IdOf },
): JsonObject {
  const id = idOf(kind, subject.ordinal);
  const values = readFacts[kind](subject, facts, idOf);
  return objectAt([
    [record.id, id],
    ...record.fields.map((field): [readonly string[], Json | undefined] => [
      field.at,
      spellFact(dialect, field, values[field.fact]),
    ]),
    ...extraEntries(record.extras, id),
    [record.changedAt, "changedAt" in subject ? subject.changedAt : seededAt],
  ]);
}

function spellFact({ empties }: Dialect, field: FieldDialect, value: FactValue | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if ("id" in value) return spellId(value.id, field.ids);
  const spelled = "text" in value ? value.text : spellList(field, value, empties);
  if (empties === "as-known") return spelled;
  const isEmpty = spelled === undefined || spelled === "" || (Array.isArray(spelled) && spelled.length === 0);
  return isEmpty ? null : spelled;
}

function spellList(
  field: FieldDialect,
  value: Exclude<FactValue, { id: string } | { text: unknown }>,
  empties: Dialect["empties"],
): Json | undefined {
  if ("texts" in value) return value.texts && [...value.texts];
  if ("ids" in value) return value.ids && value.ids.map((id) => spellId(id, field.ids));
  const { phones: form } = field;
  if (!value.phones) return value.phones === null ? null : undefined;
  if (form === undefined) return undefined;
  if (form.form !== "text") return value.phones.map((phone) => spellPhone(phone, form, empties));
  const [first] = value.phones;
  return first ? spellPhone(first, form, empties) : "";
}

export function spellId(id: string, form: IdForm | undefined): Json {
  if (form === undefined || form.form === "id") return id;
  const spelled = withValue({}, form.id, id);
  return form.extra ? withValue(spelled, [form.extra.name], form.extra.value) : spelled;
}

export function spellPhone(
  { number, label, extension }: PhoneFacts,
  form: PhoneForm,
  empties: Dialect["empties"],
): Json {
  const marked = (mark: string): string => (extension ? `${number} ${mark} ${extension}` : number);
  if (form.form !== "objects") return marked(form.mark);
  const none = empties === "null" ? null : undefined;
  const part = (text: string | undefined): string | null | undefined =>
    empties === "null" && text === "" ? null : (text ?? none);
  const entries: [readonly string[], Json | undefined][] = [
    [[form.number], typeof form.extension === "string" ? number : marked(form.extension.mark)],
  ];
  if (form.label !== null) entries.push([[form.label], part(label)]);
  if (typeof form.extension === "string") entries.push([[form.extension], part(extension)]);
  if (form.extra) entries.push([[form.extra.name], form.extra.value]);
  return objectAt(entries);
}
