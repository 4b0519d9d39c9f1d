import type { LeftOut, StatementFact, StatementFinding, StatementPlace, VerifyInput } from "@dc/contract";
import { compareNames, phoneIn, phoneText, type Reading, recordKey } from "@dc/directory";
import type { VerdictName } from "#/marks/verdict.tsx";
import { readingText } from "#/record/reading-value.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";

export type FactKind = Pick<StatementFact, "kind">;

/** What a person said about a finding, where it is not what the preview does by itself. */
export type Choice = "change" | "keep extension" | "leave";
export type Choices = ReadonlyMap<string, Choice>;
export type PlacedChange = NonNullable<StatementFinding["change"]>;

/** One finding with its place. */
export interface PlacedFinding {
  /** The same for a record that several practitioners share, which is ticked once for all. */
  key: string;
  place: StatementPlace;
  finding: StatementFinding;
}

const placed = new WeakMap<StatementPlace, PlacedFinding[]>();

export function placedFindings(place: StatementPlace): PlacedFinding[] {
  const known = placed.get(place) ?? placeFindings(place);
  placed.set(place, known);
  return known;
}

function placeFindings(place: StatementPlace): PlacedFinding[] {
  return place.findings.map((finding) => ({
    key: [
      place.index.id,
      recordKey(finding.record),
      finding.field,
      finding.fact,
      JSON.stringify(finding.change?.operation),
    ].join(" "),
    place,
    finding,
  }));
}

/** Whether it can be taken: changed, or verified as it stands. */
export const canTake = ({ finding: { change, says } }: PlacedFinding): boolean => change !== null || says !== null;

export const isTaken = (placed: PlacedFinding, choices: Choices): boolean =>
  canTake(placed) && (choices.get(placed.key) ?? (placed.finding.ticked ? "change" : "leave")) !== "leave";

/** The change that is staged for a finding; null where it is left as it is. */
export function chosenChange(placed: PlacedFinding, choices: Choices): PlacedChange | null {
  if (!isTaken(placed, choices)) return null;
  const { key, finding } = placed;
  return choices.get(key) === "keep extension" ? (finding.keepingExtension ?? finding.change) : finding.change;
}

/** Each finding once, since records that practitioners share are found with each of them. */
export const distinctFindings = (findings: readonly PlacedFinding[]): PlacedFinding[] => [
  ...new Map(findings.map((placed) => [placed.key, placed])).values(),
];

/** What is staged: each change once, also where two facts make the same. */
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

/** Two changes of which one alone would be staged, since they decide the same value or entry differently; null if there are none. */
export function contradictionIn(
  changes: readonly { change: PlacedChange; of: PlacedFinding }[],
): readonly [PlacedFinding, PlacedFinding] | null {
  const decided = new Map<string, PlacedFinding>();
  for (const { change, of } of changes) {
    const { indexId, record, field, operation } = change;
    const element = "element" in operation ? operation.element : null;
    // What is added to a list of phones takes the place of nothing.
    if (element !== null && typeof element !== "string") continue;
    const part = JSON.stringify([indexId, recordKey(record), field, element]);
    const other = decided.get(part);
    if (other !== undefined) return [other, of];
    decided.set(part, of);
  }
  return null;
}

/** What is verified as it stands: each record of a directory once. */
export const rightOf = (findings: readonly PlacedFinding[], choices: Choices): VerifyInput["of"] =>
  distinctFindings(findings).flatMap((placed) => {
    const { place, finding } = placed;
    if (finding.says === null || !isTaken(placed, choices)) return [];
    return [{ indexId: place.index.id, record: finding.record, says: finding.says }];
  });

/** Nothing is to be changed, or nothing was said about it. */
export const needsNothing = ({ finding: { leftOut } }: PlacedFinding) =>
  leftOut === "says so already" || leftOut === "not there" || leftOut === "elsewhere";

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
  leftOut: LeftOut;
  findings: readonly PlacedFinding[];
}

/** The causes, worst first, and how each is told after its count. */
const causes = {
  conflict: "set on purpose, and the standard index moved too",
  outside: "changed outside, not by us",
  ours: "set on purpose",
  "other extension": "with another extension",
  "other label": "with another label",
  "lists both": "listed beside the new number, which would be taken out",
  "said otherwise": "of which two facts say different things",
  "also elsewhere": "of practitioners who also work elsewhere",
  "in your draft": "in your draft",
  "in a draft": "in a draft",
  differs: "unlike the standard index; who moved is not known",
  "no schedule known": "without a schedule that is known there",
  "not read": "not read",
  "not read since": "not read since",
  "not writable": "not writable by the service profile",
  unsettled: "where something moved, and nobody settled it: not verified",
  elsewhere: "of their schedules are elsewhere",
  "says so already": "saying so already",
  "not there": "without anything like it",
} as const satisfies { [cause in LeftOut]: string };

