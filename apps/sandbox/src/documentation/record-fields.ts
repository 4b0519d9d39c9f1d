import type { Path } from "#/json/path.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { type FurtherSort, isFurther, sortOf } from "#/seed/further-facts.ts";
import { closedWords } from "#/spelling/bookable.ts";
import {
  isPhoneObject,
  type BookableDialect,
  type Dialect,
  type FactName,
  type FieldDialect,
  type FurtherForm,
  type IdForm,
  type PhoneForm,
  type PhoneFormat,
  type RecordDialect,
  type AddressForm,
  plainParts,
} from "#/spelling/dialect.ts";
import { isAlwaysRequired } from "#/spelling/record-parser.ts";
import { code, dotted } from "./markdown.ts";

/** One row of the table of a record's fields. */
export interface FieldRow {
  /** The dotted path of the field; `[]` stands for each element of an array. */
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isAlwaysPresent: boolean;
}

export const nouns: Readonly<
  Record<RecordKind, { readonly singular: string; readonly a: string; readonly plural: string }>
> = {
  practitioner: { singular: "practitioner", a: "a practitioner", plural: "practitioners" },
  schedule: { singular: "schedule", a: "a schedule", plural: "schedules" },
  place: { singular: "place of practice", a: "a place of practice", plural: "places of practice" },
  plan: { singular: "insurance", a: "an insurance", plural: "insurances" },
};

const descriptions: Partial<Readonly<Record<FactName, string>>> = {
  displayName: "the full name, as patients see it",
  givenName: "the given name, where the practitioner has one",
  familyName: "the family name; of somebody with a single name, that name",
  suffix: "what follows the name, such as a degree",
  preferredName: "the name that the practitioner prefers",
  practiceAreas: "the areas of practice",
  languages: "the languages spoken, as ISO 639 codes",
  npi: "the number in the national registry, ten digits",
  salutation: "how the practitioner is addressed, such as `Dr.`",
  city: "the city",
  timeZone: "the time zone of the working hours, such as `America/New_York`",
  visitReasons: "the reasons for a visit that can be booked",
  payer: "the insurance company",
  kind: "the kind of insurance",
};
const arrays: readonly FactName[] = ["practiceAreas", "languages", "visitReasons"];

/** The documented fields of a record, in the order in which the service sends them. */
export function fieldRows(dialect: Dialect, kind: RecordKind, record: RecordDialect): FieldRow[] {
  const { prefix } = dialect.ids[kind];
  const prefixNote = prefix === "" ? "" : `; begins with ${code(prefix)}`;
  return [
    { name: dotted(record.id), type: "string", description: `the id${prefixNote}`, isAlwaysPresent: true },
    ...record.fields.flatMap((field) => rowsOf(dialect, kind, field)),
    ...bookableRows(kind, record.bookable),
    {
      name: dotted(record.changedAt),
      type: "string",
      description: "the time of the last change; set by the service",
      isAlwaysPresent: true,
    },
  ];
}

function bookableRows(kind: RecordKind, bookable: BookableDialect | undefined): FieldRow[] {
  if (bookable === undefined) return [];
  const { at, yes, no, reason, codes } = bookable;
  const subject = `the ${nouns[kind].singular}`;
  const because = Object.entries(closedWords)
    .map(([key, words]) => `${code(codes[key as keyof typeof codes])} (${words.toLowerCase()})`)
    .join(", ");
  const row = (path: Path, type: string, description: string): FieldRow => ({
    name: dotted(path),
    type,
    description: `${description}; set by the service`,
    isAlwaysPresent: true,
  });
  if (no === "missing" && reason !== null)
    return [
      {
        ...row(at, "boolean", `true where ${subject} can be booked, and missing where it cannot`),
        isAlwaysPresent: false,
      },
      row(reason, "string or null", `why it cannot: ${because}; null where it can`),
    ];
  if (no === false && reason !== null)
    return [
      row(at, "boolean", `whether ${subject} can be booked`),
      row(reason, "string or null", `why it cannot: ${because}; null where it can`),
    ];
  return [
    yes === null
      ? row(at, "string or null", `why ${subject} cannot be booked: ${because}; null where it can`)
      : row(at, "string", `${code(String(yes))} where ${subject} can be booked, otherwise why it cannot: ${because}`),
  ];
}

