import type { ProfileProblem } from "#/errors/profile-error.ts";
import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { decodePhone } from "#/profile/decode/decode-phone.ts";
import { decodeId, decodeMeaning } from "#/profile/decode/decode-record.ts";
import { listNames } from "#/profile/names.ts";
import type { OwnMeaning } from "#/profile/schema/profile-schema.ts";
import { holdsOne, isPhoneObject } from "#/profile/schema/shapes.ts";
import { fillTemplate, malformedPlaceholders, placeholdersOf } from "#/profile/template.ts";

/** An element must contain the id or number that it is for, and only variables of its kind. */
function templateProblems(meaningKeys: readonly string[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const { write } = meaning;
  if (write === undefined || write === "never" || !("element" in write)) return [];
  const known =
    meaning.kind === "phones"
      ? ["number", "extension", "label"]
      : meaning.kind === "languages"
        ? ["text", "language"]
        : ["id"];
  const [needed = ""] = known;
  const elements = [
    ["element", write.element],
    ["elementWithExtension", "elementWithExtension" in write ? write.elementWithExtension : undefined],
  ] as const;
  return elements.flatMap(([key, template]): readonly ProfileProblem[] => {
    if (template === undefined) return [];
    const pointer = formatPointer([...meaningKeys, "write", key]);
    const used = placeholdersOf(template);
    const unknown = [
      ...used.filter((name) => !known.includes(name)).map((name) => `{${name}}`),
      ...malformedPlaceholders(template),
    ];
    const told = unknown.map((name) => ({
      pointer,
      message: `${name} is not known here; known: ${listNames(known.map((variable) => `{${variable}}`))}`,
    }));
    return used.includes(needed) ? told : [...told, { pointer, message: `must contain "{${needed}}"` }];
  });
}

/** Where a template has a placeholder as a whole value; null when nowhere. */
function placeOf(template: Json, placeholder: string, above: readonly PropertyKey[] = []): string | null {
  if (typeof template === "string") return template === placeholder ? formatPointer(above) : null;
  if (!isJsonObject(template) && !isJsonArray(template)) return null;
  for (const [key, inner] of Object.entries<Json>(template)) {
    const pointer = placeOf(inner, placeholder, [...above, key]);
    if (pointer !== null) return pointer;
  }
  return null;
}

/** A shape as it would be written in the file. */
function asProfileText(shape: Readonly<Record<string, string | null>>): string {
  const members = Object.entries(shape).flatMap(([key, value]) => (value === null ? [] : [`"${key}": "${value}"`]));
  return `{ ${members.join(", ")} }`;
}

/** The shape that fits an element of another kind than the profile's shape; null when the kind is the same. */
function shapeOfElement(meaning: Extract<OwnMeaning, { shape: unknown }>, element: Json): string | null {
  const isOne = meaning.kind === "reference" || holdsOne(meaning);
  if (meaning.kind === "phones" && isPhoneObject(meaning.shape))
    return typeof element === "string" ? asProfileText({ form: isOne ? "text" : "texts" }) : null;
  if ("id" in meaning.shape || !isJsonObject(element)) return null;
  const form = isOne ? "object" : "objects";
  const [number, id] = [placeOf(element, "{number}"), placeOf(element, "{id}")];
  if (meaning.kind !== "phones") return id === null ? null : asProfileText({ form, id });
  const [extension, label] = [placeOf(element, "{extension}"), placeOf(element, "{label}")];
  return number === null ? null : asProfileText({ form, number, extension, label });
}

// Digits stay the same when they are made a number and a text again.
const probe = "2025550123";

/** What to write so that an element is read back; null when it is read back already. */
function elementAdvice(meaning: OwnMeaning, element: Json): string | null {
  if (!("shape" in meaning)) return null;
  if (meaning.kind !== "phones") {
    const { shape } = meaning;
    if (decodeId(fillTemplate(element, { id: probe }), shape) === probe) return null;
    return "id" in shape ? `write "{id}" at "${shape.id}", where the shape reads it` : 'write "{id}" alone';
  }
  const { shape } = meaning;
  if (decodePhone(fillTemplate(element, { number: probe }) ?? null, shape)?.number === probe) return null;
  if (!isPhoneObject(shape)) return 'write "{number}" alone';
  const place = placeOf(element, "{number}");
  return place === null
    ? `write "{number}" at "${shape.number}", where the shape reads it`
    : `"{number}" is at "${place}", but the shape reads it at "${shape.number}"`;
}

/** Fills an element and reads it by the profile's shape: the same value must come back. */
function readBackProblems(meaningKeys: readonly string[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const { write } = meaning;
  if (!("shape" in meaning) || write === undefined || write === "never" || !("element" in write)) return [];
  const { element } = write;
  const right = element === undefined ? null : elementAdvice(meaning, element);
  if (element === undefined || right === null) return [];
  const shape = shapeOfElement(meaning, element);
  const what = meaning.kind === "phones" ? "a phone" : "an id";
  if (shape === null)
    return [
      {
        pointer: formatPointer([...meaningKeys, "write", "element"]),
        message: `writes ${what} that would not be read back: ${right}`,
      },
    ];
  const kinds = isJsonObject(element) ? "as a text, and written as an object" : "as an object, and written as a text";
  const message = `${what} is read ${kinds}: write "shape": ${shape}, or change "element": ${right}`;
  return [{ pointer: formatPointer(meaningKeys), message }];
}

const emptyValues: Readonly<Record<string, Json>> = { null: null, list: [], text: "" };

/** An empty value must be readable, or a record that has it could no longer be read. */
function emptyProblems(meaningKeys: readonly string[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const { write } = meaning;
  if (write === undefined || write === "never" || write.empty === "as-given") return [];
  const fits = Object.entries(emptyValues)
    .filter(([, value]) => "reading" in decodeMeaning({ ...meaning, at: "/value" }, { value }))
    .map(([name]) => `"${name}"`);
  if (fits.includes(`"${write.empty}"`)) return [];
  const message = `"${write.empty}" would not be read back as a value of kind "${meaning.kind}" in this shape: write ${fits.join(" or ")}, or leave it out`;
  return [{ pointer: formatPointer([...meaningKeys, "write", "empty"]), message }];
}

/** Problems of how a meaning is written: unknown or missing parts, and elements and empty values that would not be read back. */
export function writingProblems(meaningKeys: readonly string[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const templates = templateProblems(meaningKeys, meaning);
  return [
    ...templates,
    ...(templates.length > 0 ? [] : readBackProblems(meaningKeys, meaning)),
    ...emptyProblems(meaningKeys, meaning),
  ];
}
