import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Verdict } from "#/marks/verdict.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import {
  type Choice,
  type Choices,
  chosenChange,
  extensionOf,
  type LeftOutGroup,
  reasonText,
  shownVerdict,
} from "./statement-places.ts";
import styles from "./statements.module.css";

export interface LeftOutListProps {
  groups: readonly LeftOutGroup[];
  /** Findings that say so already, or have no such number. */
  needingNothing: number;
  letterOf: ReadonlyMap<string, string>;
  choices: Choices;
  onChoose: (group: LeftOutGroup, choice: Choice) => void;
  onReadNow: () => void;
}

/** What a statement leaves as it is until somebody says otherwise, with the verbs for it. */
export function LeftOutList({ groups, needingNothing, letterOf, choices, onChoose, onReadNow }: LeftOutListProps) {
  const changes = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  if (groups.length === 0 && needingNothing === 0) return null;
  return (
    <section aria-labelledby="left-out">
      <SectionHeading
        id="left-out"
        title="Left out until you say so"
        note={[
          groups.length === 0 ? "Nothing." : `${countText(changes, "place")}, ${countText(groups.length, "cause")}.`,
          ...(needingNothing === 0 ? [] : [`Another ${needingNothing} need nothing.`]),
        ].join(" ")}
      />
      <ul className={styles["leftOut"]}>
        {groups.map((group) => {
          const { id, practitioner, fact, now, findings } = group;
          const [first] = findings;
          if (first === undefined) return null;
          const verdict = shownVerdict(first.finding);
          const name = practitioner.name ?? practitioner.id;
          const where = findings.length === 1 ? first.place.index.name : `${findings.length} directories`;
          const letter = now === null ? undefined : letterOf.get(now);
          return (
            <li key={id}>
              {verdict === null ? <Icon name="eye" size={14} /> : <Verdict verdict={verdict} show="mark" />}
              <span>
                <b>
                  <bdi>{name}</bdi>
                </b>{" "}
                in <bdi>{where}</bdi>
              </span>
              <span className={styles["why"]}>
                <b>{fact + 1}</b>{" "}
                {letter === undefined ? null : (
                  <>
                    <bdi>{now}</bdi>:{" "}
                  </>
                )}
                {reasonText(group)}
              </span>
              <span className={styles["verbs"]}>
                <Verbs
                  group={group}
                  about={`fact ${fact + 1} of ${name} in ${where}`}
                  choices={choices}
                  onChoose={onChoose}
                  onReadNow={onReadNow}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Verbs({
  group,
  about,
  choices,
  onChoose,
  onReadNow,
}: { group: LeftOutGroup; about: string } & Pick<LeftOutListProps, "choices" | "onChoose" | "onReadNow">) {
  const { findings, leftOut } = group;
  const [first] = findings;
  if (first === undefined) return null;
  if (leftOut === "not read")
    return (
      <Button size="xs" onClick={onReadNow}>
        Read it now
      </Button>
    );
  if (leftOut === "no schedule known")
    return <Link to={paths.directory.href({ indexId: first.place.index.id })}>Add the schedule</Link>;
  if (leftOut === "not writable") return null;
  const extension = extensionOf(group);
  const isChanged = findings.every((placed) => chosenChange(placed, choices) !== null);
  const isKept = isChanged && findings.every(({ key }) => choices.get(key) === "keep extension");
  const isLeft = findings.every((placed) => chosenChange(placed, choices) === null);
  return (
    <>
      {extension === null ? null : (
        <Button
          size="xs"
          aria-pressed={isKept}
          aria-label={`Change, keep ext. ${extension}: ${about}`}
          onClick={() => onChoose(group, "keep extension")}
        >
          Change, keep ext. {extension}
        </Button>
      )}
      <Button
        size="xs"
        aria-pressed={isChanged && !isKept}
        aria-label={`Change it: ${about}`}
        onClick={() => onChoose(group, "change")}
      >
        Change it
      </Button>
      <Button
        size="xs"
        aria-pressed={isLeft}
        aria-label={`Leave it: ${about}`}
        onClick={() => onChoose(group, "leave")}
      >
        Leave it
      </Button>
    </>
  );
}