function rowsOf(dialect: Dialect, kind: RecordKind, field: FieldDialect): FieldRow[] {
  const { fact, ids, at } = field;
  const name = dotted(at);
  const isAlwaysPresent = isAlwaysRequired(field);
  if (fact === "practitioner" || fact === "place")
    return idRows(name, ids, {
      description: fact === "practitioner" ? "the practitioner of the schedule" : "the place where patients are seen",
      idDescription: `the id of the ${nouns[fact].singular}`,
      isArray: false,
      isAlwaysPresent,
    });
  if (fact === "plans")
    return idRows(name, ids, {
      description: field.single
        ? "the insurance that the schedule accepts; a schedule accepts one at most"
        : "the insurances that the schedule accepts, in no particular order",
      idDescription: "the id of an insurance",
      isArray: !field.single,
      isAlwaysPresent,
    });
  if (isFurther(fact)) return furtherRows(dialect, field, sortOf(fact), name);
  if (fact === "phones") return phoneRows(dialect, kind, name, field.phones);
  const about = fact === "name" ? `the name of the ${nouns[kind].singular}` : (descriptions[fact] ?? fact);
  const description = field.isReadOnly === true ? `${about}; an update cannot change it` : about;
  return [{ name, type: arrays.includes(fact) ? "array of strings" : "string", description, isAlwaysPresent }];
}

/** A further fact as the service's own documentation tells it: its type, and what values it takes. */
function furtherRows(
  { records }: Dialect,
  { ids, further }: FieldDialect,
  sort: FurtherSort,
  name: string,
): FieldRow[] {
  if (sort.kind === "ids" && records[sort.to] !== undefined)
    return idRows(name, ids, {
      description: sort.about,
      idDescription: `the id of ${nouns[sort.to].a}`,
      isArray: true,
      isAlwaysPresent: false,
    });
  if (further?.kind === "languages") return textsRows(further.members, name, sort.about);
  if (further?.kind === "address") return addressRows(further, name, sort.about);
  const { type, note } = furtherType(sort, further);
  return [{ name, type, description: `${sort.about}${note === "" ? "" : `: ${note}`}`, isAlwaysPresent: false }];
}

function textsRows(
  members: Extract<FurtherForm, { kind: "languages" }>["members"],
  name: string,
  about: string,
): FieldRow[] {
  if (members === null)
    return [
      { name, type: "object", description: `${about}: one text for each, by language tag`, isAlwaysPresent: false },
    ];
  const part = (member: string, description: string): FieldRow => ({
    name: `${name}[].${member}`,
    type: "string",
    description,
    isAlwaysPresent: true,
  });
  return [
    { name, type: "array of objects", description: `${about}, one object for each`, isAlwaysPresent: false },
    part(members.language, "the language tag"),
    part(members.text, "the text"),
  ];
}

function addressRows(form: AddressForm, name: string, about: string): FieldRow[] {
  const part = (member: string, description: string, type = "string"): FieldRow => ({
    name: `${name}.${member}`,
    type,
    description,
    isAlwaysPresent: false,
  });
  const ofStreet =
    typeof form.street === "string"
      ? [part(form.street, "the lines of the street", form.lines === "list" ? "array of strings" : "string")]
      : form.street.map((member, line) => part(member, `line ${line + 1} of the street`));
  return [
    { name, type: "object", description: about, isAlwaysPresent: false },
    ...ofStreet,
    ...plainParts.map((of) => part(form[of], `the ${of === "postalCode" ? "postal code" : of}`)),
  ];
}

