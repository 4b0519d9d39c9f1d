import type { Random } from "#/seed/random.ts";
import type { Dialect, Extra, FieldDialect, IdForm, PhoneForm, RecordDialect } from "#/spelling/dialect.ts";
import type { Path } from "#/json/path.ts";
import type { Naming, Role } from "./naming.ts";

/** The records of a dialect: which there are, where their values are and which of them owns the phones. */
export function seededRecords(
  random: Random,
  { word, cased }: Naming,
  { owner, hasPlace, hasPlans }: { owner: "practitioner" | "schedule" | "place"; hasPlace: boolean; hasPlans: boolean },
): Dialect["records"] {
  const id: Path = random.chance(0.7) ? [word("id")] : [word("system"), word("id")];
  const changedAt: Path = [id[0] === word("system") ? word("system") : word("changedAt"), word("changedAt")].slice(
    id.length === 2 ? 0 : 1,
  );
  const extras = (): Extra[] => [
    { at: [cased("audit trail")], value: "{id}#1" },
    { at: [cased("weight")], value: random.below(100) },
  ];
  const inGroup = (group: Role, name: Role): Path => (random.chance(0.4) ? [word(group), word(name)] : [word(name)]);
  const ids = (): IdForm => idForm(random, word("id"), cased("rel type"));
  const phones: FieldDialect = {
    fact: "phones",
    at: inGroup("contact", "phones"),
    phones: phoneForm(random, owner, word),
  };
  const nameless = hasPlace && random.chance(0.5);
  const zoneless = hasPlace && random.chance(0.5);
  const record = (collection: string, fields: FieldDialect[]): RecordDialect => ({
    collection,
    id,
    fields,
    changedAt,
    extras: extras(),
  });
  return {
    practitioner: record(word("practitioners"), [
      { fact: "displayName", at: inGroup("names", "displayName") },
      { fact: "preferredName", at: inGroup("names", "preferredName") },
      ...(owner === "practitioner" ? [phones] : []),
      { fact: "practiceAreas", at: [word("practiceAreas")] },
      { fact: "languages", at: [word("languages")] },
      { fact: "npi", at: [word("npi")] },
    ]),
    schedule: record(word("schedules"), [
      { fact: "practitioner", at: [word("practitioner")], ids: ids() },
      ...(hasPlace ? [{ fact: "place", at: [word("place")], ids: ids() } as const] : []),
      ...(nameless ? [] : [{ fact: "name", at: [word("name")] } as const]),
      { fact: "plans", at: inGroup("terms", "plans"), ids: ids() },
      ...(zoneless ? [] : [{ fact: "timeZone", at: [word("timeZone")] } as const]),
      ...(owner === "schedule" ? [phones] : []),
      { fact: "visitReasons", at: [word("visitReasons")] },
    ]),
    ...(hasPlace && {
      place: record(word("places"), [
        { fact: "name", at: [word("name")] },
        { fact: "city", at: [word("city")] },
        { fact: "timeZone", at: [word("timeZone")] },
        ...(owner === "place" ? [phones] : []),
      ]),
    }),
    ...(hasPlans && {
      plan: record(word("planTypes"), [
        { fact: "name", at: inGroup("names", "name") },
        { fact: "payer", at: [word("payer")] },
        { fact: "kind", at: [word("kind")] },
      ]),
    }),
  };
}

function idForm(random: Random, id: string, extra: string): IdForm {
  if (random.chance(0.4)) return { form: "id" };
  const isBare = random.chance(0.5);
  return isBare ? { form: "object", id: [id] } : { form: "object", id: [id], extra: { name: extra, value: "full" } };
}

function phoneForm(random: Random, owner: string, word: Naming["word"]): PhoneForm {
  const mark = random.pick(["ext.", "x", ";ext="]);
  const form = random.pick(
    owner === "place" ? (["objects", "texts", "text"] as const) : (["objects", "objects", "texts"] as const),
  );
  if (form !== "objects") return { form, mark };
  return {
    form,
    number: word("number"),
    extension: random.chance(0.6) ? word("extension") : { mark },
    label: random.chance(0.7) ? word("label") : null,
    ...(random.chance(0.4) ? { extra: { name: word("aside"), value: null } } : {}),
  };
}
