import type { PlanNames } from "#/store/schema/roster-tables.ts";

/** What a plan is called; null for none. */
export function namesOf<Plan extends PlanNames | undefined>(
  plan: Plan,
): Plan extends PlanNames ? PlanNames : PlanNames | null;
export function namesOf(plan: PlanNames | undefined): PlanNames | null {
  if (plan === undefined) return null;
  const { payer, name, kind, source } = plan;
  return { payer, name, kind, source };
}

export function isNamedAs(plan: PlanNames | undefined, names: PlanNames): boolean {
  return (
    plan !== undefined &&
    plan.payer === names.payer &&
    plan.name === names.name &&
    plan.kind === names.kind &&
    plan.source === names.source
  );
}
