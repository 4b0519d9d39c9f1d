import {
  asJson,
  asList,
  asObject,
  type Json,
  type JsonObject,
  partOf,
  pointerKeys,
  textOf,
  valueAt,
  withoutValueAt,
  withValueAt,
} from "./json-values.ts";

// Reads from a profile how the service spells its records, sharing no code with the product: journeys use meanings, and
// check the service as a client would that only knows its documentation.

export interface RecordKey {
  type: string;
  id: string;
}

/** The values to give to a record, by meaning. */
export interface FieldValues {
  [name: string]: string | readonly string[] | readonly Phone[];
}

export interface Phone {
  number: string;
  extension: string | null;
  label: string | null;
}

interface Meaning {
  kind: "text" | "phones" | "set" | "reference" | "composed";
  at: string;
  /** Of a composed meaning: the text with its parts in braces. */
  template?: string;
  /** The references to follow to the record that holds the value; the other members apply to that record. */
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
    [type: string]: {
      idPrefix: string;
      id?: string;
      ignored?: string[];
      meanings: { [name: string]: Meaning };
      create?: { required?: string[]; defaults?: { [field: string]: Json } };
    };
  };
  operations: {
    [name: string]: { method: string; path: string; success: number[]; resource?: string; body?: unknown };
  };
}

/** How one service spells its requests and records. */
export class ServiceSpelling {
  readonly profile: Profile;

  /** Takes a parsed profile, as printed by the sandbox. */
  constructor(profile: unknown) {
    this.profile = profile as Profile;
  }

  operation(name: string): Profile["operations"][string] {
    const spelled = this.profile.operations[name];
    if (spelled === undefined) throw new Error(`The profile has no operation ${name}.`);
    return spelled;
  }

  readOperation(type: string): Profile["operations"][string] {
    return this.operation(`read${capital(type)}`);
  }

  /** The headers that a client with this key sends. */
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

  /** Whether records of the type hold the value themselves, rather than a record that they refer to. */
  ownsField(type: string, name: string): boolean {
    const meaning = this.meaning(type, name);
    return meaning !== undefined && meaning.via === undefined && meaning.template === undefined;
  }

