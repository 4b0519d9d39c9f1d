type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Every name that a spelling uses on the wire: headers, members, parameters, parts of paths, index ids, error codes. */
export function profileNames(profile: unknown): Set<string> {
  const names = new Set<string>();
  const whole = asJson(profile);
  for (const header of Object.values(member(whole, "headers"))) add(names, textAt(header, "name"));
  for (const index of ["standard", "test", "prefix"]) add(names, textAt(member(whole, "indexes"), index));
  for (const record of Object.values(member(whole, "records"))) {
    add(names, textAt(record, "idPrefix"));
    collect(names, record);
  }
  collect(names, member(whole, "answers"));
  for (const operation of Object.values(member(whole, "operations"))) {
    for (const part of textAt(operation, "path").split("/")) if (!part.startsWith("{")) add(names, part);
    for (const name of Object.keys(member(operation, "query"))) add(names, name);
    keysOf(names, member(operation, "body"));
    collect(names, operation);
  }
  const errors = member(whole, "errors");
  collect(names, errors);
  keysOf(names, member(errors, "template"));
  for (const reason of Object.values(member(errors, "reasons"))) add(names, textAt(reason, "code"));
  return names;
}

/** Collects the names in the pointers and templates of an entry, at any depth. */
function collect(names: Set<string>, entry: Json): void {
  if (typeof entry === "string") {
    if (entry.startsWith("/") && !entry.includes("{")) for (const key of entry.split("/")) add(names, key);
    return;
  }
  if (typeof entry !== "object" || entry === null) return;
  for (const [key, inner] of Object.entries(entry)) {
    if (key === "path") continue;
    if (key === "element") keysOf(names, inner);
    if ((key === "query" || key === "sizeQuery") && typeof inner === "string") add(names, inner);
    collect(names, inner);
  }
}

function keysOf(names: Set<string>, template: Json): void {
  if (typeof template !== "object" || template === null) return;
  for (const [key, inner] of Object.entries(template)) {
    if (!Array.isArray(template)) add(names, key);
    keysOf(names, inner);
  }
}

function add(names: Set<string>, name: string): void {
  if (name !== "") names.add(name);
}

/** A member of a profile as an object; empty when there is none. */
function member(from: Json, key: string): { readonly [key: string]: Json } {
  const value = typeof from === "object" && from !== null && !Array.isArray(from) ? asObject(from)[key] : undefined;
  return typeof value === "object" && value !== null ? asObject(value) : {};
}

function textAt(from: Json, key: string): string {
  const value = typeof from === "object" && from !== null ? asObject(from)[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** Treats JSON arrays like objects: both have values by key. */
function asObject(value: Json): { readonly [key: string]: Json } {
  return value as { readonly [key: string]: Json };
}

/** Safe because a printed profile is valid JSON. */
function asJson(value: unknown): Json {
  return value as Json;
}
