import type { PractitionerView, RecordView } from "@dc/contract";

// Every screen loads this, so it imports nothing of the domain.
/** The key of all queries of practitioner views. */
export const practitionersKey = ["practitioners"] as const;

/** Every record on the page: the practitioner, its schedules, and the records that these share with others. */
export function recordsOf(view: PractitionerView): RecordView[] {
  return [view.practitioner, ...view.schedules, ...view.related];
}

/** The practitioner's name in this directory, or the id. */
export function nameOfPractitioner(view: PractitionerView): string {
  const field = view.practitioner.comparison.fields.find(({ key }) => key === "displayName");
  const reading = field?.values.effective ?? null;
  const ownName =
    reading !== null && "value" in reading && typeof reading.value === "string" ? reading.value.trim() : "";
  return ownName === "" ? (view.practitioner.name ?? view.practitioner.record.id) : ownName;
}