function furtherType(sort: FurtherSort, form: FurtherForm | undefined): { type: string; note: string } {
  switch (form?.kind) {
    case "boolean":
      return form.yes === true
        ? { type: "boolean", note: "" }
        : { type: typeof form.yes, note: `${code(JSON.stringify(form.yes))} or ${code(JSON.stringify(form.no))}` };
    case "choice": {
      const codes = Object.entries(form.codes);
      const listed = codes.map(([words, value]) => `${code(JSON.stringify(value))} (${words})`).join(", ");
      return { type: typeof codes[0]?.[1], note: `one of ${listed}` };
    }
    case "number": {
      const range =
        sort.kind === "number" ? `${sort.whole ? "a whole number " : ""}from ${sort.min} to ${sort.max}` : "";
      return { type: form.as === "text" ? "string" : "number", note: range };
    }
    case "date":
      return form.as === "day"
        ? { type: "string", note: "YYYY-MM-DD" }
        : form.as === "instant"
          ? { type: "string", note: `an ISO 8601 instant; days are those of ${form.zone}` }
          : { type: "number", note: `${form.as} since 1970; days are those of ${form.zone}` };
    case "words":
      return { type: "array of strings", note: "" };
    case "word":
    case "ids":
    case "languages":
    case "address":
    case undefined:
      return { type: "string", note: "one word of letters" };
  }
}

function idRows(
  name: string,
  form: IdForm | undefined,
  {
    description,
    idDescription,
    isArray,
    isAlwaysPresent,
  }: { description: string; idDescription: string; isArray: boolean; isAlwaysPresent: boolean },
): FieldRow[] {
  if (form === undefined || form.form === "id") {
    const type = isArray ? "array of strings" : "string";
    return [{ name, type, description: `${description}: ${isArray ? "their ids" : idDescription}`, isAlwaysPresent }];
  }
  const isMixed = form.form === "mixed";
  const forms = isMixed ? "strings or objects" : "objects";
  const elementType = isMixed ? "string or object" : "object";
  const each = isMixed
    ? `${description}: ${isArray ? "each its id, or an object with it" : `${idDescription}, or an object with it`}. Send ${form.written === "id" ? "an id" : "an object"} for a new one, and what you have read for one that stays`
    : form.form === "expanded"
      ? `${description}, in an object. Send the id alone, also where it stays`
      : description;
  return [
    { name, type: isArray ? `array of ${forms}` : elementType, description: each, isAlwaysPresent },
    {
      name: `${name}${isArray ? "[]" : ""}.${dotted(form.id)}`,
      type: "string",
      description: isMixed ? `${idDescription}, where it is an object` : idDescription,
      isAlwaysPresent: true,
    },
  ];
}

function phoneRows({ emptyValues }: Dialect, kind: RecordKind, name: string, form: PhoneForm | undefined): FieldRow[] {
  if (form === undefined) return [];
  const isSingle = form.form === "text" || form.form === "object";
  const numbers = isSingle ? "the telephone number" : "the telephone numbers";
  const subject =
    kind === "schedule" ? `${numbers} to call about this schedule` : `${numbers} of the ${nouns[kind].singular}`;
  const extensionNote = (mark: string): string =>
    `an extension follows after ${code(mark)}, as in ${code(`(212) 555-0142 ${mark} 7`)}`;
  if (!isPhoneObject(form)) {
    const [type, each] = form.form === "text" ? ["string", ""] : ["array of strings", ", one string for each"];
    return [
      {
        name,
        type,
        description: `${subject}${each}${formatNote(form)}; ${extensionNote(form.mark)}${emptyNote(form)}`,
        isAlwaysPresent: false,
      },
    ];
  }
  const { number, extension, label } = form;
  const without =
    form.absentParts === "text"
      ? "an empty string, never missing or null,"
      : emptyValues === "null"
        ? "null"
        : "missing";
  const notation = form.format === undefined ? ", in any common notation" : formatNote(form);
  const part = (member: string, description: string, isAlwaysPresent = false): FieldRow => ({
    name: `${name}${isSingle ? "" : "[]"}.${member}`,
    type: "string",
    description,
    isAlwaysPresent,
  });
  return [
    isSingle
      ? { name, type: "object", description: subject, isAlwaysPresent: false }
      : {
          name,
          type: "array of objects",
          description: `${subject}, one object for each${emptyNote(form)}`,
          isAlwaysPresent: false,
        },
    typeof extension === "string"
      ? part(number, `the number${notation}`, true)
      : part(number, `the number${notation}; ${extensionNote(extension.mark)}`, true),
    ...(typeof extension === "string" ? [part(extension, `the extension; ${without} if there is none`)] : []),
    ...(label === null ? [] : [part(label, `the purpose of the number; ${without} if unknown`)]),
  ];
}

