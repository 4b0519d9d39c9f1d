import { code, dotted } from "./markdown.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Dialect, FactName, FieldDialect, IdForm, PhoneForm, RecordDialect } from "#/spelling/dialect.ts";
import type { Path } from "#/json/path.ts";
import { neededFacts } from "#/spelling/record-reader.ts";

/** A row of a record's table. */
export interface FieldRow {
  /** The place of the member as people write it; `[]` stands for each entry of a list. */
  readonly name: string;
  readonly type: string;
  readonly words: string;
  readonly isSure: boolean;
}

export const nouns: Readonly<Record<RecordKind, { readonly one: string; readonly a: string; readonly many: string }>> =
  {
    practitioner: { one: "practitioner", a: "a practitioner", many: "practitioners" },
    schedule: { one: "schedule", a: "a schedule", many: "schedules" },
    place: { one: "place of practice", a: "a place of practice", many: "places of practice" },
    plan: { one: "insurance", a: "an insurance", many: "insurances" },
  };

const texts: Partial<Readonly<Record<FactName, string>>> = {
  displayName: "the name under which patients find the practitioner, in full",
  preferredName: "the name by which the practitioner prefers to be called",
  practiceAreas: "the areas of practice, one text each",
  languages: "the languages spoken, as ISO 639 codes",
  npi: "the number in the national registry, ten digits",
  city: "the town",
  timeZone: "the time zone in which its hours are meant, such as `America/New_York`",
  visitReasons: "the reasons for which one can come, one text each",
  payer: "the company behind the insurance",
  kind: "the kind of insurance",
};
const lists: readonly FactName[] = ["practiceAreas", "languages", "visitReasons"];

/** Every member of a record that the service explains, in the order in which it sends them. */
export function fieldRows(dialect: Dialect, kind: RecordKind, record: RecordDialect): FieldRow[] {
  const { prefix } = dialect.ids[kind];
  const begins = prefix === "" ? "" : `; begins with ${code(prefix)}`;
  return [
    { name: dotted(record.id), type: "text", words: `the id${begins}`, isSure: true },
    ...record.fields.flatMap((field) => rowsOf(dialect, kind, field)),
    {
      name: dotted(record.changedAt),
      type: "text",
      words: "when the record last changed; set by the service",
      isSure: true,
    },
  ];
}

function rowsOf(dialect: Dialect, kind: RecordKind, field: FieldDialect): FieldRow[] {
  const { fact, ids, at } = field;
  const name = dotted(at);
  const isSure = neededFacts.includes(fact);
  if (fact === "practitioner" || fact === "place")
    return idRows(name, ids, {
      whole: fact === "practitioner" ? "whose schedule it is" : "where the patients are seen",
      id: `the id of the ${nouns[fact].one}`,
      isList: false,
      isSure,
    });
  if (fact === "plans")
    return idRows(name, ids, {
      whole: "the insurances that are accepted on this schedule, in no order",
      id: "the id of an insurance",
      isList: true,
      isSure,
    });
  if (fact === "phones") return phoneRows(dialect, kind, name, field.phones);
  const words = fact === "name" ? `the name of the ${nouns[kind].one}` : (texts[fact] ?? fact);
  return [{ name, type: lists.includes(fact) ? "list of texts" : "text", words, isSure }];
}

function idRows(
  name: string,
  form: IdForm | undefined,
  { whole, id, isList, isSure }: { whole: string; id: string; isList: boolean; isSure: boolean },
): FieldRow[] {
  if (form?.form !== "object")
    return [{ name, type: isList ? "list of texts" : "text", words: `${whole}: ${isList ? "their ids" : id}`, isSure }];
  return [
    { name, type: isList ? "list of objects" : "object", words: whole, isSure },
    { name: `${name}${isList ? "[]" : ""}.${dotted(form.id)}`, type: "text", words: id, isSure: true },
  ];
}

function phoneRows({ empties }: Dialect, kind: RecordKind, name: string, form: PhoneForm | undefined): FieldRow[] {
  if (form === undefined) return [];
  const whose =
    kind === "schedule"
      ? "the telephone numbers to call about this schedule"
      : `the telephone numbers of the ${nouns[kind].one}`;
  const marked = (mark: string): string =>
    `an extension follows behind ${code(mark)}, as in ${code(`(212) 555-0142 ${mark} 7`)}`;
  if (form.form !== "objects") {
    const isOne = form.form === "text";
    const many = isOne ? `${whose.replace("numbers", "number")}, one alone` : `${whose}, one text per number`;
    return [{ name, type: isOne ? "text" : "list of texts", words: `${many}; ${marked(form.mark)}`, isSure: false }];
  }
  const { number, extension, label } = form;
  const none = empties === "null" ? "null" : "left out";
  const part = (member: string, words: string, isSure = false): FieldRow => ({
    name: `${name}[].${member}`,
    type: "text",
    words,
    isSure,
  });
  return [
    { name, type: "list of objects", words: `${whose}, one object per number`, isSure: false },
    typeof extension === "string"
      ? part(number, "the number, in any usual notation", true)
      : part(number, `the number, in any usual notation; ${marked(extension.mark)}`, true),
    ...(typeof extension === "string" ? [part(extension, `the extension; ${none} where there is none`)] : []),
    ...(label === null ? [] : [part(label, `what the number is for; ${none} where nobody said`)]),
  ];
}

/** What a schedule leaves to its place, and who has telephone numbers. */
export function ownershipWords(dialect: Dialect, kind: RecordKind): string[] {
  const has = (one: RecordKind, fact: FactName): boolean =>
    dialect.records[one]?.fields.some((field) => field.fact === fact) ?? false;
  const phonesOf = (["practitioner", "schedule", "place"] as const).find((one) => has(one, "phones"));
  if (kind === "practitioner" && phonesOf !== undefined && phonesOf !== kind)
    return [`A practitioner has no telephone numbers here: they are those of the ${nouns[phonesOf].one}.`];
  if (kind === "place")
    return [
      "Several schedules, also of several practitioners, can name one place: a change of it shows on all of them.",
    ];
  if (kind !== "schedule" || !has("schedule", "place")) return [];
  const lent = [
    ...(has("schedule", "name") ? [] : ["name"]),
    ...(has("schedule", "timeZone") ? [] : ["time zone"]),
    ...(phonesOf === "place" ? ["telephone numbers"] : []),
  ];
  if (lent.length === 0) return [];
  return [`A schedule has no ${lent.join(" and no ")} of its own: those of its place hold.`];
}

/** The members that a body which writes a record leaves to the service. */
export function leftToService(record: RecordDialect): readonly Path[] {
  return [record.id, record.changedAt];
}

export function neededNames(record: RecordDialect): string[] {
  return record.fields.filter(({ fact }) => neededFacts.includes(fact)).map(({ at }) => dotted(at));
}
