import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Verdict } from "#/marks/verdict.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { FoundRecords, type FoundRecordsProps } from "./found-records.tsx";
import {
  canTake,
  causeText,
  type Choice,
  countedText,
  extensionOf,
  isTaken,
  type LeftOutGroup,
  type PlacedFinding,
  shownVerdict,
  textOf,
} from "./statement-places.ts";
import type { leftOfList } from "./typed-statement.ts";
import styles from "./statements.module.css";

export interface LeftOutListProps extends Pick<FoundRecordsProps, "choices" | "planName"> {
  groups: readonly LeftOutGroup[];
  /** Lines of a pasted list that nobody confirmed, those on no roster, and those that were not looked up. */
  list: Pick<ReturnType<typeof leftOfList>, "unconfirmed" | "unknown" | "notSought">;
  /** How many findings say so already, or have nothing of the kind. */
  needingNothing: number;
  letterOf: ReadonlyMap<string, string>;
  onChoose: (findings: readonly PlacedFinding[], choice: Choice) => void;
  onReadNow: () => void;
  /** Makes a place part of the statement; null where it is not about places. */
  onAddPlace: ((name: string) => void) | null;
}

/** Focuses the first verb for what is left out. */
export function goToLeftOut(): void {
  document.querySelector<HTMLElement>("[aria-labelledby=left-out] li :is(button, a)")?.focus();
}

/** What a statement leaves as it is until somebody says otherwise: a line for each cause, with the verbs for it. */
export function LeftOutList({ groups, list, needingNothing, ...props }: LeftOutListProps) {
  const causes = groups.filter(({ leftOut }) => leftOut !== "elsewhere");
  const told = causes.flatMap(({ findings }) => findings);
  const noun = told.some(({ finding }) => finding.says !== null || finding.leftOut === "unsettled")
    ? "finding"
    : "change";
  const { unconfirmed, unknown } = list;
  const notSought = list.notSought.flatMap(({ lines: of }) => of);
  const lines = unconfirmed.length + unknown.length + notSought.length;
  if (groups.length + needingNothing + lines === 0) return null;
  const others = causes.length === 0 ? countText(needingNothing, noun) : `Another ${numberText(needingNothing)}`;
  return (
    <section aria-labelledby="left-out">
      <SectionHeading
        id="left-out"
        title="Left out until you say so"
        note={[
          ...(causes.length === 0 ? [] : [`${countText(told.length, noun)}, ${countText(causes.length, "cause")}.`]),
          ...(needingNothing === 0 ? [] : [`${others} ${needingNothing === 1 ? "needs" : "need"} nothing.`]),
          ...(lines === 0 ? [] : [`${countText(lines, "line")} of the list.`]),
        ].join(" ")}
      />
      <ul className={styles["leftOut"]}>
        {unconfirmed.length === 0 ? null : (
          <ListLines lines={unconfirmed} cause="of the list that nobody confirmed">
            <Button size="xs" onClick={goToUnconfirmed}>
              {unconfirmed.length === 1 ? "Confirm it" : "Confirm them"}
            </Button>
          </ListLines>
        )}
        {unknown.length === 0 ? null : <ListLines lines={unknown} cause="of the list on no roster" />}
        {notSought.length === 0 ? null : <ListLines lines={notSought} cause="of the list not looked up" />}
        {groups.map((group) => (
          <Cause key={group.id} group={group} {...props} />
        ))}
      </ul>
    </section>
  );
}

/** Lines of a pasted list that take no part. */
function ListLines({ lines, cause, children }: { lines: readonly string[]; cause: string; children?: ReactNode }) {
  return (
    <li data-list>
      <Icon name="people" size={14} />
      <span>
        <b>{numberText(lines.length)}</b> {cause}
      </span>
      <span className={styles["why"]}>
        <bdi>{countedText(lines)}</bdi>
      </span>
      <span className={styles["verbs"]}>{children}</span>
    </li>
  );
}

/** Focuses the first choice of a line of the list that is still open. */
function goToUnconfirmed(): void {
  document.querySelector<HTMLElement>("#named-list fieldset:not(:has(:checked)) input")?.focus();
}

type CauseProps = { group: LeftOutGroup } & Omit<LeftOutListProps, "groups" | "list" | "needingNothing">;

