// How the service that a house sits on spells its records, read from its profile by code that shares nothing with ours:
// the journeys speak in meanings, and look at the wire as somebody would who has the profile's page in hand.

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

export interface RecordKey {
  type: string;
  id: string;
}

/** What a record is to say of some meanings. */
export interface Saying {
  [name: string]: string | readonly string[] | readonly Phone[];
}

export interface Phone {
  number: string;
  extension: string | null;
  label: string | null;
}

interface Meaning {
  kind: "text" | "phones" | "set" | "reference";
  at: string;
  /** The references to follow to the record that has the value; then all but this is said there. */
  via?: string[];
  to?: string;
  shape?: {
    form: string;
    id?: string;
    number?: string;
    extension?: string;
    label?: string;
    extensionMarks?: string[];
  };
  write?: { element?: Json; elementWithExtension?: Json; absentParts?: "omit" | "null" };
}

interface Profile {
  apiVersion: string;
  headers: { apiVersion: { name: string }; index: { name: string } };
  credential: { composition: string; user?: string; prefix?: string };
  indexes: { prefix: string; standard: string; test: string };
  records: {
    [type: string]: { idPrefix: string; id?: string; ignored?: string[]; meanings: { [name: string]: Meaning } };
  };
  operations: { [name: string]: { method: string; path: string; success: number[]; resource?: string } };
}

/** Records as one service spells them. */
export class Wire {
  readonly profile: Profile;

  /** A profile as the sandbox prints it. */
  constructor(profile: unknown) {
    this.profile = profile as Profile;
  }

  operation(name: string): Profile["operations"][string] {
    const spelled = this.profile.operations[name];
    if (spelled === undefined) throw new Error(`The profile has no operation ${name}.`);
    return spelled;
  }

  reads(type: string): Profile["operations"][string] {
    return this.operation(`read${capital(type)}`);
  }

  /** What a client with this key sends beside the path. */
  headers(authorization: string, indexId?: string): { [name: string]: string } {
    const { headers, apiVersion } = this.profile;
    return {
      Accept: "application/json",
      Authorization: authorization,
      [headers.apiVersion.name]: apiVersion,
      ...(indexId === undefined ? {} : { [headers.index.name]: indexId }),
    };
  }

  authorization(key: string): string {
    const { composition, user = "", prefix = "" } = this.profile.credential;
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
    if (composition === "key-as-user") return basic(`${key}:`);
    return composition === "key-as-password" ? basic(`${user}:${key}`) : `${prefix}${key}`;
  }

  meaning(type: string, name: string): Meaning | undefined {
    return this.profile.records[type]?.meanings[name];
  }

  /** Whether records of the type have the value themselves. */
  holds(type: string, name: string): boolean {
    const meaning = this.meaning(type, name);
    return meaning !== undefined && meaning.via === undefined;
  }

  /** A member that changes with every write and that nobody compares. */
  ignored(type: string): string {
    return keysOf(this.profile.records[type]?.ignored?.[0] ?? "").at(-1) ?? "";
  }

  record(type: string, body: JsonObject): JsonObject {
    return asObject(at(body, this.reads(type).resource ?? ""));
  }

