import type { Json, JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Dialect, FactName, FieldDialect, IdForm, PhoneForm } from "#/spelling/dialect.ts";
import { pointerOf } from "#/json/path.ts";
import { spellId } from "#/spelling/record-writer.ts";

/** The meanings that a profile has names for; any other field is known by its place in the record alone. */
const meaningNames: Partial<Readonly<Record<FactName, string>>> = {
  displayName: "displayName",
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

/** What a schedule is asked for, though its place may be the one to say it. */
const borrowable: readonly FactName[] = ["name", "timeZone", "phones"];

export function meaningsOf(
  dialect: Dialect,
  kind: RecordKind,
  types: Readonly<Record<RecordKind, string>>,
): JsonObject {
  const fields = dialect.records[kind]?.fields ?? [];
  const own = fields.flatMap((field): [string, JsonObject][] => {
    const name = meaningNames[field.fact];
    return name === undefined ? [] : [[name, meaningOf(dialect, field, types)]];
  });
  const isPlaced = fields.some(({ fact }) => fact === "place");
  const borrowed = borrowable.filter(
    (fact) =>
      isPlaced &&
      !fields.some((field) => field.fact === fact) &&
      dialect.records.place?.fields.some((field) => field.fact === fact),
  );
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(borrowed.map((fact) => [meaningNames[fact] ?? fact, { via: ["place"] }])),
  };
}

function meaningOf(
  { empties, ids, records }: Dialect,
  field: FieldDialect,
  types: Readonly<Record<RecordKind, string>>,
): JsonObject {
  const at = pointerOf(field.at);
  const nulls: JsonObject = empties === "null" ? { empty: "null", remove: "null" } : {};
  const written = (rules: JsonObject): JsonObject => (Object.keys(rules).length === 0 ? {} : { write: rules });
  switch (field.fact) {
    case "practitioner":
    case "place":
      return {
        kind: "reference",
        to: types[field.fact],
        at,
        ...idShape(field.ids, "id"),
        ...written(elementRule(field.ids)),
      };
    case "plans":
      return {
        kind: "set",
        of: types.plan,
        ...(records.plan === undefined ? { idPrefix: ids.plan.prefix } : {}),
        at,
        ...idShape(field.ids, "ids"),
        ...written({ ...elementRule(field.ids), ...nulls }),
      };
    case "phones":
      return {
        kind: "phones",
        at,
        shape: phoneShape(field.phones),
        write: { ...phoneRules(field.phones, empties), ...nulls },
      };
    case "displayName":
    case "preferredName":
    case "name":
    case "city":
    case "timeZone":
    case "payer":
    case "kind":
    case "npi":
    case "practiceAreas":
    case "languages":
    case "visitReasons":
      return { kind: "text", at, ...written(nulls) };
  }
}

function idShape(form: IdForm | undefined, plain: "id" | "ids"): JsonObject {
  if (form?.form !== "object") return { shape: { form: plain } };
  return { shape: { form: plain === "id" ? "object" : "objects", id: pointerOf(form.id) } };
}

function elementRule(form: IdForm | undefined): JsonObject {
  return form?.form === "object" ? { element: spellId("{id}", form) } : {};
}

function phoneShape(form: PhoneForm | undefined): JsonObject {
  if (form?.form !== "objects") return { form: form?.form ?? "texts", extensionMarks: form ? [form.mark] : [] };
  return {
    form: "objects",
    number: `/${form.number}`,
    ...(typeof form.extension === "string"
      ? { extension: `/${form.extension}` }
      : { extensionMarks: [form.extension.mark] }),
    ...(form.label === null ? {} : { label: `/${form.label}` }),
  };
}

function phoneRules(form: PhoneForm | undefined, empties: Dialect["empties"]): JsonObject {
  const base = { format: "as-typed", absentParts: empties === "null" ? "null" : "omit" };
  if (!form) return base;
  const element = (number: string): Json => {
    if (form.form !== "objects") return number;
    return {
      [form.number]: number,
      ...(form.label === null ? {} : { [form.label]: "{label}" }),
      ...(typeof form.extension === "string" ? { [form.extension]: "{extension}" } : {}),
      ...(form.extra ? { [form.extra.name]: form.extra.value } : {}),
    };
  };
  const mark = form.form === "objects" ? (typeof form.extension === "string" ? null : form.extension.mark) : form.mark;
  return {
    ...base,
    element: element("{number}"),
    ...(mark === null ? {} : { elementWithExtension: element(`{number} ${mark} {extension}`) }),
    ...(form.form === "text" && empties !== "null" ? { empty: "text" } : {}),
  };
}
