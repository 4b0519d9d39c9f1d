import { formatPointer, isJsonArray, isJsonObject, type Json, type ServiceProfile } from "@dc/api-client";

/** One entry of a profile that says where it comes from. */
export interface ProfileEntry {
  readonly pointer: string;
  readonly keys: readonly string[];
  /** True when documentation says it, false when it is assumed; it is tried either way. */
  readonly isDocumented: boolean;
  readonly note: string | null;
  /** The path, pointer or name that the entry gives, where it gives one. */
  readonly place: string | null;
}

// The profile's data came through JSON.parse, and the schema adds JSON values alone.
function asJson(profile: ServiceProfile): Json {
  return JSON.parse(JSON.stringify(profile.data)) as Json;
}

function walk(value: Json, keys: readonly string[], entries: ProfileEntry[]): void {
  if (isJsonArray(value)) return;
  if (!isJsonObject(value)) return;
  const status = value["status"];
  if (status === "assumed" || status === "documented") {
    const note = value["note"];
    const place = value["at"] ?? value["path"] ?? value["name"] ?? value["collection"] ?? value["template"];
    entries.push({
      pointer: formatPointer(keys),
      keys,
      isDocumented: status === "documented",
      note: typeof note === "string" ? note : null,
      place: typeof place === "string" ? place : null,
    });
  }
  for (const [key, inner] of Object.entries(value)) {
    // Bodies, templates and defaults contain the service's own words, where "status" is not ours.
    if (key !== "body" && key !== "template" && key !== "write" && key !== "defaults")
      walk(inner, [...keys, key], entries);
  }
}

/** Every entry that is documented or assumed, in the order of the profile. */
export function profileEntries(profile: ServiceProfile): readonly ProfileEntry[] {
  const entries: ProfileEntry[] = [];
  walk(asJson(profile), [], entries);
  return entries;
}