  text(type: string, raw: JsonObject, name: string): string | null {
    const value = at(raw, this.#own(type, name).at);
    return typeof value === "string" ? value : null;
  }

  reference(type: string, raw: JsonObject, name: string): string {
    const { at: where, shape } = this.#own(type, name);
    return wordOf(inside(at(raw, where), shape?.id));
  }

  ids(type: string, raw: JsonObject, name: string): string[] {
    const { at: where, shape } = this.#own(type, name);
    return asList(at(raw, where)).map((element) => wordOf(inside(element, shape?.id)));
  }

  phones(type: string, raw: JsonObject): Phone[] {
    const meaning = this.#own(type, "phones");
    return asList(at(raw, meaning.at)).map((element) => phoneIn(element, meaning));
  }

  /** The members to set at the top of a record so that it says this. */
  saying(type: string, raw: JsonObject, values: Saying): JsonObject {
    const set: JsonObject = {};
    for (const [name, value] of Object.entries(values)) {
      const meaning = this.#own(type, name);
      const [first = "", ...rest] = keysOf(meaning.at);
      set[first] = withAt(set[first] ?? raw[first] ?? {}, rest, spelled(value, asList(at(raw, meaning.at)), meaning));
    }
    return set;
  }

  /** The whole body of an answer but for what its record itself says of some meanings. */
  rest(type: string, body: JsonObject, ...names: readonly string[]): Json {
    const resource = keysOf(this.reads(type).resource ?? "");
    return names
      .filter((name) => this.holds(type, name))
      .reduce<Json>((left, name) => withoutAt(left, [...resource, ...keysOf(this.#own(type, name).at)]), body);
  }

  /** Members with lists at the top of a record that no meaning names; a person still sees them. */
  unnamed(type: string, raw: JsonObject): string[] {
    const { id = "/id", ignored = [], meanings } = this.profile.records[type] ?? { idPrefix: "", meanings: {} };
    const named = [id, ...ignored, ...Object.values(meanings).map((meaning) => meaning.at ?? "")];
    const taken = new Set(named.map((pointer) => keysOf(pointer)[0]));
    return Object.keys(raw).filter((member) => !taken.has(member) && Array.isArray(raw[member]));
  }

  #own(type: string, name: string): Meaning {
    const meaning = this.meaning(type, name);
    if (meaning === undefined || meaning.via !== undefined) throw new Error(`A ${type} holds no ${name} itself.`);
    return meaning;
  }
}

/** A value as the wire has it; entries that are there already stay as they are. */
function spelled(value: Saying[string], before: readonly Json[], meaning: Meaning): Json {
  if (typeof value === "string") return value;
  const entries = value.map((entry): Json =>
    typeof entry === "string"
      ? (before.find((one) => inside(one, meaning.shape?.id) === entry) ?? newId(entry, meaning))
      : (before.find((one) => same(phoneIn(one, meaning), entry)) ?? newPhone(entry, meaning)),
  );
  return meaning.shape?.form === "text" ? (entries[0] ?? "") : entries;
}

function phoneIn(element: Json, { shape }: Meaning): Phone {
  const part = (pointer: string | undefined) => {
    const value = pointer === undefined ? undefined : at(element, pointer);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const isObject = shape?.form === "objects";
  const number = isObject ? (part(shape.number) ?? "") : wordOf(element);
  const extension = isObject ? part(shape.extension) : null;
  const label = isObject ? part(shape.label) : null;
  for (const mark of shape?.extensionMarks ?? []) {
    const cut = number.split(` ${mark} `);
    if (extension === null && cut[1] !== undefined) return { number: cut[0] ?? "", extension: cut[1], label };
  }
  return { number, extension, label };
}

function newPhone({ number, extension, label }: Phone, { write = {} }: Meaning): Json {
  const template = (extension === null ? undefined : write.elementWithExtension) ?? write.element ?? "{number}";
  const none = write.absentParts === "null" ? null : undefined;
  if (typeof template === "string") return template.replace("{number}", number).replace("{extension}", extension ?? "");
  const filled = Object.entries(asObject(template)).map(([member, told]): [string, Json | undefined] => {
    if (told === "{extension}") return [member, extension ?? none];
    if (told === "{label}") return [member, label ?? none];
    return [
      member,
      typeof told === "string" ? told.replace("{number}", number).replace("{extension}", extension ?? "") : told,
    ];
  });
  return Object.fromEntries(filled.flatMap(([member, told]) => (told === undefined ? [] : [[member, told]])));
}

function newId(id: string, { shape, write = {} }: Meaning): Json {
  const template = write.element ?? (shape?.form === "objects" ? withAt({}, keysOf(shape.id ?? ""), "{id}") : "{id}");
  return asJson(JSON.parse(JSON.stringify(template).replaceAll("{id}", id)));
}

function same(one: Phone, other: Phone): boolean {
  return one.number === other.number && one.extension === other.extension && one.label === other.label;
}

const keysOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

function at(value: Json | undefined, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>(
    (here, key) => (typeof here === "object" && here !== null && !Array.isArray(here) ? here[key] : undefined),
    value,
  );
}

const inside = (value: Json | undefined, pointer: string | undefined) =>
  pointer === undefined ? value : at(value, pointer);

function withAt(value: Json, [key, ...rest]: readonly string[], put: Json): Json {
  return key === undefined ? put : { ...asObject(value), [key]: withAt(asObject(value)[key] ?? {}, rest, put) };
}

function withoutAt(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...others, [key]: withoutAt(inner, rest) };
}

/** An id or a number as text. */
function wordOf(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** An object of a record; an answer without one is told by what is then missing in it. */
function asObject(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** A list as it came; one value where the service holds one, nothing where it says that there is none. */
function asList(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** What was parsed is JSON. */
export function asJson(value: unknown): Json {
  return value as Json;
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
