import type { VerificationRow } from "@dc/contract";

/** A row of the list: a place of several practitioners, or one of them, who names the place where they are alone at it. */
export type PlaceOrPractitioner =
  | { as: "place"; id: string; place: NonNullable<VerificationRow["place"]>; practitionerIds: readonly string[] }
  | { as: "practitioner"; id: string; row: VerificationRow; isAlone: boolean };

/** Each place of several above its practitioners, in the order of the list, which keeps those of a place together. */
export function rowsByPlace(rows: readonly VerificationRow[]): PlaceOrPractitioner[] {
  return [...Map.groupBy(rows, ({ place }) => place?.name)].flatMap(([name, of]): PlaceOrPractitioner[] => {
    const isAlone = of.length === 1 || name === undefined;
    const listed = of.map((row): PlaceOrPractitioner => ({ as: "practitioner", id: row.practitionerId, row, isAlone }));
    const place = of[0]?.place ?? null;
    if (isAlone || place === null) return listed;
    const practitionerIds = of.map(({ practitionerId }) => practitionerId);
    return [{ as: "place", id: `place ${name}`, place, practitionerIds }, ...listed];
  });
}

/** The selected rows: a place is selected where all of its practitioners are. */
export function selectedRows(rows: readonly PlaceOrPractitioner[], practitioners: ReadonlySet<string>): Set<string> {
  const isSelected = (row: PlaceOrPractitioner) =>
    row.as === "place" ? row.practitionerIds.every((id) => practitioners.has(id)) : practitioners.has(row.id);
  return new Set(rows.filter(isSelected).map(({ id }) => id));
}

/** The practitioners that are selected once the selected rows have changed: with a place, all of its own. */
export function selectedPractitioners(
  rows: readonly PlaceOrPractitioner[],
  before: ReadonlySet<string>,
  next: ReadonlySet<string>,
): Set<string> {
  const rowsBefore = selectedRows(rows, before);
  const selected = new Set(before);
  for (const row of rows) {
    if (rowsBefore.has(row.id) === next.has(row.id)) continue;
    for (const id of row.as === "place" ? row.practitionerIds : [row.id])
      if (next.has(row.id)) selected.add(id);
      else selected.delete(id);
  }
  return selected;
}
