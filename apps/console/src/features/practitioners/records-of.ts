import type { PractitionerView, RecordView } from "@dc/contract";

/** Every record of the page: the practitioner, its schedules, and what they share with others. */
export function recordsOf(view: PractitionerView): RecordView[] {
  return [view.practitioner, ...view.schedules, ...view.related];
}
