import { parseRoster, type RosterLine, type RosterOptions } from "@dc/directory";

/** How a pasted roster is understood, line by line and in total. */
export interface RosterAnswers {
  /** Lines with an id, or with what is looked up, that no line before them has. */
  good: number;
  practitioners: number;
  schedules: number;
  /** Lines without an id that the service is asked for, by a number or a text. */
  lookedUp: number;
  repeats: readonly RosterLine[];
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
  return {
    good: good.length,
    practitioners: named("practitionerId"),
    schedules: named("scheduleId"),
    lookedUp: good.filter(({ practitionerId, scheduleId }) => practitionerId === undefined && scheduleId === undefined)
      .length,
    repeats,
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
