import type { Json, JsonObject } from "#/json/json.ts";
import type { Facts, FactsOf, IdOf, PhoneFacts, RecordKind } from "#/seed/facts.ts";
import { hash32 } from "#/seed/random.ts";
import { type FurtherFact, type FurtherValue, isFurther, sortOf, type Texts } from "#/seed/further-facts.ts";
import { bookableEntries } from "./bookable.ts";
import {
  type AddressForm,
  extraEntries,
  isPhoneObject,
  type Dialect,
  type FactName,
  type FieldDialect,
  type FurtherForm,
  type IdForm,
  type PhoneForm,
  type RecordDialect,
  plainParts,
  type Scalar,
} from "./dialect.ts";
import { objectAt, withValue } from "#/json/path.ts";
import { inFormat } from "./phone-format.ts";

/** A value of the generated data, with ordinals already replaced by ids. */
type FactValue =
  | { readonly text: string | null | undefined }
  | { readonly texts: readonly string[] | null | undefined }
  | { readonly phones: readonly PhoneFacts[] | null | undefined }
  | { readonly ids: readonly string[] | null }
  | { readonly id: string }
  | { readonly plain: Scalar }
  | { readonly languages: Texts };

type FactValues = Partial<Readonly<Record<FactName, FactValue>>>;

/** The generated places and plans have no time of change of their own. */
const seededAt = "2026-09-01T00:00:00.000Z";

