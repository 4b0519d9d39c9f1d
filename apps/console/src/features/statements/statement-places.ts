import type { LeftOut, StatementFact, StatementFinding, StatementPlace } from "@dc/contract";
import { compareNames, phoneIn, type Reading, recordKey } from "@dc/directory";
import type { VerdictName } from "#/marks/verdict.tsx";
import { readingText } from "#/record/reading-value.tsx";
import { countText } from "#/ui/display/count.tsx";

export type FactKind = Pick<StatementFact, "kind">;

/** What a person said about a finding, where it is not what the preview does by itself. */
export type Choice = "change" | "keep extension" | "leave";
export type Choices = ReadonlyMap<string, Choice>;
export type PlacedChange = NonNullable<StatementFinding["change"]>;

/** One finding with its place. */
export interface PlacedFinding {
  key: string;
  place: StatementPlace;
  finding: StatementFinding;
}

export function placedFindings(place: StatementPlace): PlacedFinding[] {
  return place.findings.map((finding) => ({
    key: [
      place.index.id,
      place.practitioner.id,
      recordKey(finding.record),
      finding.field,
      finding.fact,
      JSON.stringify(finding.change?.operation),
    ].join(" "),
    place,
    finding,
  }));
}

/** The change that is staged for a finding; null where it is left as it is. */
export function chosenChange({ key, finding }: PlacedFinding, choices: Choices): PlacedChange | null {
  const choice = choices.get(key) ?? (finding.ticked ? "change" : "leave");
  if (choice === "leave") return null;
  return choice === "keep extension" ? (finding.keepingExtension ?? finding.change) : finding.change;
}

/** What is staged: each change once, since records that practitioners share are found with each of them. */
export function changesOf(
  findings: readonly PlacedFinding[],
  choices: Choices,
): { change: PlacedChange; of: PlacedFinding }[] {
  const changes = new Map<string, { change: PlacedChange; of: PlacedFinding }>();
  for (const placed of findings) {
    const change = chosenChange(placed, choices);
    if (change === null) continue;
    const { indexId, record, field, operation } = change;
    const key = JSON.stringify([indexId, recordKey(record), field, operation]);
    if (!changes.has(key)) changes.set(key, { change, of: placed });
  }
  return [...changes.values()];
}

export const needsNothing = ({ finding: { leftOut } }: PlacedFinding) =>
  leftOut === "says so already" || leftOut === "not there";

/** Left out with something to say about it: a change that somebody may want, or a record that is not known. */
const isLeftOut = (findings: PlacedFinding) => findings.finding.leftOut !== null && !needsNothing(findings);

/** The verdict as it is drawn: a change from outside before the verdict itself. */
export function shownVerdict({ verdict, flags }: StatementFinding): VerdictName | null {
  if (verdict === "conflict") return "conflict";
  return flags.includes("outside") ? "outside" : verdict;
}

export const isMembership = (fact: FactKind | undefined) => fact?.kind === "plan";

export const textOf = (reading: Reading | null): string | null =>
  reading === null || "absent" in reading ? null : readingText(reading);

/** A letter for each phone or name that a place or the standard index says. */
export function lettersOf(findings: readonly PlacedFinding[], facts: readonly FactKind[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { finding } of findings) {
    if (isMembership(facts[finding.fact])) continue;
    for (const reading of [finding.standard, finding.now]) {
      const text = textOf(reading);
      if (text !== null) times.set(text, (times.get(text) ?? 0) + 1);
    }
  }
  const sorted = [...times].toSorted(([, a], [, b]) => b - a);
  return new Map(
    sorted.map(([text], index) => [text, index < 26 ? String.fromCodePoint(65 + index) : String(index + 1)]),
  );
}

/** Findings that are left out for the same cause, told in one line. */
export interface LeftOutGroup {
  id: string;
  practitioner: StatementPlace["practitioner"];
  fact: number;
  leftOut: LeftOut;
  now: string | null;
  findings: readonly PlacedFinding[];
}

