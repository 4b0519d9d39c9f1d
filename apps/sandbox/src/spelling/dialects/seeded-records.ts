import { createRandom, type Random } from "#/seed/random.ts";
import type {
  BookableDialect,
  Dialect,
  Extra,
  FieldDialect,
  IdForm,
  PhoneForm,
  RecordDialect,
} from "#/spelling/dialect.ts";
import type { Path } from "#/json/path.ts";
import type { Naming, Role } from "./naming.ts";

/** The records of a drawn dialect: which kinds there are, where their values are and which kind holds the phones. */
export function seededRecords(
  random: Random,
  { nameOf, inCase }: Naming,
  { owner, hasPlace, hasPlans }: { owner: "practitioner" | "schedule" | "place"; hasPlace: boolean; hasPlans: boolean },
  seed: number,
): Dialect["records"] {
  // Drawn from a generator of its own, so that the other draws of a seed stay the same.
  const names = createRandom("names in parts", seed);
  const single = createRandom("single values", seed);
  const mixed = createRandom("expansion", seed);
  const id: Path = random.chance(0.7) ? [nameOf("id")] : [nameOf("system"), nameOf("id")];
  const changedAt: Path = [
    id[0] === nameOf("system") ? nameOf("system") : nameOf("changedAt"),
    nameOf("changedAt"),
  ].slice(id.length === 2 ? 0 : 1);
  const extras = (): Extra[] => [
    { at: [inCase("audit trail")], value: "{id}#1" },
    // No odd number of this size is one that JavaScript holds.
    { at: [inCase("weight")], value: JSON.rawJSON(String(2n ** 53n + 2n * BigInt(random.below(100)) + 1n)) },
  ];
  const inGroup = (group: Role, name: Role): Path =>
    random.chance(0.4) ? [nameOf(group), nameOf(name)] : [nameOf(name)];
  const ids = (): IdForm => mixedForm(mixed, idForm(random, nameOf("id"), inCase("rel type")));
  const expanded = createRandom("read expanded", seed);
  const reference = (): IdForm => {
    const form = ids();
    return form.form === "object" && expanded.chance(0.4) ? { ...form, form: "expanded" } : form;
  };
  const phones: FieldDialect = {
    fact: "phones",
    at: inGroup("contact", "phones"),
    phones: singlePhone(single, phoneForm(random, owner, nameOf)),
  };
  const keepsOnePlan = single.chance(0.3);
  const inParts = nameInParts(names, inCase, nameOf("names"));
  // A schedule without a name of its own has that of its place, or is called by practitioner and place.
  const isCalledByBoth = names.chance(0.5);
  const hasNoName = (hasPlace && random.chance(0.5)) || (hasPlace && inParts !== null && isCalledByBoth);
  const hasNoTimeZone = hasPlace && random.chance(0.5);
  const bookable = bookableForm(createRandom("bookable", seed), inCase);
  const bookableOf = (kind: "practitioner" | "schedule") =>
    bookable?.of.includes(kind) === true ? { bookable: bookable.form } : {};
  const record = (collection: string, fields: FieldDialect[], composedName: string | null = null): RecordDialect => ({
    collection,
    id,
    fields,
    ...(composedName === null ? {} : { composedName }),
    changedAt,
    extras: extras(),
  });
  const displayName: FieldDialect = { fact: "displayName", at: inGroup("names", "displayName") };
  return {
    practitioner: {
      ...record(
        nameOf("practitioners"),
        [
          ...(inParts === null ? [displayName] : inParts.fields),
          { fact: "preferredName", at: inGroup("names", "preferredName") },
          ...(owner === "practitioner" ? [phones] : []),
          { fact: "practiceAreas", at: [nameOf("practiceAreas")] },
          { fact: "languages", at: [nameOf("languages")] },
          { fact: "npi", at: [nameOf("npi")] },
          { fact: "salutation", at: [inCase("form of address")], ...(hasPlans ? { creationDefault: "Dr." } : {}) },
        ],
        inParts?.template,
      ),
      ...bookableOf("practitioner"),
    },
    schedule: {
      ...record(
        nameOf("schedules"),
        [
          { fact: "practitioner", at: [nameOf("practitioner")], ids: reference() },
          ...(hasPlace ? [{ fact: "place", at: [nameOf("place")], ids: reference() } as const] : []),
          ...(hasNoName ? [] : [{ fact: "name", at: [nameOf("name")] } as const]),
          { fact: "plans", at: inGroup("terms", "plans"), ids: ids(), ...(keepsOnePlan && { single: true }) },
          ...(hasNoTimeZone ? [] : [{ fact: "timeZone", at: [nameOf("timeZone")] } as const]),
          ...(owner === "schedule" ? [phones] : []),
          { fact: "visitReasons", at: [nameOf("visitReasons")] },
        ],
        hasNoName && isCalledByBoth ? "{practitioner.displayName} at {place.name}" : null,
      ),
      ...bookableOf("schedule"),
    },
    ...(hasPlace && {
      place: record(nameOf("places"), [
        { fact: "name", at: [nameOf("name")] },
        { fact: "city", at: [nameOf("city")] },
        { fact: "timeZone", at: [nameOf("timeZone")] },
        ...(owner === "place" ? [phones] : []),
      ]),
    }),
    ...(hasPlans && {
      plan: record(nameOf("planTypes"), [
        { fact: "name", at: inGroup("names", "name") },
        { fact: "payer", at: [nameOf("payer")] },
        { fact: "kind", at: [nameOf("kind")] },
      ]),
    }),
  };
}

