import type { Json, JsonObject } from "#/json/json.ts";
import type { Random } from "#/seed/random.ts";
import type { Facts, IdOf } from "#/seed/facts.ts";
import { drawFurther, isFurther } from "#/seed/further-facts.ts";
import { elementsIn, idIn, type Dialect, type FactName, type FieldDialect, type RecordDialect } from "./dialect.ts";
import { objectAt, textAt, valueAt } from "#/json/path.ts";
import { encodeFact, encodeId, encodePhone, furtherFact } from "./record-encoder.ts";

/** The record after one plausible change, drawn at random: mostly of its plans or phones. */
export function driftRecord(
  dialect: Dialect,
  record: RecordDialect,
  { raw, random, source, idOf }: { raw: JsonObject; random: Random; source: Facts; idOf: IdOf },
): JsonObject {
  const fieldOf = (fact: FactName) => record.fields.find((field) => field.fact === fact);
  const further = record.fields.filter((field) => isFurther(field.fact));
  if (further.length > 0 && random.chance(0.4))
    return driftFurther(dialect, random.pick(further), { raw, random, source, idOf });
  const plans = fieldOf("plans");
  if (plans) {
    const current = elementsIn(valueAt(raw, plans.at), plans);
    const id = idOf("plan", random.below(source.plans));
    const others = current.filter((plan) => idIn(plan, plans) !== id);
    const drawn = encodeId(id, plans.ids);
    const next = others.length < current.length ? others : plans.single ? [drawn] : [...current, drawn];
    const isNull = next.length === 0 && (plans.single || dialect.emptyValues === "null");
    return objectAt([[plans.at, isNull ? null : plans.single ? next[0] : next]], raw);
  }
  const phones = fieldOf("phones");
  const preferred = fieldOf("preferredName");
  const name = fieldOf("displayName") ?? fieldOf("familyName");
  const [borrowed] = source.practitioner(random.below(source.practitioners))?.phones ?? [];
  const phone = borrowed ?? { number: `(212) 555-01${10 + random.below(90)}` };
  if (preferred && name && (!phones || random.chance(0.2)))
    return objectAt([[preferred.at, `Dr. ${textAt(raw, name.at).split(" ").at(-1) ?? ""}`]], raw);
  if (!phones?.phones) return raw;
  const drawn = encodePhone(phone, phones.phones, dialect.emptyValues);
  if (phones.phones.form === "text" || phones.phones.form === "object") return objectAt([[phones.at, drawn]], raw);
  const current = listAt(raw, phones.at);
  const next = current.length > 0 && random.chance(0.5) ? [drawn, ...current.slice(1)] : [...current, drawn];
  return objectAt([[phones.at, next]], raw);
}

/** Another value of one fact. */
function driftFurther(
  dialect: Dialect,
  field: FieldDialect,
  { raw, random, source, idOf }: { raw: JsonObject; random: Random; source: Facts; idOf: IdOf },
): JsonObject {
  if (!isFurther(field.fact)) return raw;
  const drawn = drawFurther(field.fact, random, source);
  return objectAt([[field.at, encodeFact(dialect, field, furtherFact(field.fact, drawn, idOf))]], raw);
}

function listAt(raw: JsonObject, path: readonly string[]): Json[] {
  const value = valueAt(raw, path);
  return Array.isArray(value) ? value : [];
}