function Cause({ group, letterOf, choices, planName, onChoose, onReadNow, onAddPlace }: CauseProps) {
  const [opened, setOpened] = useState(false);
  const { leftOut, findings } = group;
  const verdict = findings[0] === undefined ? null : shownVerdict(findings[0].finding);
  const cause = causeText(group);
  const isChangeable = findings.some(canTake);
  return (
    <li data-quiet={leftOut === "elsewhere" || undefined}>
      {verdict === null || verdict === "same" ? (
        <Icon name={leftOut === "elsewhere" ? "pin" : "eye"} size={14} />
      ) : (
        <Verdict verdict={verdict} show="mark" />
      )}
      <span>
        <b>{numberText(findings.length)}</b> {cause}
      </span>
      <span className={styles["why"]}>
        <bdi>{detailOf(group, letterOf)}</bdi>
      </span>
      <span className={styles["verbs"]}>
        {leftOut === "elsewhere" ? (
          <AddPlace findings={findings} onAddPlace={onAddPlace} />
        ) : (
          <Verbs group={group} cause={cause} choices={choices} onChoose={onChoose} onReadNow={onReadNow} />
        )}
        {isChangeable ? (
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={opened}
            aria-label={`One by one: ${numberText(findings.length)} ${cause}`}
            onClick={() => setOpened(!opened)}
          >
            One by one
          </Button>
        ) : null}
      </span>
      {opened ? (
        <FoundRecords
          findings={findings}
          choices={choices}
          planName={planName}
          isOfSeveral
          onTick={(of, ticked) => onChoose(of, ticked ? "change" : "leave")}
        />
      ) : null}
    </li>
  );
}

/** What the entries of a cause say, or where they are. */
function detailOf({ leftOut, findings }: LeftOutGroup, letterOf: ReadonlyMap<string, string>): string {
  if (leftOut === "elsewhere") {
    const placed = findings.map(({ finding }) => finding.place ?? finding.recordName ?? finding.record.id);
    return `${countedText(placed)}: nothing is changed there`;
  }
  if (leftOut === "also elsewhere") return countedText(findings.flatMap(({ finding }) => finding.elsewhere));
  const says = findings.flatMap(({ finding }) => {
    const text = textOf(finding.now);
    if (text === null || typeof (finding.now !== null && "value" in finding.now && finding.now.value) === "boolean")
      return [];
    const letter = letterOf.get(text);
    return [letter === undefined ? text : `${letter} ${text}`];
  });
  return says.length > 0 ? countedText(says) : countedText(findings.map(({ place }) => place.index.name));
}

/** Makes one of the places elsewhere part of the statement. */
function AddPlace({ findings, onAddPlace }: Pick<LeftOutGroup, "findings"> & Pick<LeftOutListProps, "onAddPlace">) {
  const places = Map.groupBy(
    findings.flatMap(({ finding: { place } }) => place ?? []),
    (place) => place,
  );
  const [[only] = [], ...others] = [...places].toSorted(([, a], [, b]) => b.length - a.length);
  if (onAddPlace === null || only === undefined) return null;
  if (others.length === 0)
    return (
      <Button
        size="xs"
        aria-label={`Add a place: ${only}`}
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => onAddPlace(only)}
      >
        Add a place
      </Button>
    );
  return (
    <MenuButton
      label="Add a place"
      className={styles["menu"]}
      items={[only, ...others.map(([name]) => name)].map((name) => ({ label: name, run: () => onAddPlace(name) }))}
    >
      <span>
        <Icon name="plus" size={12} /> Add a place
      </span>
    </MenuButton>
  );
}

function Verbs({
  group,
  cause,
  choices,
  onChoose,
  onReadNow,
}: { cause: string } & Omit<CauseProps, "planName" | "letterOf" | "onAddPlace">) {
  const { findings, leftOut } = group;
  const [first] = findings;
  if (first === undefined || leftOut === "not writable") return null;
  const { draft } = first.finding;
  const count = findings.length;
  const about = `${numberText(count)} ${cause}`;
  const draftLink =
    draft === null ? null : <Link to={paths.changeSet.href({ changeSetId: draft.changeSetId })}>Open the draft</Link>;
  if (leftOut === "in a draft") return draftLink;
  if (leftOut === "no schedule known")
    return <Link to={paths.directory.href({ indexId: first.place.index.id })}>Add the schedule</Link>;
  const readNow =
    leftOut === "not read" || leftOut === "not read since" ? (
      <Button size="xs" leftSection={<Icon name="refresh" size={12} />} onClick={onReadNow}>
        Read {numberText(count)} now
      </Button>
    ) : null;
  if (!findings.some(canTake)) return readNow ?? draftLink;
  const extension = extensionOf(group);
  const isChanged = findings.every((placed) => isTaken(placed, choices));
  const isKept = isChanged && findings.every(({ key }) => choices.get(key) === "keep extension");
  const isLeft = !findings.some((placed) => isTaken(placed, choices));
  const these = count === 1 ? "this 1" : `these ${numberText(count)}`;
  const verb = (choice: Choice, words: string, pressed: boolean) => (
    <Button
      size="xs"
      aria-pressed={pressed}
      aria-label={`${words}: ${about}`}
      onClick={() => onChoose(findings, choice)}
    >
      {words}
    </Button>
  );
  return (
    <>
      {readNow}
      {draftLink}
      {extension === null ? null : verb("keep extension", `Keep ext. ${extension}`, isKept)}
      {verb("change", `Take ${these}`, isChanged && !isKept)}
      {verb("leave", count === 1 ? "Leave it" : "Leave them", isLeft)}
    </>
  );
}