/** Where a drawn service says whether something can be booked; null where it does not. */
function bookableForm(
  random: Random,
  inCase: Naming["inCase"],
): { readonly of: readonly ("practitioner" | "schedule")[]; readonly form: BookableDialect } | null {
  const isDrawn = random.chance(0.45);
  const of = random.pick([["practitioner"], ["schedule"], ["practitioner", "schedule"]] as const);
  const style = random.pick(["flag", "state", "only the reason"] as const);
  const codes = { onLeave: inCase("on leave"), panelFull: inCase("panel full"), retired: inCase("gone for good") };
  const form: BookableDialect = {
    flag: { at: [inCase("takes bookings")], yes: true, no: false, reason: [inCase("why not")], codes } as const,
    state: { at: [inCase("booking mode")], yes: inCase("all open"), no: null, reason: null, codes },
    "only the reason": { at: [inCase("shut because")], yes: null, no: null, reason: null, codes },
  }[style];
  return isDrawn ? { of, form } : null;
}

/** How a drawn service keeps names in parts, and how they are read; null where it keeps full names. */
function nameInParts(
  names: Random,
  inCase: Naming["inCase"],
  group: string,
): { readonly fields: readonly FieldDialect[]; readonly template: string } | null {
  const isInParts = names.chance(0.5);
  const isGrouped = names.chance(0.4);
  const pathOf = (phrase: string): Path => (isGrouped ? [group, inCase(phrase)] : [inCase(phrase)]);
  const fields: readonly FieldDialect[] = [
    { fact: "givenName", at: pathOf(names.pick(["baptised", "christian name", "own name"])) },
    { fact: "familyName", at: pathOf(names.pick(["house", "clan", "kin name"])) },
    {
      fact: "suffix",
      at: pathOf(names.pick(["honours", "post nominal", "letters"])),
      ...(names.chance(0.3) ? { creationDefault: "MD" } : {}),
    },
  ];
  const template = names.pick([
    "{givenName} {familyName}, {suffix}",
    "{familyName}, {givenName} ({suffix})",
    "{familyName} {givenName} {suffix}",
  ]);
  return isInParts ? { fields, template } : null;
}

function idForm(random: Random, id: string, extra: string): IdForm {
  if (random.chance(0.4)) return { form: "id" };
  const isBare = random.chance(0.5);
  return isBare ? { form: "object", id: [id] } : { form: "object", id: [id], extra: { name: extra, value: "full" } };
}

/** Some references with the object in which they are drawn, and some without it. */
function mixedForm(random: Random, form: IdForm): IdForm {
  const isMixed = random.chance(0.4);
  const written = random.pick(["id", "object"] as const);
  return isMixed && form.form === "object" ? { ...form, form: "mixed", written } : form;
}

function singlePhone(random: Random, form: PhoneForm): PhoneForm {
  return random.chance(0.3) && form.form === "objects" ? { ...form, form: "object" } : form;
}

function phoneForm(random: Random, owner: string, nameOf: Naming["nameOf"]): PhoneForm {
  const mark = random.pick(["ext.", "x", ";ext="]);
  const form = random.pick(
    owner === "place" ? (["objects", "texts", "text"] as const) : (["objects", "objects", "texts"] as const),
  );
  if (form !== "objects") return { form, mark };
  return {
    form,
    number: nameOf("number"),
    extension: random.chance(0.6) ? nameOf("extension") : { mark },
    label: random.chance(0.7) ? nameOf("label") : null,
    ...(random.chance(0.4) ? { extra: { name: nameOf("extra"), value: null } } : {}),
  };
}
