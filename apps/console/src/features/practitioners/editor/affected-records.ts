import type { PractitionerView } from "@dc/contract";
import { numberText } from "#/ui/display/count.tsx";

type Related = PractitionerView["related"][number];

const named = 3;

/** Names the records of other practitioners that a change of a shared record affects; null if there are none. */
export function affectedRecordsText(view: PractitionerView, { usedBy, usedByTotal }: Related): string | null {
  const ownIds = new Set([view.practitioner.record.id, ...view.schedules.map(({ record }) => record.id)]);
  const others = usedBy.filter(({ record }) => !ownIds.has(record.id));
  const count = usedByTotal - (usedBy.length - others.length);
  if (count <= 0) return null;
  const phrases = others.slice(0, named).map(({ record, name, practitioner }) => {
    const known = name ?? record.id;
    return practitioner === null ? known : `${known} of ${practitioner.name ?? practitioner.id}`;
  });
  const more = count - phrases.length;
  const all = more > 0 ? [...phrases, more === 1 ? "1 other" : `${numberText(more)} others`] : phrases;
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : (all[0] ?? null);
}
