import openapiTS, { astToString } from "openapi-typescript";

const HEADER =
  "// Generated from the server's OpenAPI document. A test of the server compares it, and `-u` renews it.\n\n";

/** The TypeScript types of an OpenAPI document, as `openapi-fetch` takes them. */
export async function generateTypes(document: object): Promise<string> {
  // A property with a default may be left out of a request.
  const nodes = await openapiTS(JSON.stringify(document), { alphabetize: true, defaultNonNullable: false });
  return HEADER + astToString(nodes);
}