const formatNotes: Readonly<Record<PhoneFormat, string>> = {
  digits: "digits alone, such as `2125550142`",
  e164: "E.164, such as `+12125550142`",
  international: "the international format, such as `+1 212 555 0142`",
  national: "the national format, such as `(212) 555-0142`",
};

function formatNote({ format }: PhoneForm): string {
  return format === undefined
    ? ""
    : `, in ${formatNotes[format]}; another format is refused, except in numbers that stay as they are`;
}

function emptyNote({ empty }: PhoneForm): string {
  return empty === "list" ? "; an empty array where there are none, never null" : "";
}

/** Notes about values that another record holds, such as the phones of a place. */
export function ownershipNotes(dialect: Dialect, kind: RecordKind): string[] {
  const has = (owner: RecordKind, fact: FactName): boolean =>
    dialect.records[owner]?.fields.some((field) => field.fact === fact) ?? false;
  const phoneOwner = (["practitioner", "schedule", "place"] as const).find((owner) => has(owner, "phones"));
  const composed = composedNote(dialect, kind);
  if (kind === "practitioner" && phoneOwner !== undefined && phoneOwner !== kind)
    return [...composed, `A practitioner has no telephone numbers. They belong to the ${nouns[phoneOwner].singular}.`];
  if (kind === "place")
    return [
      "Several schedules, even of different practitioners, can refer to the same place. A change of the place affects all of them.",
    ];
  if (kind !== "schedule" || !has("schedule", "place")) return composed;
  const inherited = [
    ...(has("schedule", "name") || composed.length > 0 ? [] : ["name"]),
    ...(has("schedule", "timeZone") ? [] : ["time zone"]),
    ...(phoneOwner === "place" ? ["telephone numbers"] : []),
  ];
  if (inherited.length === 0) return composed;
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(inherited);
  return [...composed, `A schedule takes its ${list} from its place.`];
}

/** How a record is called whose name no field holds. */
function composedNote({ records }: Dialect, kind: RecordKind): string[] {
  const { fields = [], composedName } = records[kind] ?? {};
  if (composedName === undefined) return [];
  if (kind === "schedule")
    return [
      "A schedule has no name of its own. Call it by its practitioner and its place: `Ada Lovelace at Elm Street`.",
    ];
  const template = composedName.replaceAll(/\{([A-Za-z]+)\}/g, (_all, part: string) =>
    dotted(fields.find(({ fact }) => fact === part)?.at ?? [part]),
  );
  return [
    `A practitioner has no full name, only its parts. Show them as ${code(template)}; leave out what is missing, with the commas and brackets around it.`,
  ];
}

/** The fields that the service sets, and that a write must not contain. */
export function managedPaths(record: RecordDialect): readonly Path[] {
  return [record.id, record.changedAt];
}

export function requiredNames(record: RecordDialect, isRequired: (field: FieldDialect) => boolean): string[] {
  return record.fields.filter(isRequired).map(({ at }) => dotted(at));
}
