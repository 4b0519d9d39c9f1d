import { z } from "zod";
import { EncodeError } from "#/errors/encode-error.ts";
import { isJsonArray, isJsonObject, numberText, sameJson, type Json } from "#/json/json.ts";
import { valueAt, withoutValueAt, withValueAt } from "#/json/pointer.ts";
import { empty, keys, memberPointer, named, never, remove } from "#/profile/schema/entries.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const part = memberPointer.optional();

const schema = keys({
  kind: z.literal("address"),
  at: memberPointer,
  street: z
    .union([memberPointer, z.array(memberPointer).min(1)])
    .optional()
    .meta({ description: "Where the street is; a list of places where each line has one of its own." }),
  lines: z
    .enum(["text", "list"])
    .default("text")
    .meta({ description: "How the lines of a street in one place are written, as one text or a list; both are read." }),
  city: part,
  state: part,
  postalCode: part,
  country: part,
  write: z
    .union([never, keys({ absentParts: z.enum(["omit", "null", "text"]).default("omit"), empty, remove })])
    .optional(),
  ...named,
});

type AddressMeaning = z.output<typeof schema>;

const partNames = ["street", "city", "state", "postalCode", "country"] as const;
type PartName = (typeof partNames)[number];

export const address = {
  ...plainMeaning,
  schema,
  spelled: () => "an object with the parts of an address",
  written: () => `an object with a text for each part: ${partNames.join(", ")}`,
  decode,
  encode(meaning, value, raw, { field }) {
    if (!isJsonObject(value)) return undefined;
    const texts = new Map<string, string>();
    for (const [name, text] of Object.entries(value)) {
      if (typeof text !== "string" || !isPart(name)) return undefined;
      if (text.trim() === "") continue;
      if (placesOf(meaning, name).length === 0)
        throw new EncodeError(field, "no-place", `the service has no field for the part "${name}"`);
      const { length } = placesOf(meaning, name);
      if (length > 1 && text.split("\n").length > length)
        throw new EncodeError(field, "too-many", `the service has ${length} lines for the street`);
      texts.set(name, text);
    }
    const before = isJsonObject(raw) ? raw : {};
    const encoded = partNames.reduce<Json>(
      (object, name) => withPart(meaning, object, name, texts.get(name) ?? ""),
      before,
    );
    if (!sameJson(decode(meaning, encoded) ?? {}, Object.fromEntries(texts)))
      throw new EncodeError(field, "does-not-read-back", "the address would not be read back as it is written");
    return encoded;
  },
  problems: (meaning) =>
    partNames.every((name) => placesOf(meaning, name).length === 0)
      ? [{ keys: [], message: `must say where at least one part is: ${partNames.join(", ")}` }]
      : [],
} as const satisfies MeaningKind<AddressMeaning>;

function isPart(name: string): name is PartName {
  return partNames.some((known) => known === name);
}

function placesOf(meaning: AddressMeaning, name: PartName): readonly string[] {
  return [meaning[name] ?? []].flat();
}

/** The texts of the parts that are there; null where none is. */
function decode(meaning: AddressMeaning, raw: Json): Json | undefined {
  if (raw === "") return null;
  if (!isJsonObject(raw)) return undefined;
  const texts: [PartName, string][] = [];
  for (const name of partNames) {
    const text = textOf(meaning, raw, name);
    if (text === undefined) return undefined;
    if (text !== "") texts.push([name, text]);
  }
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** The text of a part, a line for each of a street; empty where there is none, undefined for what is no text. */
function textOf(meaning: AddressMeaning, raw: Json, name: PartName): string | undefined {
  const values = placesOf(meaning, name).map((place) => valueAt(raw, place) ?? null);
  const said: string[] = [];
  for (const line of values.flatMap((value) => (name === "street" && isJsonArray(value) ? value : [value]))) {
    if (line === null) continue;
    const spelled = typeof line === "string" ? line : numberText(line);
    if (spelled === null) return undefined;
    if (spelled.trim() !== "") said.push(spelled);
  }
  return said.join("\n");
}

/** The address with another text of one part; a part that says so already is left as it stands. */
function withPart(meaning: AddressMeaning, address: Json, name: PartName, text: string): Json {
  if (textOf(meaning, address, name) === text) return address;
  const places = placesOf(meaning, name);
  const lines = text === "" ? [] : text.split("\n");
  const [only] = places;
  if (places.length === 1 && only !== undefined) {
    const isList = name === "street" && meaning.lines === "list";
    return withValue(meaning, address, only, text === "" ? null : isList ? lines : text);
  }
  // Lines that the service has no place for would be lost, and the address would not be read back.
  return places.reduce((next, place, line) => withValue(meaning, next, place, lines[line] ?? null), address);
}

function withValue({ write }: AddressMeaning, address: Json, place: string, value: Json): Json {
  const absent = write === undefined || write === "never" ? "omit" : write.absentParts;
  if (value === null && absent === "omit") return withoutValueAt(address, place);
  return withValueAt(address, place, value ?? (absent === "null" ? null : "")) ?? address;
}
