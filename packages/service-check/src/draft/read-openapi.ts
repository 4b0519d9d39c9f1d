import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  parsePointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";
import { DescriptionError } from "./read-recordings.ts";
import type { Exchange, ServiceDescription, Words } from "./service-description.ts";

const methods = ["get", "post", "put", "patch", "delete"];
const deepest = 12;

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The references that a schema is, or is composed of: on one path a repeated one would never end. */
function referencesOf(value: Json | undefined): readonly string[] {
  if (!isJsonObject(value)) return [];
  const own = value["$ref"];
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((key) => listOf(value[key]));
  return [...(typeof own === "string" ? [own] : []), ...parts.flatMap(referencesOf)];
}

/** Follows a reference inside the document; anything else stays as it is. */
function resolved(document: JsonObject, value: Json | undefined, depth = 0): JsonObject | null {
  if (!isJsonObject(value) || depth > deepest) return null;
  const reference = value["$ref"];
  if (typeof reference !== "string") return value;
  const pointer = reference.startsWith("#") ? decodedPointer(reference) : null;
  return pointer === null || parsePointer(pointer) === null
    ? null
    : resolved(document, valueAt(document, pointer), depth + 1);
}

function decodedPointer(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    throw new DescriptionError(`The reference "${reference}" has a "%" that begins no encoded character.`);
  }
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  const named = isJsonArray(type) ? type.find((one) => one !== "null") : type;
  return typeof named === "string" ? named : isJsonObject(schema["properties"]) ? "object" : "";
}

/** A schema with the parts that it is composed of laid over each other. */
function composed(document: JsonObject, value: Json | undefined, depth: number): JsonObject | null {
  const schema = resolved(document, value);
  if (schema === null || depth > deepest) return schema;
  const parts = [schema["allOf"], schema["oneOf"], schema["anyOf"]].flatMap((list, at) =>
    isJsonArray(list) ? (at === 0 ? list : list.slice(0, 1)) : [],
  );
  let all: JsonObject = schema;
  for (const part of parts) {
    const inner = composed(document, part, depth + 1);
    if (inner === null) continue;
    const properties = { ...objectOf(all["properties"]), ...objectOf(inner["properties"]) };
    const required = [...listOf(all["required"]), ...listOf(inner["required"])];
    all = { ...inner, ...all, properties, required };
  }
  return all;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** A value as the schema describes it, from its examples where it has some. */
function sampleOf(
  document: JsonObject,
  value: Json | undefined,
  depth = 0,
  within: readonly string[] = [],
): Json | undefined {
  const references = referencesOf(value);
  if (references.some((one) => within.includes(one))) return undefined;
  const inside = [...within, ...references];
  const schema = composed(document, value, depth);
  if (schema === null || depth > deepest) return undefined;
  const given = schema["example"] ?? listOf(schema["examples"])[0] ?? schema["const"] ?? schema["default"];
  if (given !== undefined) return given;
  const [word] = listOf(schema["enum"]);
  if (word !== undefined) return word;
  switch (typeOf(schema)) {
    case "object":
      return Object.fromEntries(
        Object.entries(objectOf(schema["properties"])).flatMap(([name, inner]): [string, Json][] => {
          const sample = sampleOf(document, inner, depth + 1, inside);
          return sample === undefined ? [] : [[name, sample]];
        }),
      );
    case "array": {
      const entry = sampleOf(document, schema["items"], depth + 1, inside);
      return entry === undefined ? [] : [entry];
    }
    case "integer":
    case "number":
      return 30;
    case "boolean":
      return true;
    case "string":
      return schema["format"] === "date-time"
        ? "2026-01-02T14:00:00.000Z"
        : schema["format"] === "date"
          ? "2026-01-02"
          : "";
    default:
      return undefined;
  }
}

/** What a schema says of its members, by their pointers. */
function memberWords(
  document: JsonObject,
  value: Json | undefined,
  keys: readonly string[] = [],
  within: readonly string[] = [],
): readonly (readonly [string, string])[] {
  const references = referencesOf(value);
  if (references.some((one) => within.includes(one))) return [];
  const inside = [...within, ...references];
  const schema = keys.length > deepest ? null : composed(document, value, keys.length);
  if (schema === null) return [];
  const words = textOf(schema["description"]);
  return [
    ...(words === "" ? [] : [[formatPointer(keys), words] as const]),
    ...Object.entries(objectOf(schema["properties"])).flatMap(([name, inner]) =>
      memberWords(document, inner, [...keys, name], inside),
    ),
    ...memberWords(document, schema["items"], [...keys, "*"], inside),
  ];
}

function requiredMembers(
  document: JsonObject,
  value: Json | undefined,
  keys: readonly string[] = [],
  within: readonly string[] = [],
): readonly string[] {
  const references = referencesOf(value);
  if (references.some((one) => within.includes(one))) return [];
  const inside = [...within, ...references];
  const schema = keys.length > deepest ? null : composed(document, value, keys.length);
  if (schema === null) return [];
  const properties = objectOf(schema["properties"]);
  return listOf(schema["required"]).flatMap((name) => {
    if (typeof name !== "string") return [];
    const inner = requiredMembers(document, properties[name], [...keys, name], inside);
    return inner.length > 0 ? inner : [formatPointer([...keys, name])];
  });
}

function contentOf(
  document: JsonObject,
  value: Json | undefined,
): { readonly sample: Json | undefined; readonly schema: Json | undefined } {
  const types = objectOf(resolved(document, value)?.["content"]);
  const [media] = Object.entries(types).flatMap(([type, one]) => (/json/i.test(type) ? [objectOf(one)] : []));
  if (media === undefined) return { sample: undefined, schema: undefined };
  const [named] = Object.values(objectOf(media["examples"]));
  const example = media["example"] ?? objectOf(resolved(document, named))["value"];
  return { sample: example ?? sampleOf(document, media["schema"]), schema: media["schema"] };
}

interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly words: string;
  readonly sample: string;
}