  /** The parts of a composed meaning, such as `familyName` or `place.name`; none where it is no such meaning. */
  partsOf(type: string, name: string): string[] {
    return [...(this.meaning(type, name)?.template ?? "").matchAll(/\{([^}]+)\}/g)].map(([, part = ""]) => part);
  }

  /** A text that can be written to change what a record is called: the name itself, or the part that all of them have. */
  nameField(type: string, name: string): string {
    const parts = this.partsOf(type, name);
    const required = this.profile.records[type]?.create?.required ?? [];
    return parts.length === 0 ? name : (parts.find((part) => required.includes(part)) ?? parts[0] ?? name);
  }

  /** What these texts are as one composed text; a missing one takes its brackets and what separates it with it. */
  composed(type: string, name: string, textOf: (part: string) => string | null): string {
    const template = this.meaning(type, name)?.template ?? "";
    return template
      .replaceAll(/\{([^}]+)\}/g, (_all, part: string) => textOf(part)?.trim() || "\0")
      .replaceAll(/ ?\(\0\)/g, "")
      .replaceAll(/^(?:\0[, ]*)+/g, "")
      .replaceAll(/(?:[, ]| at )+\0/g, "");
  }

  /** What a new record with this text for a name is called, with the defaults that creation fills in. */
  calledBy(type: string, name: string, text: string): string {
    if (this.ownsField(type, name)) return text;
    const { defaults = {} } = this.profile.records[type]?.create ?? {};
    return this.composed(type, name, (part) => (part === this.nameField(type, name) ? text : textOf(defaults[part])));
  }

  /** A member that changes with every write and is not compared. */
  ignoredMember(type: string): string {
    return pointerKeys(this.profile.records[type]?.ignored?.[0] ?? "").at(-1) ?? "";
  }

  record(type: string, body: JsonObject): JsonObject {
    return asObject(valueAt(body, this.readOperation(type).resource ?? ""));
  }

  text(type: string, raw: JsonObject, name: string): string | null {
    if (this.meaning(type, name)?.template !== undefined)
      return this.composed(type, name, (part) => this.text(type, raw, part));
    const value = valueAt(raw, this.#ownMeaning(type, name).at);
    return typeof value === "string" ? value : null;
  }

  reference(type: string, raw: JsonObject, name: string): string {
    const { at: where, shape } = this.#ownMeaning(type, name);
    return idOf(valueAt(raw, where), shape?.id);
  }

  ids(type: string, raw: JsonObject, name: string): string[] {
    const { at: where, shape } = this.#ownMeaning(type, name);
    return asList(valueAt(raw, where)).map((element) => idOf(element, shape?.id));
  }

  phones(type: string, raw: JsonObject): Phone[] {
    const meaning = this.#ownMeaning(type, "phones");
    return asList(valueAt(raw, meaning.at)).map((element) => readPhone(element, meaning));
  }

  /** The top-level members to set so that a record has these values. */
  encode(type: string, raw: JsonObject, values: FieldValues): JsonObject {
    const set: JsonObject = {};
    for (const [name, value] of Object.entries(values)) {
      const meaning = this.#ownMeaning(type, name);
      const [first = "", ...rest] = pointerKeys(meaning.at);
      set[first] = withValueAt(
        set[first] ?? raw[first] ?? {},
        rest,
        spelledValue(value, asList(valueAt(raw, meaning.at)), meaning),
      );
    }
    return set;
  }

  /** The whole body of a response without the values of some meanings. */
  bodyWithout(type: string, body: JsonObject, ...names: readonly string[]): Json {
    const resource = pointerKeys(this.readOperation(type).resource ?? "");
    return names
      .filter((name) => this.ownsField(type, name))
      .reduce<Json>(
        (left, name) => withoutValueAt(left, [...resource, ...pointerKeys(this.#ownMeaning(type, name).at)]),
        body,
      );
  }

  /** Like `bodyWithout`, and also without the member that changes with every write. */
  contentWithout(type: string, body: JsonObject, ...names: readonly string[]): Json {
    const resource = pointerKeys(this.readOperation(type).resource ?? "");
    const ignored = this.profile.records[type]?.ignored ?? [];
    return ignored.reduce<Json>(
      (left, pointer) => withoutValueAt(left, [...resource, ...pointerKeys(pointer)]),
      this.bodyWithout(type, body, ...names),
    );
  }

  /** Top-level members that are lists and have no meaning in the profile; the raw view still shows them. */
  unmappedLists(type: string, raw: JsonObject): string[] {
    const { id = "/id", ignored = [], meanings } = this.profile.records[type] ?? { idPrefix: "", meanings: {} };
    const named = [id, ...ignored, ...Object.values(meanings).map((meaning) => meaning.at ?? "")];
    const taken = new Set(named.map((pointer) => pointerKeys(pointer)[0]));
    return Object.keys(raw).filter((member) => !taken.has(member) && Array.isArray(raw[member]));
  }

  #ownMeaning(type: string, name: string): Meaning {
    const meaning = this.meaning(type, name);
    if (meaning === undefined || meaning.via !== undefined || meaning.template !== undefined)
      throw new Error(`A ${type} has no ${name} itself.`);
    return meaning;
  }
}

/** A value in the service's spelling; existing entries keep their form. */
function spelledValue(value: FieldValues[string], before: readonly Json[], meaning: Meaning): Json {
  if (typeof value === "string") return value;
  const entries = value.map((entry): Json =>
    typeof entry === "string"
      ? (before.find((value) => idOf(value, meaning.shape?.id) === entry) ?? spellId(entry, meaning))
      : (before.find((value) => isSamePhone(readPhone(value, meaning), entry)) ?? spellPhone(entry, meaning)),
  );
  const form = meaning.shape?.form ?? "";
  if (form === "text") return entries[0] ?? "";
  return oneValued.has(form) ? (entries[0] ?? null) : entries;
}

/** Forms that hold one value where others hold a list. */
const oneValued: ReadonlySet<string> = new Set(["id", "object", "id-or-object"]);

/** The id in an element that is the id itself, or an object with it. */
const idOf = (element: Json | undefined, pointer: string | undefined): string =>
  textOf(typeof element === "object" ? partOf(element, pointer) : element);

function readPhone(element: Json, { shape }: Meaning): Phone {
  const part = (pointer: string | undefined) => {
    const value = pointer === undefined ? undefined : valueAt(element, pointer);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const isObject = shape?.form === "objects" || shape?.form === "object";
  const number = isObject ? (part(shape.number) ?? "") : textOf(element);
  const extension = isObject ? part(shape.extension) : null;
  const label = isObject ? part(shape.label) : null;
  for (const mark of shape?.extensionMarks ?? []) {
    const cut = number.split(` ${mark} `);
    if (extension === null && cut[1] !== undefined) return { number: cut[0] ?? "", extension: cut[1], label };
  }
  return { number, extension, label };
}

function spellPhone({ number, extension, label }: Phone, { write = {} }: Meaning): Json {
  const template = (extension === null ? undefined : write.elementWithExtension) ?? write.element ?? "{number}";
  const none = write.absentParts === "null" ? null : undefined;
  if (typeof template === "string") return template.replace("{number}", number).replace("{extension}", extension ?? "");
  const filled = Object.entries(asObject(template)).map(([member, value]): [string, Json | undefined] => {
    if (value === "{extension}") return [member, extension ?? none];
    if (value === "{label}") return [member, label ?? none];
    return [
      member,
      typeof value === "string" ? value.replace("{number}", number).replace("{extension}", extension ?? "") : value,
    ];
  });
  return Object.fromEntries(filled.flatMap(([member, value]) => (value === undefined ? [] : [[member, value]])));
}

function spellId(id: string, { shape, write = {} }: Meaning): Json {
  const template =
    write.element ??
    (shape?.form === "objects" || shape?.form === "object"
      ? withValueAt({}, pointerKeys(shape.id ?? ""), "{id}")
      : "{id}");
  return asJson(JSON.parse(JSON.stringify(template).replaceAll("{id}", id)));
}

function isSamePhone(a: Phone, b: Phone): boolean {
  return a.number === b.number && a.extension === b.extension && a.label === b.label;
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
