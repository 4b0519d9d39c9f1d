import type { KnownDetail } from "#/store/tables/directories/known-names.ts";

/** Where one finds a practitioner, or a schedule: some places and phone numbers. */
export function detailText(rows: readonly Whereabouts[]): string {
  const { places, phones } = whereabouts(rows);
  return [...places.slice(0, 2), ...phones.slice(0, 2)].map(({ spelled }) => spelled).join(", ");
}

/** The places and phone numbers that these rows have; the names of practitioners are none. */
export const whereabouts = (rows: readonly Whereabouts[]) => ({
  places: linesOf(
    rows.filter(({ record_type: type }) => type !== "practitioner"),
    "names",
  ),
  phones: linesOf(rows, "phones"),
});

type Whereabouts = Pick<KnownDetail, "names" | "phones"> & { record_type?: string };

export interface SearchedLine {
  folded: string;
  spelled: string;
}

/** The different lines of a column that has a folded text, a tab and its spelling on each. */
function linesOf(rows: readonly Whereabouts[], column: "names" | "phones"): SearchedLine[] {
  const lines = rows.flatMap((row) => (row[column] ?? "").split("\n")).filter((line) => line !== "");
  return [...new Set(lines)].map((line) => {
    const [folded = "", spelled = ""] = line.split("\t");
    return { folded, spelled };
  });
}
