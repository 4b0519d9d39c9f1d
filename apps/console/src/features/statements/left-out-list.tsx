import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Verdict } from "#/marks/verdict.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
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
import styles from "./statements.module.css";

export interface LeftOutListProps extends Pick<FoundRecordsProps, "choices" | "planName"> {
  groups: readonly LeftOutGroup[];
  /** How many findings say so already, or have nothing of the kind. */
  needingNothing: number;
  letterOf: ReadonlyMap<string, string>;
  onChoose: (findings: readonly PlacedFinding[], choice: Choice) => void;
  onReadNow: () => void;
}

/** What a statement leaves as it is until somebody says otherwise: a line for each cause, with the verbs for it. */
export function LeftOutList({ groups, needingNothing, ...props }: LeftOutListProps) {
  const causes = groups.filter(({ leftOut }) => leftOut !== "elsewhere");
  const told = causes.flatMap(({ findings }) => findings);
  const noun = told.some(({ finding }) => finding.says !== null || finding.leftOut === "unsettled")
    ? "finding"
    : "change";
  if (groups.length === 0 && needingNothing === 0) return null;
  return (
    <section aria-labelledby="left-out">
      <SectionHeading
        id="left-out"
        title="Left out until you say so"
        note={[
          causes.length === 0 ? "Nothing." : `${countText(told.length, noun)}, ${countText(causes.length, "cause")}.`,
          ...(needingNothing === 0 ? [] : [`Another ${needingNothing} need nothing.`]),
        ].join(" ")}
      />
      <ul className={styles["leftOut"]}>
        {groups.map((group) => (
          <Cause key={group.id} group={group} {...props} />
        ))}
      </ul>
    </section>
  );
}

type CauseProps = { group: LeftOutGroup } & Omit<LeftOutListProps, "groups" | "needingNothing">;

function Cause({ group, letterOf, choices, planName, onChoose, onReadNow }: CauseProps) {
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
        <b>{findings.length}</b> {cause}
      </span>
      <span className={styles["why"]}>
        <bdi>{detailOf(group, letterOf)}</bdi>
      </span>
      <span className={styles["verbs"]}>
        <Verbs group={group} cause={cause} choices={choices} onChoose={onChoose} onReadNow={onReadNow} />
        {isChangeable ? (
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={opened}
            aria-label={`One by one: ${findings.length} ${cause}`}
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

function Verbs({
  group,
  cause,
  choices,
  onChoose,
  onReadNow,
}: { cause: string } & Omit<CauseProps, "planName" | "letterOf">) {
  const { findings, leftOut } = group;
  const [first] = findings;
  if (first === undefined || leftOut === "not writable" || leftOut === "elsewhere") return null;
  const { draft } = first.finding;
  const count = findings.length;
  const about = `${count} ${cause}`;
  const draftLink =
    draft === null ? null : <Link to={paths.changeSet.href({ changeSetId: draft.changeSetId })}>Open the draft</Link>;
  if (leftOut === "in a draft") return draftLink;
  if (leftOut === "no schedule known")
    return <Link to={paths.directory.href({ indexId: first.place.index.id })}>Add the schedule</Link>;
  const readNow =
    leftOut === "not read" || leftOut === "not read since" ? (
      <Button size="xs" leftSection={<Icon name="refresh" size={12} />} onClick={onReadNow}>
        Read {count} now
      </Button>
    ) : null;
  if (!findings.some(canTake)) return readNow ?? draftLink;
  const extension = extensionOf(group);
  const isChanged = findings.every((placed) => isTaken(placed, choices));
  const isKept = isChanged && findings.every(({ key }) => choices.get(key) === "keep extension");
  const isLeft = !findings.some((placed) => isTaken(placed, choices));
  const these = count === 1 ? "this 1" : `these ${count}`;
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