function parametersOf(document: JsonObject, lists: readonly (Json | undefined)[]): readonly Parameter[] {
  return lists.flatMap(listOf).flatMap((one) => {
    const parameter = resolved(document, one);
    if (parameter === null) return [];
    const sample = parameter["example"] ?? sampleOf(document, parameter["schema"]);
    return [
      {
        name: textOf(parameter["name"]),
        place: textOf(parameter["in"]),
        words: textOf(parameter["description"]),
        sample: sample === undefined || typeof sample === "object" ? "" : String(sample),
      },
    ];
  });
}

function securityOf(document: JsonObject): ServiceDescription["security"] {
  const schemes = objectOf(objectOf(document["components"])["securitySchemes"]);
  for (const one of Object.values(schemes)) {
    const scheme = resolved(document, one);
    const words = textOf(scheme?.["description"]);
    if (scheme?.["type"] === "http" && (scheme["scheme"] === "basic" || scheme["scheme"] === "bearer"))
      return { scheme: scheme["scheme"], header: "Authorization", words };
    if (scheme?.["type"] === "apiKey" && scheme["in"] === "header")
      return { scheme: "header", header: textOf(scheme["name"]), words };
  }
  return null;
}

/** Reads an OpenAPI document of version 3; throws DescriptionError where it is none. */
export function readOpenApi(name: string, document: Json): ServiceDescription {
  if (!isJsonObject(document) || !textOf(document["openapi"]).startsWith("3."))
    throw new DescriptionError(`${name} is no OpenAPI document of version 3: it has no "openapi": "3.…".`);
  const exchanges = Object.entries(objectOf(document["paths"])).flatMap(([path, one]) => {
    const item = objectOf(resolved(document, one));
    return methods.flatMap((method) => {
      const operation = resolved(document, item[method]);
      return operation === null ? [] : exchangesOf(document, { name, path, method, item, operation });
    });
  });
  const info = objectOf(document["info"]);
  return {
    exchanges,
    prose: [
      textOf(info["title"]),
      textOf(info["description"]),
      ...listOf(document["tags"]).map((tag) => textOf(objectOf(tag)["description"])),
    ].join("\n"),
    security: securityOf(document),
  };
}

function exchangesOf(
  document: JsonObject,
  {
    name,
    path,
    method,
    item,
    operation,
  }: { name: string; path: string; method: string; item: JsonObject; operation: JsonObject },
): readonly Exchange[] {
  const parameters = parametersOf(document, [item["parameters"], operation["parameters"]]);
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.place === place);
  const sent = contentOf(document, operation["requestBody"]);
  const about = [textOf(operation["summary"]), textOf(operation["description"])]
    .filter((text) => text !== "")
    .join(". ");
  const segments = [...path.matchAll(/\{([^{}]*)\}/g)].map(
    ([, variable]) => inPlace("path").find((parameter) => parameter.name === variable)?.sample ?? "",
  );
  return Object.entries(objectOf(operation["responses"])).flatMap(([code, one]): readonly Exchange[] => {
    const status = Number(code.replace(/^(\d)XX$/i, "$100"));
    const response = resolved(document, one);
    if (!Number.isInteger(status) || response === null) return [];
    const answered = contentOf(document, response);
    const words: Words = {
      about: status < 300 ? about : textOf(response["description"]),
      members: Object.fromEntries(memberWords(document, answered.schema)),
      parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.words])),
      required: sent.schema === undefined ? null : requiredMembers(document, sent.schema),
    };
    const headers = objectOf(response["headers"]);
    return [
      {
        source: `${method.toUpperCase()} ${path} of ${name}`,
        method: method.toUpperCase(),
        template: path.replaceAll(/\{[^{}]*\}/g, "{}"),
        segments,
        query: inPlace("query").map((parameter): [string, string] => [parameter.name, parameter.sample]),
        requestHeaders: Object.fromEntries(inPlace("header").map((parameter) => [parameter.name, parameter.sample])),
        requestBody: sent.sample,
        status,
        responseHeaders: Object.fromEntries(
          Object.entries(headers).map(([header, value]) => {
            const sample = sampleOf(document, resolved(document, value)?.["schema"]);
            return [header, typeof sample === "string" ? sample : ""];
          }),
        ),
        responseBody: answered.sample,
        words,
      },
    ];
  });
}
