import { EncodeError } from "@dc/api-client";

/** Why the profile cannot write a value, with the fields that a creation lacks; undefined if the error has another cause. */
export function toEncodeFailure(
  error: unknown,
): { isWrongKind: boolean; missing: readonly string[]; detail: string } | undefined {
  if (!(error instanceof EncodeError)) return undefined;
  const missing = error.reason === "required" ? error.fields : [];
  return { isWrongKind: error.reason === "wrong-kind", missing, detail: error.message };
}

export type { WriteResult } from "@dc/api-client";
