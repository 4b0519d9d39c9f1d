import { createRandom } from "#/seed/random.ts";
import type { Dialect, FieldDialect, PhoneDemands, PhoneForm, RecordDialect } from "#/spelling/dialect.ts";

/** What a drawn service asks beyond others. Each is drawn from a generator of its own, so that the other draws stay the same. */
export function withDemands(dialect: Dialect, seed: number): Dialect {
  const isDrawn = (what: string, chance: number) => createRandom(what, seed).chance(chance);
  const { credential, writes, patients, limits, errors, emptyValues } = dialect;
  const header = createRandom("credential header", seed).pick(["X-Entry-Pass", "Api-Token"]);
  const { bad_request: code } = errors.codes;
  const { bad_request: status } = errors.statuses;
  return {
    ...dialect,
    credential: {
      ...credential,
      ...(isDrawn("credential", 0.3) ? { header } : {}),
      ...(isDrawn("key prefixes", 0.5) ? { keyPrefixes: { test: "test_", live: "live_" } } : {}),
    },
    records: recordsWithDemands(dialect.records, emptyValues, seed),
    writes: isDrawn("update", 0.25) ? { ...writes, update: { ...writes.update, status: 204 } } : writes,
    slots: isDrawn("hours", 0.25) ? { ...dialect.slots, unit: "hours" } : dialect.slots,
    patients: isDrawn("insurance", 0.5) ? { ...patients, isInsuranceMixed: true } : patients,
    limits: isDrawn("pauses", 0.3) ? { ...limits, betweenCallsMs: 4 } : limits,
    errors: {
      ...errors,
      ...(isDrawn("error type", 0.5) ? { type: [...errors.message.slice(0, -1), "family"] } : {}),
      ...(isDrawn("field", 0.3)
        ? {
            codes: { ...errors.codes, index_not_found: code, index_of_another: code },
            statuses: { ...errors.statuses, index_not_found: status, index_of_another: status },
          }
        : {}),
    },
    ...(isDrawn("time zone", 0.5) ? { timeZone: "America/Chicago" } : {}),
    ...(isDrawn("defaults", 0.4) ? { saysDefaults: true } : {}),
  };
}

function recordsWithDemands(
  { practitioner, schedule, place, plan }: Dialect["records"],
  emptyValues: Dialect["emptyValues"],
  seed: number,
): Dialect["records"] {
  const isNumberFixed = createRandom("fixed number", seed).chance(0.6);
  const isZoneRenamed = createRandom("name of the zone", seed).chance(0.6);
  const leavesOut = createRandom("left out", seed).chance(0.6);
  const changed = (record: RecordDialect): RecordDialect => ({
    ...record,
    fields: record.fields.map((field) => {
      if (field.phones !== undefined)
        return { ...field, phones: { ...field.phones, ...phoneDemands(field.phones, emptyValues, seed) } };
      return field.fact === "npi" && isNumberFixed ? { ...field, isReadOnly: true } : field;
    }),
    ...(record.bookable?.no === false && leavesOut ? { bookable: { ...record.bookable, no: "missing" } } : {}),
  });
  const renamed = (field: FieldDialect): FieldDialect =>
    field.fact === "timeZone" && isZoneRenamed ? { ...field, meaning: "clock" } : field;
  return {
    practitioner: changed(practitioner),
    schedule: changed(schedule),
    ...(place && { place: { ...changed(place), fields: changed(place).fields.map(renamed) } }),
    ...(plan && { plan }),
  };
}

function phoneDemands(form: PhoneForm, emptyValues: Dialect["emptyValues"], seed: number): PhoneDemands {
  const random = createRandom("demands on phones", seed);
  const format = random.pick([null, null, "digits", "e164", "international", "national"] as const);
  const isPreserved = emptyValues === "preserved";
  const hasParts = form.form === "objects" || form.form === "object";
  const isList = form.form === "objects" || form.form === "texts";
  return {
    ...(format === null ? {} : { format }),
    ...(random.chance(0.6) && isPreserved && hasParts ? { absentParts: "text" } : {}),
    ...(random.chance(0.6) && isPreserved && isList ? { empty: "list" } : {}),
  };
}
