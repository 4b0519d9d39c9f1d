import type { StatementFact } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";

/** Refuses names in fields that practitioners do not have, or that hold no text. */
export function refuseUnknownFields({ service: { profile } }: Deps, facts: readonly StatementFact[]): void {
  const texts = profile.meanings("practitioner").flatMap(({ name, says }) => (says === "a text" ? [name] : []));
  for (const [index, fact] of facts.entries()) {
    if (fact.kind !== "name" || texts.includes(fact.field)) continue;
    throw operationError("invalid_request", "practitioner-text", {
      field: fact.field,
      texts: texts.join(", "),
      pointer: `/facts/${index}/field`,
    });
  }
}
