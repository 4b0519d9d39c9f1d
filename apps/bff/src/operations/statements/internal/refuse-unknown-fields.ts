import type { StatementFact } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";

/** Refuses names in fields that practitioners do not have, or that hold no text. */
export function refuseUnknownFields({ service: { profile } }: Deps, facts: readonly StatementFact[]): void {
  const texts = profile.meanings("practitioner").flatMap(({ name, kind }) => (kind === "text" ? [name] : []));
  for (const [at, fact] of facts.entries()) {
    if (fact.kind !== "name" || texts.includes(fact.field)) continue;
    throw new OperationError("invalid_request", `${fact.field} is not a text of practitioners.`, {
      errors: [{ pointer: `/facts/${at}/field`, detail: `must be one of ${texts.join(", ")}` }],
    });
  }
}
