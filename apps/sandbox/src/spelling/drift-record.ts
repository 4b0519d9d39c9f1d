import type { Json, JsonObject } from "#/json/json.ts";
import type { Random } from "#/seed/random.ts";
import type { Facts, IdOf } from "#/seed/facts.ts";
import type { Dialect, FactName, RecordDialect } from "./dialect.ts";
import { objectAt, textAt, valueAt } from "#/json/path.ts";
import { spellId, spellPhone } from "./record-writer.ts";

/** The record after one plausible change of the outside world. */
export function driftRecord(
  dialect: Dialect,
  record: RecordDialect,
  { raw, random, facts, idOf }: { raw: JsonObject; random: Random; facts: Facts; idOf: IdOf },
): JsonObject {
  const fieldOf = (fact: FactName) => record.fields.find((field) => field.fact === fact);
  const plans = fieldOf("plans");
  if (plans) {
    const here = listAt(raw, plans.at);
    const fresh = spellId(idOf("plan", random.below(facts.plans)), plans.ids);
    const next = here.some((plan) => same(plan, fresh)) ? here.filter((plan) => !same(plan, fresh)) : [...here, fresh];
    return objectAt([[plans.at, dialect.empties === "null" && next.length === 0 ? null : next]], raw);
  }
  const phones = fieldOf("phones");
  const preferred = fieldOf("preferredName");
  const name = fieldOf("displayName");
  const [borrowed] = facts.practitioner(random.below(facts.practitioners))?.phones ?? [];
  const phone = borrowed ?? { number: `(212) 555-01${10 + random.below(90)}` };
  if (preferred && name && (!phones || random.chance(0.2)))
    return objectAt([[preferred.at, `Dr. ${textAt(raw, name.at).split(" ").at(-1) ?? ""}`]], raw);
  if (!phones?.phones) return raw;
  const fresh = spellPhone(phone, phones.phones, dialect.empties);
  if (phones.phones.form === "text") return objectAt([[phones.at, fresh]], raw);
  const here = listAt(raw, phones.at);
  const next = here.length > 0 && random.chance(0.5) ? [fresh, ...here.slice(1)] : [...here, fresh];
  return objectAt([[phones.at, next]], raw);
}

function listAt(raw: JsonObject, path: readonly string[]): Json[] {
  const value = valueAt(raw, path);
  return Array.isArray(value) ? value : [];
}

function same(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
