import { parseRoster, peopleIn, type RosterLine, type RosterOptions } from "@dc/directory";

/** How a pasted roster is understood, line by line and in total. */
export interface RosterAnswers {
  /** Lines with an id, or with what is looked up, that no line before them has. */
  good: number;
  practitioners: number;
  schedules: number;
  /** Lines without an id that the service is asked for, by a number or a text. */
  lookedUp: number;
  repeats: readonly RosterLine[];
  /** Lines that may name several people, with whom. */
  several: readonly { line: number; people: readonly string[] }[];
  bad: readonly RosterLine[];
  read: number;
  header: number | null;
}

export function rosterAnswers(text: string, ids: RosterOptions): RosterAnswers {
  const { lines, header } = parseRoster(text, { ...ids, findsNames: true });
  const bad = lines.filter((line) => line.problem !== undefined);
  const repeats = lines.filter((line) => line.repeats !== undefined);
  const good = lines.filter((line) => line.problem === undefined && line.repeats === undefined);
  const named = (key: "practitionerId" | "scheduleId") => new Set(good.flatMap((line) => line[key] ?? [])).size;
  const unnamed = good.filter(
    ({ practitionerId, scheduleId }) => practitionerId === undefined && scheduleId === undefined,
  );
  const several = (header === null ? unnamed : []).flatMap(({ line, lastLine, text: written }) => {
    const people = lastLine === undefined ? peopleIn(written) : null;
    return people === null ? [] : [{ line, people }];
  });
  return {
    good: good.length,
    practitioners: named("practitionerId"),
    schedules: named("scheduleId"),
    lookedUp: unnamed.length,
    repeats,
    several,
    bad,
    read: lines.length,
    header,
  };
}

/** The text without some of its rows. */
export function withoutLines(text: string, left: readonly Pick<RosterLine, "line" | "lastLine">[]): string {
  const out = new Set<number>();
  for (const { line, lastLine = line } of left) for (let each = line; each <= lastLine; each++) out.add(each);
  return text
    .split(/\r\n|\n|\r/)
    .filter((_, index) => !out.has(index + 1))
    .join("\n");
}

/** The text with a line for each person of a line that names several. */
export function withPeopleApart(text: string, { line, people }: RosterAnswers["several"][number]): string {
  // A last name and its comma stay one cell.
  const lines = people.map((name) => (name.includes(",") ? `"${name}"` : name));
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((written, index) => (index + 1 === line ? lines : [written]))
    .join("\n");
}
