import type { StatementFact } from "@dc/contract";
import { impossibleNumber, impossibleValue, isReadingOf, possibleText, shapeOf } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectPlans } from "#/store/tables/connections/plans.ts";
import { wordingOf } from "#/upstream/records/field-wording.ts";

/** Refuses facts that cannot be so, or that nobody confirmed although they look wrong. */
export async function refuseImpossibleFacts(context: RequestContext, facts: readonly StatementFact[]): Promise<void> {
  for (const [index, fact] of facts.entries()) {
    const wrong = await problemOf(context, fact);
    if (wrong === null) continue;
    throw operationError("invalid_request", "statement-fact", {
      number: index + 1,
      problem: wrong.problem,
      pointer: `/facts/${index}${wrong.pointer}`,
    });
  }
}

async function problemOf(
  { deps, connection }: RequestContext,
  fact: StatementFact,
): Promise<{ pointer: string; problem: string } | null> {
  const { profile } = deps.service;
  switch (fact.kind) {
    case "phone":
    case "further phone": {
      if (fact.asItStands === true || impossibleNumber([fact.number], [], profile.defaultRegion) === null) return null;
      const problem = `must be a possible phone number (national ones are read in ${profile.defaultRegion}), or be confirmed (asItStands)`;
      return { pointer: "/number/number", problem };
    }
    case "plan": {
      if (fact.asItStands === true || (await selectPlans(deps.store.db, connection.id, [fact.planId])).length > 0)
        return null;
      return { pointer: "/planId", problem: "must be in the plan catalogue, or be confirmed (asItStands)" };
    }
    case "value": {
      const known = profile.recordTypes.includes(fact.recordType) ? profile.meanings(fact.recordType) : [];
      const single = known.filter(
        ({ kind, via, refersTo }) => shapeOf(kind) === "whole" && via.length === 0 && refersTo === null,
      );
      const form = wordingOf(profile, fact.recordType, fact.field);
      if (form === null || !single.some(({ name }) => name === fact.field))
        return { pointer: "/field", problem: `must be one of ${single.map(({ name }) => name).join(", ")}` };
      const isOfKind = isReadingOf(form.kind, { value: fact.value });
      const problem = impossibleValue(fact.value, form) ?? (isOfKind ? null : `must be ${possibleText(form)}`);
      return problem === null ? null : { pointer: "/value", problem };
    }
    case "phone gone":
    case "right":
      return null;
  }
}
