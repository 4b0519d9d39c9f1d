import { isJsonArray, isJsonObject, type Json, type JsonObject } from "#/json/json.ts";

// Sections whose entries are merged by name, with the depth to which that holds; anything else is replaced whole.
const mergedDepth: Readonly<Record<string, number>> = { operations: 1, records: 3, answers: 2, headers: 1 };

function merge(base: Json | undefined, over: Json, depth: number): Json {
  if (depth === 0 || !isJsonObject(base) || !isJsonObject(over)) return over;
  // A null that removes nothing stays, and the schema refuses it.
  const isRemoved = (key: string) => depth === 1 && over[key] === null && Object.hasOwn(base, key);
  const merged = Object.entries(over).map(([key, value]): [string, Json] => [
    key,
    merge(Object.hasOwn(base, key) ? base[key] : undefined, value, depth - 1),
  ]);
  return Object.fromEntries(
    Object.entries({ ...base, ...Object.fromEntries(merged) }).filter(([key]) => !isRemoved(key)),
  );
}

/** A record type with ids of its own does not inherit that it is documented. */
function withoutInheritedStatus(base: JsonObject, over: Json | undefined): JsonObject {
  if (!isJsonObject(over)) return base;
  return Object.fromEntries(
    Object.entries(base).map(([type, record]) => {
      const mine = over[type];
      const isOther =
        isJsonObject(mine) && isJsonObject(record) && ["id", "idPrefix"].some((key) => Object.hasOwn(mine, key));
      if (!isOther) return [type, record];
      const { status: _, note: __, ...rest } = record;
      return [type, rest];
    }),
  );
}

/** Leaves out of an inherited creation the meanings that the file has moved or removed. */
function withoutLapsedCreation(records: Json, over: Json | undefined): Json {
  if (!isJsonObject(records)) return records;
  return Object.fromEntries(
    Object.entries(records).map(([type, record]) => {
      const mine = isJsonObject(over) ? over[type] : undefined;
      const isOwn = isJsonObject(mine) && Object.hasOwn(mine, "create");
      if (isOwn || !isJsonObject(record) || !isJsonObject(record["create"])) return [type, record];
      const { required, defaults } = record["create"];
      const stands = (field: Json) => typeof field === "string" && (field.startsWith("/") || isGiven(record, field));
      const create = {
        ...record["create"],
        ...(isJsonArray(required) ? { required: required.filter(stands) } : {}),
        ...(isJsonObject(defaults)
          ? { defaults: Object.fromEntries(Object.entries(defaults).filter(([field]) => stands(field))) }
          : {}),
      };
      return [type, { ...record, create }];
    }),
  );
}

/** Whether a record is given this meaning itself when it is made. */
function isGiven({ meanings }: JsonObject, name: string): boolean {
  const meaning = isJsonObject(meanings) && Object.hasOwn(meanings, name) ? meanings[name] : undefined;
  return isJsonObject(meaning) && !Object.hasOwn(meaning, "via") && meaning["write"] !== "never";
}

/** Lays a profile file over the one that it extends: operations, record types and their meanings are merged by name, and null removes one of them. */
export function extendProfile(base: JsonObject, over: JsonObject): JsonObject {
  const members = Object.entries(over).filter(([key]) => key !== "extends");
  const { records } = base;
  const below = isJsonObject(records) ? { ...base, records: withoutInheritedStatus(records, over["records"]) } : base;
  const merged = members.map(([key, value]): [string, Json] => [key, merge(below[key], value, mergedDepth[key] ?? 0)]);
  const whole: JsonObject = { ...base, ...Object.fromEntries(merged) };
  return "records" in whole
    ? { ...whole, records: withoutLapsedCreation(whole["records"] ?? {}, over["records"]) }
    : whole;
}
