import { columnName } from "./csv.ts";
import { planColumnNames } from "./parse-plan-catalogue.ts";
import { rosterColumnOf } from "./parse-roster.ts";
import type { RosterLookUp } from "./roster-ids.ts";

/** What columns of rosters and of plan names say, and what they are called in the text that is imported. */
export const listColumns = {
  practitioner: { of: "roster", heading: "practitioner id" },
  schedule: { of: "roster", heading: "schedule id" },
  name: { of: "roster", heading: "name" },
  place: { of: "roster", heading: "place" },
  phone: { of: "roster", heading: "phone" },
  planId: { of: "plans", heading: "plan id" },
  payer: { of: "plans", heading: "payer" },
  planName: { of: "plans", heading: "plan name" },
  planKind: { of: "plans", heading: "plan kind" },
} as const;

export type ListKind = (typeof listColumns)[keyof typeof listColumns]["of"];

/** `lookUp` is what the service finds records by, of which `by` names the meaning. */
export interface ListColumnUse {
  use: keyof typeof listColumns | "lookUp" | "nothing";
  by: string | null;
}

/** What a column of a list says, by what it is called. */
export function guessListColumn(heading: string, of: ListKind, lookUps: readonly RosterLookUp[]): ListColumnUse {
  const name = columnName(heading);
  const plain = (use: ListColumnUse["use"]) => ({ use, by: null });
  if (of === "plans") {
    const column = Object.hasOwn(planColumnNames, name) ? planColumnNames[name] : undefined;
    const uses = { id: "planId", payer: "payer", plan: "planName", kind: "planKind" } as const;
    return plain(column === undefined ? "nothing" : uses[column]);
  }
  const sought = lookUps.find(({ meaning, label }) => [columnName(meaning), columnName(label)].includes(name));
  if (sought !== undefined) return { use: "lookUp", by: sought.meaning };
  const says = rosterColumnOf(heading) ?? "note";
  return plain(says === "any" ? "practitioner" : says === "note" ? "nothing" : says);
}

/** What columns are called in the text that is imported; null for those that it leaves out. */
export function listHeadings(columns: readonly ListColumnUse[]): (string | null)[] {
  return columns.map(({ use, by }) => (use === "nothing" ? null : use === "lookUp" ? by : listColumns[use].heading));
}
