import type { PractitionerView, RecordView } from "@dc/contract";

/** Every record of the page: the practitioner, its schedules, and what they share with others. */
export function recordsOf(view: PractitionerView): RecordView[] {
  return [view.practitioner, ...view.schedules, ...view.related];
}

/** What the directory calls the practitioner; the id where it has no name. */
export function nameOfPractitioner(view: PractitionerView): string {
  const field = view.practitioner.comparison.fields.find(({ key }) => key === "displayName");
  const said = field?.values.effective ?? null;
  const own = said !== null && "value" in said && typeof said.value === "string" ? said.value.trim() : "";
  return own === "" ? (view.practitioner.name ?? view.practitioner.record.id) : own;
}

export const planNameIn = (view: PractitionerView) => {
  const names = new Map(view.plans.map((plan) => [plan.id, plan.name]));
  return (id: string) => names.get(id) ?? null;
};
