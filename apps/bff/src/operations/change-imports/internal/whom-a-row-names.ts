import type { Named } from "./find-records.ts";
import type { SaidInRow } from "./said-in-row.ts";
import type { ChosenAmong } from "./sheet-names.ts";

/** Whom a row names, or why that is nobody, and where. */
export type Whom =
  | { practitioner: Named; column: number; text: string }
  | { state: "not found" | "ambiguous"; column: number | null; says: string | null; why: string };

/** Of several columns that say whom, one with an id counts before names; what names somebody else is told. Among several who are left, whom a person chose is meant. */
export function whomOf(
  row: SaidInRow,
  { practitioners, chosen }: { practitioners: ReadonlyMap<string, Named[]>; chosen: ChosenAmong },
): Whom {
  const told = row.whom.map((one) => ({ ...one, found: practitioners.get(one.text) ?? [] }));
  const [first] = told;
  if (first === undefined)
    return { state: "not found", column: row.columnOf("practitioner"), says: null, why: "names no practitioner" };
  const byId = told.find(({ text, found }) => found[0]?.id === text);
  const missing = told.find(({ found }) => found.length === 0);
  if (byId === undefined && missing !== undefined) {
    const why = "is nobody on the roster of this directory, by id, name or number";
    return { state: "not found", column: missing.column, says: missing.text, why };
  }
  const leading = byId ?? first;
  let meant: readonly Named[] = leading.found;
  for (const { column, text, found } of told) {
    const both = meant.filter(({ id }) => found.some((one) => one.id === id));
    if (found.length > 0 && both.length === 0)
      return {
        state: "ambiguous",
        column,
        says: text,
        why: `is ${namesOf(found)}, and “${leading.text}” in this row is ${namesOf(meant)}`,
      };
    if (found.length > 0) meant = both;
  }
  const [only] = meant;
  const practitioner = meant.length > 1 ? chosen({ text: leading.text, practitionerId: null, found: meant }) : only;
  if (practitioner !== undefined) return { practitioner, column: leading.column, text: leading.text };
  return {
    state: "ambiguous",
    column: leading.column,
    says: leading.text,
    why: `may be ${namesOf(meant)}: choose, or give the id`,
  };
}

const namesOf = (found: readonly Named[]) => found.map(({ id, name }) => `${name ?? ""} (${id})`.trim()).join(", ");
