import { createConfig, lintFromString } from "@redocly/openapi-core";

/** What makes a document invalid, or unusable for programs that generate clients from it. */
const rules = {
  struct: "error",
  "no-unresolved-refs": "error",
  "no-identical-paths": "error",
  "no-ambiguous-paths": "error",
  "path-parameters-defined": "error",
  "operation-operationId": "error",
  "operation-operationId-unique": "error",
  "operation-operationId-url-safe": "error",
  "operation-parameters-unique": "error",
  "operation-summary": "error",
  "security-defined": "error",
  "no-schema-type-mismatch": "error",
  "no-enum-type-mismatch": "error",
  "no-required-schema-properties-undefined": "error",
} as const;

/** Checks an OpenAPI 3.1 document; each problem with the place where it is. */
export async function documentProblems(document: object): Promise<string[]> {
  const config = await createConfig({ rules });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(({ message, location, ruleId }) => `${location[0]?.pointer ?? ""}: ${message} (${ruleId})`);
}