export function leftOutGroups(findings: readonly PlacedFinding[]): LeftOutGroup[] {
  const told = distinctFindings(findings).filter(
    (placed) => isLeftOut(placed) || placed.finding.leftOut === "elsewhere",
  );
  const order = Object.keys(causes);
  return [...Map.groupBy(told, ({ finding: { leftOut, draft } }) => `${leftOut} ${draft?.changeSetId ?? ""}`)]
    .flatMap(([id, of]): LeftOutGroup[] => {
      const leftOut = of[0]?.finding.leftOut;
      return leftOut == null ? [] : [{ id, leftOut, findings: of }];
    })
    .toSorted((a, b) => order.indexOf(a.leftOut) - order.indexOf(b.leftOut));
}

/** The cause, as the rest of a sentence that begins with the count. */
export function causeText({ leftOut, findings }: LeftOutGroup): string {
  const draft = findings[0]?.finding.draft ?? null;
  return leftOut === "in a draft" && draft !== null ? `in a draft of ${draft.by.name}` : causes[leftOut];
}

/** Up to three words with their counts, such as the values that a cause has, or its places. */
export function countedText(words: readonly string[]): string {
  const counted = [...Map.groupBy(words, (word) => word)].toSorted(([, a], [, b]) => b.length - a.length);
  const told = counted
    .slice(0, 3)
    .map(([word, of]) => (of.length === 1 ? word : `${word} in ${numberText(of.length)}`));
  return [...told, ...(counted.length > 3 ? [`${numberText(counted.length - 3)} more`] : [])].join(", ");
}

/** The extension that all entries of a cause have; null where they differ, or have none. */
export function extensionOf({ findings }: LeftOutGroup): string | null {
  const extensions = new Set(
    findings.map(({ finding }) =>
      finding.keepingExtension === null ? null : (phoneIn(finding.now)?.extension ?? null),
    ),
  );
  return extensions.size === 1 ? ([...extensions][0] ?? null) : null;
}

/** What a finding says now, and what it will say where it is taken, in words. */
export function sayingText(
  { finding: { change, now, field, leftOut, says: saidRight } }: PlacedFinding,
  planName: (planId: string) => string,
): [now: string, then: string] {
  if (saidRight !== null || leftOut === "unsettled" || (leftOut === "elsewhere" && field === null))
    return ["as it stands", "verified"];
  const operation = change?.operation;
  const isIn = now !== null && "value" in now && typeof now.value === "boolean" ? now.value : null;
  const says = isIn === null ? (textOf(now) ?? "not there") : isIn ? "in" : "not in";
  if (operation?.op === "add")
    return typeof operation.element === "string"
      ? [says, `${planName(operation.element)}, in`]
      : ["not listed", phoneText(operation.element)];
  if (operation?.op === "remove") return [says, isIn === null ? "gone" : "not in"];
  if (operation?.op === "replace")
    return [says, typeof operation.by === "string" ? operation.by : phoneText(operation.by)];
  if (operation?.op === "set") return [says, textOf({ value: operation.value }) ?? ""];
  return [says, "stays"];
}

/** A row of the grid. */
export interface GridPractitioner {
  id: string;
  name: string;
  places: ReadonlyMap<string, StatementPlace>;
}

/** How many places a fact concerns, in a few words. */
export function factNote(findings: readonly PlacedFinding[], choices: Choices, fact: number): string {
  const of = distinctFindings(findings).filter(({ finding }) => finding.fact === fact);
  const ticked = of.filter((placed) => isTaken(placed, choices)).length;
  const already = of.filter(({ finding }) => finding.leftOut === "says so already").length;
  const leftOut = of.filter((placed) => isLeftOut(placed) && !isTaken(placed, choices)).length;
  return [
    countText(ticked, of.some(({ finding }) => finding.says !== null) ? "record" : "change"),
    ...(already === 0 ? [] : [`${numberText(already)} ${already === 1 ? "says" : "say"} so already`]),
    ...(leftOut === 0 ? [] : [`${numberText(leftOut)} left out`]),
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
