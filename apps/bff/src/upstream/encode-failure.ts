import { EncodeError } from "@dc/api-client";

/** Why a value cannot be written as the profile spells it; undefined when the error is about something else. */
export function toEncodeFailure(error: unknown): { isWrongKind: boolean; detail: string } | undefined {
  if (!(error instanceof EncodeError)) return undefined;
  return { isWrongKind: error.reason === "wrong-kind", detail: error.message };
}

export type { WriteResult } from "@dc/api-client";
