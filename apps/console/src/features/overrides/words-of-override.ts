import type { Override } from "@dc/contract";
import { wordsOfOperation, wordsOfPhoneKey } from "#/features/changes/words-of-operation.ts";
import type { PlanNames } from "#/features/changes/leaf.ts";

/** What the override says, in a few words. */
export function wordsOfOverride({ change, element, kind }: Override, planName: PlanNames): string {
  if (kind === "set" && element !== null && element !== "") {
    const name = planName(element) ?? element;
    if (change.operation.op === "add") return `${name} added`;
    if (change.operation.op === "remove") return `${name} removed`;
  }
  if (kind === "phones" && change.operation.op === "replace" && element === change.operation.element)
    return `${wordsOfPhoneKey(element)} replaced`;
  return wordsOfOperation(change, planName);
}