const valuesOf: {
  readonly [K in RecordKind]: (subject: FactsOf<K>, source: Facts, idOf: IdOf) => FactValues;
} = {
  practitioner: (subject) => ({
    displayName: { text: subject.displayName },
    givenName: { text: subject.name.given },
    familyName: { text: subject.name.family },
    suffix: { text: subject.name.suffix },
    preferredName: { text: subject.preferredName },
    phones: { phones: subject.phones },
    practiceAreas: { texts: subject.practiceAreas },
    languages: { texts: subject.languages },
    npi: { text: subject.npi },
    salutation: { text: subject.salutation },
  }),
  schedule: (subject, source, idOf) => ({
    practitioner: { id: idOf("practitioner", subject.practitioner) },
    place: { id: idOf("place", subject.place) },
    name: { text: subject.name },
    plans: { ids: subject.plans && subject.plans.map((plan) => idOf("plan", plan)) },
    timeZone: { text: subject.timeZone },
    visitReasons: { texts: subject.visitReasons },
    phones: { phones: source.place(subject.place)?.phones },
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

/** The values that only some spellings have. */
function furtherOf({ fields }: RecordDialect, ordinal: number, source: Facts, idOf: IdOf): FactValues {
  return Object.fromEntries(
    fields.flatMap(({ fact }): [string, FactValue][] => {
      if (!isFurther(fact)) return [];
      const value = source.further(fact, ordinal);
      return [[fact, value === null ? { text: null } : furtherFact(fact, value, idOf)]];
    }),
  );
}

/** A drawn value with ordinals replaced by ids. */
export function furtherFact(fact: FurtherFact, value: FurtherValue, idOf: IdOf): FactValue {
  const sort = sortOf(fact);
  if (sort.kind === "ids" && Array.isArray(value))
    return { ids: value.flatMap((ordinal) => (typeof ordinal === "number" ? [idOf(sort.to, ordinal)] : [])) };
  if (Array.isArray(value)) return { texts: value.map(String) };
  return isTexts(value) ? { languages: value } : { plain: typeof value === "object" ? "" : value };
}

function isTexts(value: FurtherValue): value is Texts {
  return typeof value === "object" && !Array.isArray(value);
}

/** The record that the generated data gives in this dialect. */
export function encodeFacts<K extends RecordKind>(
  dialect: Dialect,
  kind: K,
  record: RecordDialect,
  { subject, source, idOf }: { subject: FactsOf<K>; source: Facts; idOf: IdOf },
): JsonObject {
  const id = idOf(kind, subject.ordinal);
  const values: FactValues = {
    ...valuesOf[kind](subject, source, idOf),
    ...furtherOf(record, subject.ordinal, source, idOf),
  };
  return objectAt([
    [record.id, id],
    ...record.fields.map((field): [readonly string[], Json | undefined] => [
      field.at,
      encodeFact(dialect, field, values[field.fact]),
    ]),
    ...bookableEntries(record.bookable, "closedBecause" in subject ? subject.closedBecause : null),
    ...extraEntries(record.extras, id),
    [record.changedAt, "changedAt" in subject ? subject.changedAt : seededAt],
  ]);
}

export function encodeFact(
  { emptyValues }: Dialect,
  field: FieldDialect,
  value: FactValue | undefined,
): Json | undefined {
  if (value === undefined) return undefined;
  if ("plain" in value) return encodeFurther(field.further, value.plain);
  if ("languages" in value) return encodeTexts(field.further, value.languages);
  if ("id" in value) return encodeId(value.id, field.ids);
  const encoded = "text" in value ? value.text : encodeList(field, value, emptyValues);
  if (emptyValues === "preserved") return encoded;
  const isEmpty = encoded === undefined || encoded === "" || (Array.isArray(encoded) && encoded.length === 0);
  return isEmpty ? null : encoded;
}

function encodeList(
  field: FieldDialect,
  value: Exclude<FactValue, { id: string } | { text: unknown } | { plain: unknown } | { languages: unknown }>,
  emptyValues: Dialect["emptyValues"],
): Json | undefined {
  if ("texts" in value) return value.texts && [...value.texts];
  if ("ids" in value) {
    const ids = value.ids?.map((id) => encodeId(id, field.ids)) ?? null;
    return field.single === undefined ? ids : (ids?.[0] ?? null);
  }
  const { phones: form } = field;
  if (!value.phones) return form?.empty === "list" ? [] : value.phones === null ? null : undefined;
  if (form === undefined) return undefined;
  if (form.form !== "text" && form.form !== "object")
    return value.phones.map((phone) => encodePhone(phone, form, emptyValues));
  const [first] = value.phones;
  return first ? encodePhone(first, form, emptyValues) : form.form === "text" ? "" : null;
}

function encodeTexts(form: FurtherForm | undefined, texts: Texts): Json {
  if (form?.kind === "address") return encodeAddress(form, texts);
  const members = form?.kind === "languages" ? form.members : null;
  if (members === null) return { ...texts };
  return Object.entries(texts).map(([tag, text]) => ({ [members.language]: tag, [members.text]: text }));
}

function encodeAddress(form: AddressForm, parts: Texts): JsonObject {
  const { street } = form;
  const lines = parts["street"]?.split("\n") ?? [];
  const ofStreet: [string, string | string[]][] =
    typeof street === "string"
      ? [[street, form.lines === "list" ? lines : lines.join("\n")]]
      : street.map((member, line) => [member, lines[line] ?? ""]);
  const ofOthers = plainParts.map((part): [string, string] => [form[part], parts[part] ?? ""]);
  return Object.fromEntries([...ofStreet, ...ofOthers].filter(([, value]) => value.length !== 0));
}

function encodeFurther(form: FurtherForm | undefined, value: Scalar): Json {
  switch (form?.kind) {
    case "boolean":
      return value === true ? form.yes : form.no;
    case "choice":
      return form.codes[String(value)] ?? value;
    case "number":
      return form.as === "text" ? String(value) : value;
    case "date": {
      if (form.as === "day") return value;
      // Noon in UTC is the same day in every zone that a spelling draws.
      const noon = `${String(value)}T12:00:00.000Z`;
      if (form.as === "instant") return noon;
      return form.as === "seconds" ? Date.parse(noon) / 1000 : Date.parse(noon);
    }
    case "word":
    case "words":
    case "ids":
    case "languages":
    case "address":
    case undefined:
      return value;
  }
}

/** An id as a record has it; where forms are mixed, the id itself decides which. */
export function encodeId(id: string, form: IdForm | undefined): Json {
  if (form === undefined || form.form === "id") return id;
  return form.form === "mixed" && hash32(id) % 2 === 0 ? id : idObject(id, form);
}

/** An id as a client is to write it. */
export function writtenId(id: string, form: IdForm | undefined): Json {
  return form === undefined || form.form === "id" || form.form === "expanded" || form.written === "id"
    ? id
    : idObject(id, form);
}

function idObject(id: string, form: Exclude<IdForm, { form: "id" }>): Json {
  const encoded = withValue({}, form.id, id);
  return form.extra ? withValue(encoded, [form.extra.name], form.extra.value) : encoded;
}

export function encodePhone(
  { number: typed, label, extension }: PhoneFacts,
  form: PhoneForm,
  emptyValues: Dialect["emptyValues"],
): Json {
  const number = form.format === undefined ? typed : inFormat(typed, form.format);
  const withExtension = (mark: string): string => (extension ? `${number} ${mark} ${extension}` : number);
  if (!isPhoneObject(form)) return withExtension(form.mark);
  const missing = form.absentParts === "text" ? "" : emptyValues === "null" ? null : undefined;
  const part = (text: string | undefined): string | null | undefined =>
    emptyValues === "null" && text === "" ? null : (text ?? missing);
  const entries: [readonly string[], Json | undefined][] = [
    [[form.number], typeof form.extension === "string" ? number : withExtension(form.extension.mark)],
  ];
  if (form.label !== null) entries.push([[form.label], part(label)]);
  if (typeof form.extension === "string") entries.push([[form.extension], part(extension)]);
  if (form.extra) entries.push([[form.extra.name], form.extra.value]);
  return objectAt(entries);
}