const order: readonly LeftOut[] = [
  "conflict",
  "outside",
  "ours",
  "other extension",
  "differs",
  "no schedule known",
  "not read",
  "not writable",
];

export function leftOutGroups(findings: readonly PlacedFinding[]): LeftOutGroup[] {
  const groups = Map.groupBy(findings.filter(isLeftOut), ({ place, finding }) =>
    [
      place.practitioner.id,
      finding.leftOut === "no schedule known" ? "" : finding.fact,
      finding.leftOut,
      textOf(finding.now),
    ].join(" "),
  );
  return [...groups]
    .flatMap(([id, of]): LeftOutGroup[] => {
      const [first] = of;
      if (first?.finding.leftOut == null) return [];
      const { place, finding } = first;
      const now = textOf(finding.now);
      return [
        { id, practitioner: place.practitioner, fact: finding.fact, leftOut: first.finding.leftOut, now, findings: of },
      ];
    })
    .toSorted((a, b) => order.indexOf(a.leftOut) - order.indexOf(b.leftOut));
}

/** Why something is left out, as the end of a sentence that begins with the value. */
export function reasonText({ leftOut, findings }: LeftOutGroup): string {
  const standard = textOf(findings[0]?.finding.standard ?? null);
  switch (leftOut) {
    case "ours":
      return "set on purpose";
    case "outside":
      return "put in by somebody else, not by us";
    case "conflict":
      return `set on purpose, and the standard index moved to ${standard ?? "another value"}`;
    case "differs":
      return "differs from the standard index; who moved is not known";
    case "other extension":
      return "the replaced number with another extension";
    case "not read":
      return "not read, so what it says is not known";
    case "no schedule known":
      return "no schedule is known there, so its plans are not";
    case "not writable":
      return "the service profile does not say how it is written";
    case "says so already":
    case "not there":
      return "nothing to change";
  }
}

export const extensionOf = ({ findings }: LeftOutGroup): string | null =>
  findings.every(({ finding }) => finding.keepingExtension !== null)
    ? (phoneIn(findings[0]?.finding.now ?? null)?.extension ?? null)
    : null;

/** A row of the grid. */
export interface GridPractitioner {
  id: string;
  name: string;
  places: ReadonlyMap<string, StatementPlace>;
}

/** How many places a fact concerns, in a few words. */
export function factNote(findings: readonly PlacedFinding[], choices: Choices, fact: number): string {
  const of = findings.filter(({ finding }) => finding.fact === fact);
  const ticked = of.filter((placed) => chosenChange(placed, choices) !== null).length;
  const already = of.filter(({ finding }) => finding.leftOut === "says so already").length;
  const leftOut = of.filter((placed) => isLeftOut(placed) && chosenChange(placed, choices) === null).length;
  return [
    countText(ticked, "change"),
    ...(already === 0 ? [] : [`${already} ${already === 1 ? "says" : "say"} so already`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
  ].join(", ");
}

export function practitionersOf(
  places: readonly StatementPlace[],
  standingOut: readonly PlacedFinding[] | null,
): GridPractitioner[] {
  const outstanding =
    standingOut === null ? null : new Set(standingOut.filter(isLeftOut).map(({ place }) => place.practitioner.id));
  return [...Map.groupBy(places, ({ practitioner }) => practitioner.id)]
    .filter(([id]) => outstanding === null || outstanding.has(id))
    .map(([id, of]) => ({
      id,
      name: of.find(({ practitioner }) => practitioner.name !== null)?.practitioner.name ?? id,
      places: new Map(of.map((place) => [place.index.id, place])),
    }))
    .toSorted((a, b) => compareNames(a.name, b.name));
}

export function directoriesOf(places: readonly StatementPlace[]): StatementPlace["index"][] {
  return [...new Map(places.map(({ index }) => [index.id, index])).values()].toSorted((a, b) =>
    compareNames(a.name, b.name),
  );
}
