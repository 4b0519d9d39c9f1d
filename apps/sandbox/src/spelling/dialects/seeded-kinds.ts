import type { RecordKind } from "#/seed/facts.ts";
import { type FurtherFact, furtherFacts, type FurtherSort, sortOf } from "#/seed/further-facts.ts";
import type { Random } from "#/seed/random.ts";
import type { Dialect, FieldDialect, FurtherForm, RecordDialect, Scalar } from "#/spelling/dialect.ts";
import type { Naming } from "./naming.ts";

/** The records with values of further kinds: about two in five spellings have some. Drawn apart from everything else. */
export function withKinds(records: Dialect["records"], naming: Naming, random: Random): Dialect["records"] {
  if (!random.chance(0.4)) return records;
  const drawn = (kind: RecordKind, record: RecordDialect): RecordDialect => {
    const taken = new Set(record.fields.flatMap(({ at }) => at));
    const fields = factsOf(kind, records)
      .filter(() => random.chance(0.6))
      .map((fact): FieldDialect => {
        const name = random.pick(sortOf(fact).phrases);
        const field = drawnField(fact, random, naming);
        // A name that the record has already would hold two values.
        const inCase =
          [name, `${name} value`].map(naming.inCase).find((candidate) => !taken.has(candidate)) ?? `${name}2`;
        return { ...field, at: random.chance(0.3) ? [naming.inCase("particulars"), inCase] : [inCase] };
      });
    return { ...record, fields: [...record.fields, ...fields] };
  };
  const { practitioner, schedule, place, plan } = records;
  const withFacts = {
    practitioner: drawn("practitioner", practitioner),
    schedule: drawn("schedule", schedule),
    ...(place && { place: drawn("place", place) }),
    ...(plan && { plan: drawn("plan", plan) }),
  };
  if (withFacts.place === undefined) return withFacts;
  const at = [naming.inCase(random.pick(sortOf("address").phrases))];
  const address: FieldDialect = { ...drawnField("address", random, naming), at };
  return { ...withFacts, place: { ...withFacts.place, fields: [...withFacts.place.fields, address] } };
}

/** The facts of a kind of record whose values this dialect can hold; an address is drawn after all others. */
function factsOf(kind: RecordKind, records: Dialect["records"]): FurtherFact[] {
  return (Object.keys(furtherFacts) as FurtherFact[]).filter((fact) => {
    const sort = sortOf(fact);
    return fact !== "address" && sort.of === kind && (sort.kind !== "ids" || records[sort.to] !== undefined);
  });
}

function drawnField(fact: FurtherFact, random: Random, naming: Naming): Omit<FieldDialect, "at"> {
  const sort = sortOf(fact);
  const further = drawnForm(sort, random, naming);
  return {
    fact,
    further,
    ...(random.chance(0.5) ? { isLabelled: true } : {}),
    ...(sort.kind === "ids"
      ? { ids: random.chance(0.5) ? { form: "id" } : { form: "object", id: [naming.nameOf("id")] } }
      : {}),
  };
}

function drawnForm(sort: FurtherSort, random: Random, naming: Naming): FurtherForm {
  switch (sort.kind) {
    case "boolean": {
      const [yes, no] = random.pick<readonly [Scalar, Scalar]>([
        [true, false],
        ["Y", "N"],
        [1, 0],
        ["open", "shut"],
      ]);
      return { kind: "boolean", yes, no };
    }
    case "choice": {
      const style = random.pick(["word", "letter", "number"] as const);
      const codes = sort.values.map((value, place): [string, Scalar] => [
        value,
        style === "number" ? place + 1 : style === "letter" ? `${value.charAt(0).toUpperCase()}${place}` : value,
      ]);
      return { kind: "choice", codes: Object.fromEntries(codes) };
    }
    case "number":
      return { kind: "number", as: random.pick(["number", "text"]) };
    case "date":
      return {
        kind: "date",
        as: random.pick(["day", "instant", "seconds", "milliseconds"]),
        zone: random.pick(["UTC", "America/New_York", "Asia/Tokyo"]),
      };
    case "languages":
      return {
        kind: "languages",
        members: random.chance(0.5) ? null : { language: naming.inCase("locale"), text: naming.inCase("phrased") },
      };
    case "address":
      return {
        kind: "address",
        street: random.chance(0.5)
          ? naming.inCase("street line")
          : [naming.inCase("line one"), naming.inCase("line two")],
        lines: random.pick(["text", "list"]),
        city: naming.inCase("town"),
        state: naming.inCase("county unit"),
        postalCode: naming.inCase("zip"),
        country: naming.inCase("land"),
      };
    case "word":
    case "words":
    case "ids":
      return { kind: sort.kind };
  }
}
