import type { Json, JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { furtherFacts, type FurtherSort, isFurther, sortOf } from "#/seed/further-facts.ts";
import { closedWords } from "#/spelling/bookable.ts";
import {
  isPhoneObject,
  plainParts,
  type BookableDialect,
  type Dialect,
  type FactName,
  type FieldDialect,
  type IdForm,
  type PhoneForm,
  type RecordDialect,
} from "#/spelling/dialect.ts";
import { pointerOf } from "#/json/path.ts";
import { isRequiredAtCreation } from "#/spelling/record-parser.ts";
import { writtenId } from "#/spelling/record-encoder.ts";

/** The meanings that a profile has names for. It identifies every other field by its path alone. */
const meaningNames: Partial<Readonly<Record<FactName, string>>> = {
  displayName: "displayName",
  givenName: "givenName",
  familyName: "familyName",
  suffix: "suffix",
  preferredName: "preferredName",
  phones: "phones",
  practitioner: "practitioner",
  place: "place",
  name: "name",
  plans: "acceptedInsurances",
  timeZone: "timeZone",
  payer: "payer",
  kind: "kind",
};

/** What creation of a record requires, and the defaults, as a profile says it. */
export function creationOf({ fields }: RecordDialect): JsonObject {
  const nameOf = ({ fact, at, meaning }: FieldDialect) => meaning ?? meaningNames[fact] ?? pointerOf(at);
  const defaults = fields.flatMap((field): [string, Json][] =>
    field.creationDefault === undefined ? [] : [[nameOf(field), field.creationDefault]],
  );
  return {
    required: fields.filter(isRequiredAtCreation).map(nameOf),
    ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
  };
}

/** The meanings of a schedule that its place may hold instead. */
const inheritable: readonly FactName[] = ["name", "timeZone", "phones"];

/** The meanings of one record type, as a profile describes them. */
export function meaningsOf(
  dialect: Dialect,
  kind: RecordKind,
  types: Readonly<Record<RecordKind, string>>,
): JsonObject {
  const { fields = [], composedName, bookable } = dialect.records[kind] ?? {};
  const called = kind === "practitioner" ? "displayName" : "name";
  const composed: JsonObject =
    composedName === undefined ? {} : { [called]: { kind: "composed", template: composedName } };
  const ownMeanings = fields.flatMap((field): [string, JsonObject][] => {
    const isLookedUp = kind === "practitioner" && dialect.lookUps.some(({ fact }) => fact === field.fact);
    const name = isFurther(field.fact)
      ? furtherFacts[field.fact].name
      : (field.meaning ?? meaningNames[field.fact] ?? (isLookedUp ? field.fact : undefined));
    if (name === undefined) return [];
    const meaning = meaningOf(dialect, field, types);
    return [[name, field.isReadOnly === true ? { ...meaning, write: "never" } : meaning]];
  });
  const hasPlace = fields.some(({ fact }) => fact === "place");
  const inherited = inheritable.flatMap((fact): [string, JsonObject][] => {
    const isOwn = composed[fact] !== undefined || fields.some((field) => field.fact === fact);
    const held = dialect.records.place?.fields.find((field) => field.fact === fact);
    if (!hasPlace || isOwn || held === undefined) return [];
    return [
      [
        meaningNames[fact] ?? fact,
        { via: ["place"], ...(held.meaning === undefined ? {} : { meaning: held.meaning }) },
      ],
    ];
  });
  return {
    ...composed,
    ...(bookable === undefined ? {} : { bookable: bookableMeaning(bookable) }),
    ...Object.fromEntries(ownMeanings),
    ...Object.fromEntries(inherited),
  };
}

function bookableMeaning({ at, yes, no, reason, codes }: BookableDialect): JsonObject {
  const words = Object.fromEntries(
    Object.entries(closedWords).map(([because, text]) => [codes[because as keyof typeof closedWords], text]),
  );
  return {
    kind: "bookable",
    at: pointerOf(at),
    ...(yes === null ? { yes: [], missing: "yes" } : { yes: [yes], ...(no === "missing" ? { missing: "no" } : {}) }),
    reasons: { ...(reason === null ? {} : { at: pointerOf(reason) }), words },
  };
}

function meaningOf(
  { emptyValues, ids, records }: Dialect,
  field: FieldDialect,
  types: Readonly<Record<RecordKind, string>>,
): JsonObject {
  const pointer = pointerOf(field.at);
  const nulls: JsonObject = emptyValues === "null" ? { empty: "null", remove: "null" } : {};
  const writeRules = (rules: JsonObject): JsonObject => (Object.keys(rules).length === 0 ? {} : { write: rules });
  if (isFurther(field.fact)) {
    const sort = sortOf(field.fact);
    return {
      ...furtherKind(sort, field, types),
      at: pointer,
      ...(field.isLabelled ? { label: sort.label } : {}),
      ...writeRules({ ...(sort.kind === "ids" ? elementTemplate(field.ids) : {}), ...nulls }),
    };
  }
  switch (field.fact) {
    case "practitioner":
    case "place":
      return {
        kind: "reference",
        to: types[field.fact],
        at: pointer,
        ...idShape(field.ids, "id"),
        ...writeRules(elementTemplate(field.ids)),
      };
    case "plans":
      return {
        kind: "set",
        of: types.plan,
        ...(records.plan === undefined ? { idPrefix: ids.plan.prefix } : {}),
        at: pointer,
        ...idShape(field.ids, field.single ? "id" : "ids"),
        ...writeRules({ ...elementTemplate(field.ids), ...nulls }),
      };
    case "phones":
      return {
        kind: "phones",
        at: pointer,
        shape: phoneShape(field.phones),
        write: { ...phoneRules(field.phones, emptyValues), ...nulls },
      };
    case "displayName":
    case "givenName":
    case "familyName":
    case "suffix":
    case "preferredName":
    case "name":
    case "city":
    case "timeZone":
    case "payer":
    case "kind":
    case "npi":
    case "salutation":
    case "practiceAreas":
    case "languages":
    case "visitReasons":
      return { kind: "text", at: pointer, ...writeRules(nulls) };
  }
}

/** What a profile says of the values of a further fact. */
function furtherKind(
  sort: FurtherSort,
  { further, ids }: FieldDialect,
  types: Readonly<Record<RecordKind, string>>,
): JsonObject {
  switch (further?.kind) {
    case "boolean":
      return {
        kind: "boolean",
        ...(further.yes === true ? {} : { yes: further.yes }),
        ...(further.no === false ? {} : { no: further.no }),
      };
    case "choice":
      return { kind: "choice", values: Object.entries(further.codes).map(([words, value]) => ({ value, words })) };
    case "number":
      return {
        kind: "number",
        ...(further.as === "number" ? {} : { as: further.as }),
        ...(sort.kind === "number" ? { whole: sort.whole, min: sort.min, max: sort.max } : {}),
      };
    case "date":
      return {
        kind: "date",
        ...(further.as === "day" ? {} : { as: further.as }),
        ...(further.zone === "UTC" || further.as === "day" ? {} : { zone: further.zone }),
      };
    case "ids":
      return { kind: "set", of: sort.kind === "ids" ? types[sort.to] : "word", ...idShape(ids, "ids") };
    case "languages":
      return {
        kind: "languages",
        ...(further.members === null
          ? {}
          : { language: `/${further.members.language}`, text: `/${further.members.text}` }),
      };
    case "address":
      return {
        kind: "address",
        street: typeof further.street === "string" ? `/${further.street}` : further.street.map((line) => `/${line}`),
        ...(typeof further.street === "string" ? { lines: further.lines } : {}),
        ...Object.fromEntries(plainParts.map((part) => [part, `/${further[part]}`])),
      };
    case "words":
      return { kind: "set", of: "word" };
    case "word":
    case undefined:
      return { kind: "word" };
  }
}

function idShape(form: IdForm | undefined, plain: "id" | "ids"): JsonObject {
  if (form === undefined || form.form === "id") return { shape: { form: plain } };
  const [object, mixed] = plain === "id" ? ["object", "id-or-object"] : ["objects", "ids-or-objects"];
  return { shape: { form: { object, mixed, expanded: "expanded" }[form.form], id: pointerOf(form.id) } };
}

function elementTemplate(form: IdForm | undefined): JsonObject {
  return form === undefined || form.form === "id" || form.form === "expanded"
    ? {}
    : { element: writtenId("{id}", form) };
}

function phoneShape(form: PhoneForm | undefined): JsonObject {
  if (form === undefined || !isPhoneObject(form))
    return { form: form?.form ?? "texts", extensionMarks: form ? [form.mark] : [] };
  return {
    form: form.form,
    number: `/${form.number}`,
    ...(typeof form.extension === "string"
      ? { extension: `/${form.extension}` }
      : { extensionMarks: [form.extension.mark] }),
    ...(form.label === null ? {} : { label: `/${form.label}` }),
  };
}

function phoneRules(form: PhoneForm | undefined, emptyValues: Dialect["emptyValues"]): JsonObject {
  const absentParts = form?.absentParts ?? (emptyValues === "null" ? "null" : "omit");
  const base = { format: form?.format ?? "as-typed", absentParts };
  if (!form) return base;
  const element = (number: string): Json => {
    if (!isPhoneObject(form)) return number;
    return {
      [form.number]: number,
      ...(form.label === null ? {} : { [form.label]: "{label}" }),
      ...(typeof form.extension === "string" ? { [form.extension]: "{extension}" } : {}),
      ...(form.extra ? { [form.extra.name]: form.extra.value } : {}),
    };
  };
  const mark = isPhoneObject(form) ? (typeof form.extension === "string" ? null : form.extension.mark) : form.mark;
  return {
    ...base,
    element: element("{number}"),
    ...(mark === null ? {} : { elementWithExtension: element(`{number} ${mark} {extension}`) }),
    ...(form.form === "text" && emptyValues !== "null" ? { empty: "text" } : {}),
    ...(form.empty === undefined ? {} : { empty: form.empty }),
  };
}
