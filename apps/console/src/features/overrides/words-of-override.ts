import type { Override } from "@dc/contract";
import { wordsOfOperation } from "#/features/changes/words-of-operation.ts";
import type { PlanNames } from "#/features/changes/leaf.ts";

/** What the override says, in a few words: of a plan in the place of another, what a later decision has left of it. */
export function wordsOfOverride({ change, elements, kind }: Override, planName: PlanNames): string {
  const { operation } = change;
  const [only, ...others] = elements;
  if (kind !== "set" || operation.op !== "replace" || only === undefined || others.length > 0)
    return wordsOfOperation(change, planName);
  return `${planName(only) ?? only} ${only === operation.element ? "removed" : "added"}`;
}
