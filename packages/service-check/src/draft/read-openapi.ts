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

/** A schema, with the references that led to it. */
export interface Schema {
  readonly references: readonly string[];
  readonly definition: JsonObject;
}

/** A member of a schema, at any depth; lists are not entered. */
export interface Member extends Schema {
  readonly pointer: string;
  readonly name: string;
  readonly type: string;
}

interface Parameter extends Schema {
  readonly name: string;
  readonly place: string;
  readonly type: string;
}

/** One request of a document. */
export interface DescribedOperation {
  readonly source: string;
  readonly method: string;
  readonly path: string;
  /** The names of the variables in the path. */
  readonly variables: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly success: readonly number[];
  readonly answer: Schema | null;
}

/** What a document says, with its references followed. */
export interface OpenApi {
  readonly operations: readonly DescribedOperation[];
  readonly security: readonly JsonObject[];
  members(schema: Schema | null): readonly Member[];
  entries(list: Schema): Schema | null;
}

const deepest = 4;

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function pointerOf(reference: string): string | null {
  try {
    const pointer = reference.startsWith("#") ? decodeURIComponent(reference.slice(1)) : null;
    return pointer === null || parsePointer(pointer) === null ? null : pointer;
  } catch {
    throw new DescriptionError(`The reference "${reference}" has a "%" that begins no encoded character.`);
  }
}

/** The type of a schema, with the format that tells times from texts. */
function typeOf({ definition: { type, format, properties, items } }: Schema): string {
  const named = isJsonArray(type) ? type.find((type) => type !== "null") : type;
  if (named === "string") return format === "date" || format === "date-time" ? format : "string";
  if (typeof named === "string") return named;
  return isJsonObject(properties) ? "object" : items === undefined ? "" : "array";
}

/** Reads an OpenAPI document of version 3; throws DescriptionError for any other. */
export function readOpenApi(name: string, content: Json): OpenApi {
  const document = objectOf(content);
  if (!textOf(document["openapi"]).startsWith("3."))
    throw new DescriptionError(
      `${name}: its version of OpenAPI is ${JSON.stringify(document["openapi"])}; give one of version 3.`,
    );
  const resolve = (value: Json | undefined, references: readonly string[] = []): Schema => {
    const ownDefinition = objectOf(value);
    const reference = ownDefinition["$ref"];
    if (typeof reference === "string") {
      const pointer = references.includes(reference) ? null : pointerOf(reference);
      const target = pointer === null ? undefined : valueAt(document, pointer);
      return resolve(target, [...references, reference]);
    }
    // What may be one of several things is only told where the other one is null.
    const choices = ["oneOf", "anyOf"].flatMap((key) => (isJsonArray(ownDefinition[key]) ? ownDefinition[key] : []));
    const possible = choices.filter((choice) => objectOf(choice)["type"] !== "null");
    const parts = isJsonArray(ownDefinition["allOf"]) ? ownDefinition["allOf"] : possible.length === 1 ? possible : [];
    if (parts.length === 0) return { references, definition: ownDefinition };
    const inner = parts.map((part) => resolve(part, references));
    const merged = inner.reduce<JsonObject>((all, { definition }) => ({ ...all, ...definition }), {});
    const properties = [...inner.map(({ definition }) => definition), ownDefinition].reduce<JsonObject>(
      (all, definition) => ({ ...all, ...objectOf(definition["properties"]) }),
      {},
    );
    const [only, more] = inner;
    const followed = more === undefined ? only?.references : undefined;
    return { references: followed ?? references, definition: { ...merged, ...ownDefinition, properties } };
  };
  const members = (schema: Schema | null, keys: readonly string[] = []): readonly Member[] =>
    schema === null || keys.length >= deepest
      ? []
      : Object.entries(objectOf(schema.definition["properties"])).flatMap(([key, value]) => {
          const member = resolve(value);
          const memberKeys = [...keys, key];
          return [
            { ...member, pointer: formatPointer(memberKeys), name: key, type: typeOf(member) },
            ...members(member, memberKeys),
          ];
        });
  const schemaIn = (holder: Json | undefined): Schema | null => {
    const content = objectOf(resolve(holder).definition["content"]);
    const json = Object.entries(content).find(([type]) => /[/+]json\b/.test(type))?.[1];
    return json === undefined ? null : resolve(objectOf(json)["schema"]);
  };
  const operationOf = (path: string, method: string, item: JsonObject): DescribedOperation => {
    const operation = objectOf(item[method]);
    const listed = [item, operation].flatMap(({ parameters }) => (isJsonArray(parameters) ? parameters : []));
    const responses = Object.entries(objectOf(operation["responses"])).filter(([status]) => /^2\d\d$/.test(status));
    return {
      source: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      variables: [...path.matchAll(/\{([^}]+)\}/g)].map(([, variable = ""]) => variable),
      parameters: listed.map((parameter) => {
        const { definition } = resolve(parameter);
        const schema = resolve(definition["schema"]);
        return { ...schema, name: textOf(definition["name"]), place: textOf(definition["in"]), type: typeOf(schema) };
      }),
      body: schemaIn(operation["requestBody"]),
      success: responses.map(([status]) => Number(status)),
      answer: responses.map(([, response]) => schemaIn(response)).find((schema) => schema !== null) ?? null,
    };
  };
  const schemes = objectOf(objectOf(document["components"])["securitySchemes"]);
  return {
    operations: Object.entries(objectOf(document["paths"])).flatMap(([path, value]) =>
      ["get", "post", "put", "patch", "delete"].flatMap((method) => {
        const item = resolve(value).definition;
        return item[method] === undefined ? [] : [operationOf(path, method, item)];
      }),
    ),
    security: Object.values(schemes).map((scheme) => resolve(scheme).definition),
    members: (schema) => (schema === null ? [] : members(schema)),
    entries: (list) => (typeOf(list) === "array" ? resolve(list.definition["items"]) : null),
  };
}
