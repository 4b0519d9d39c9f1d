import { createHash } from "node:crypto";
import openapiTS, { astToString } from "openapi-typescript";

/** What the types of this document begin with: a line by which one sees whether they are of another. */
export function firstLineOfTypes(document: object): string {
  return `// Generated from the OpenAPI document ${createHash("sha256").update(JSON.stringify(document)).digest("hex")}`;
}

/** The TypeScript types of an OpenAPI document, as `openapi-fetch` takes them. */
export async function generateTypes(document: object): Promise<string> {
  // A property with a default may be left out of a request.
  const nodes = await openapiTS(JSON.stringify(document), { alphabetize: true, defaultNonNullable: false });
  return `${firstLineOfTypes(document)}\n\n${astToString(nodes)}`;
}
