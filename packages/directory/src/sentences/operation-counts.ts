import type { Operation } from "#/ledger/operation.ts";
import { fieldLabel } from "./field-words.ts";

const nouns = {
  create: ["creation", "creations"],
  update: ["update", "updates"],
  delete: ["deletion", "deletions"],
} as const;

/** What changes do to records, by record type and counted: "1 update of a practitioner, 2 updates of schedules". */
export function operationCounts(changes: readonly { recordType: string; op: Operation["op"] }[]): string {
  const verbOf = ({ op }: { op: Operation["op"] }) => (op === "create" || op === "delete" ? op : "update");
  const groups = Map.groupBy(changes, (change) => `${verbOf(change)} ${change.recordType}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const [singular, plural] = nouns[verbOf(first)];
      const type = fieldLabel(first.recordType);
      const article = /^[aeiou]/i.test(type) ? "an" : "a";
      return [
        others.length === 0 ? `1 ${singular} of ${article} ${type}` : `${others.length + 1} ${plural} of ${type}s`,
      ];
    })
    .toSorted()
    .join(", ");
}
