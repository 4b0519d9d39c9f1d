interface Content {
  readonly $ref?: string;
  readonly content?: { readonly [type: string]: { readonly schema?: Schema } };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: { readonly [status: string]: Content };
}

export interface ListedDocument {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

/**
 * An OpenAPI document in short, for a review: a line for each operation, with what it takes and answers, and a line for
 * each schema with its members.
 */
export function listOperations({ paths, components }: ListedDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => `${path} ${method.toUpperCase()} ${describe(operation)}`),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${membersOf(schema)}`);
  return `${[...operations.toSorted(), "", ...schemas.toSorted()].join("\n")}\n`;
}

function describe({ operationId, requestBody, responses }: Operation): string {
  const taken = requestBody === undefined ? "" : `(${contentName(requestBody)})`;
  const answers = Object.entries(responses).map(([status, response]) => {
    const name = contentName(response);
    return name === "" ? status : `${status} ${name}`;
  });
  return `${operationId}${taken}: ${answers.join(", ")}`;
}

/** A shared response is a problem: the name of its schema would be the same everywhere. */
function contentName({ $ref, content = {} }: Content): string {
  if ($ref !== undefined) return "";
  return Object.entries(content)
    .map(([type, { schema }]) => (schema === undefined || !type.endsWith("json") ? type : schemaName(schema)))
    .join(" or ");
}

function schemaName({ $ref, type, items, properties, anyOf, oneOf = anyOf }: Schema): string {
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (oneOf !== undefined) return oneOf.map(schemaName).join(" or ");
  if (items !== undefined) return `${schemaName(items)}[]`;
  if (properties !== undefined) return `{ ${Object.keys(properties).join(", ")} }`;
  return [type ?? "any"].flat().join(" or ");
}

function membersOf(schema: Schema): string {
  const { properties, required = [] } = schema;
  if (properties === undefined) return schemaName(schema);
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(", ");
}
