import { EncodeError } from "@dc/api-client";

/** Why the profile cannot write a value; undefined if the error has another cause. */
export function toEncodeFailure(error: unknown): { isWrongKind: boolean; detail: string } | undefined {
  if (!(error instanceof EncodeError)) return undefined;
  return { isWrongKind: error.reason === "wrong-kind", detail: error.message };
}

export type { WriteResult } from "@dc/api-client";
