import { type RosterOptions, rosterNoteText, withAddresseesApart } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { connectionQuery } from "#/connection/queries.ts";
import { hasOperation } from "#/connection/capabilities.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { LinesField, type LineKind } from "#/ui/form/lines-field.tsx";
import { State } from "#/marks/state.tsx";
import { SheetTextField } from "#/sheet-file/sheet-text-field.tsx";
import type { MappingKeptByUse } from "#/sheet-file/use-mapping-kept-by-use.ts";
import { rosterAnswers, withoutLines, withPeopleApart, type RosterAnswers } from "./roster-answers.ts";
import styles from "./roster.module.css";

const listed = 40;

export interface RosterPasteProps {
  value: string;
  onChange: (value: string) => void;
  mapping: MappingKeptByUse;
  /** The sample roster, where there is one. */
  sample?: string | null;
  error?: string | undefined;
  rows?: number;
  /** Takes the focus when its drawer opens. */
  first?: boolean;
}

const unmarked: RosterOptions = { schedulePrefix: "", practitionerPrefix: "", otherPrefixes: {} };

/** How the typed roster is understood, slightly delayed. Empty until the id prefixes of the service are known. */
export function useRosterAnswers(text: string): RosterAnswers {
  const { data: connection } = useQuery(connectionQuery);
  const ids = connection?.rosterIds;
  const deferred = useDeferredValue(text);
  return useMemo(
    () => (ids === undefined ? rosterAnswers("", unmarked) : rosterAnswers(deferred, ids)),
    [deferred, ids],
  );
}

/** Example lines with the id prefixes of this service. */
function exampleOf({ schedulePrefix, practitionerPrefix }: RosterOptions): string {
  const practitioner = `${practitionerPrefix}k3v9t2ma81`;
  return [practitioner, `${schedulePrefix}4wn8plq2`, `${schedulePrefix}9dkxu2av, ${practitioner}, Elm Street`].join(
    "\n",
  );
}

/** The field for a roster, pasted or from a file, which says how each line is understood. */
export function RosterPaste(props: RosterPasteProps) {
  const { value, onChange, mapping, sample = null, error, rows = 10, first = false } = props;
  const { data: connection } = useQuery(connectionQuery);
  const answers = useRosterAnswers(value);
  const [goTo, setGoTo] = useState<{ line: number } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const marks = useMemo(
    () =>
      new Map<number, LineKind>([
        ...answers.repeats.map(({ line }) => [line, "repeat"] as const),
        ...answers.bad.map(({ line }) => [line, "wrong"] as const),
      ]),
    [answers],
  );
  const put = (text: string) => {
    setRefusal(null);
    setGoTo(null);
    onChange(
      connection === undefined ? text : withAddresseesApart(text, { ...connection.rosterIds, findsNames: true }),
    );
  };
  return (
    <div className={styles["paste"]}>
      <SheetTextField
        of="roster"
        onText={put}
        mapping={mapping}
        onRefused={setRefusal}
        buttons={
          <>
            {sample === null ? null : (
              <Button leftSection={<Icon name="layers" size={15} />} onClick={() => put(sample)}>
                Use the sample roster
              </Button>
            )}
            {answers.bad.length === 0 ? null : (
              <Button className={styles["leaveOut"] ?? ""} onClick={() => put(withoutLines(value, answers.bad))}>
                {answers.bad.length === 1
                  ? `Remove line ${numberText(answers.bad[0]?.line ?? 1)}`
                  : `Remove ${numberText(answers.bad.length)} lines`}
              </Button>
            )}
          </>
        }
      >
        <div className={styles["pasteBox"]}>
          <LinesField
            label="Roster"
            labelHidden
            help={
              value === ""
                ? undefined
                : "Names beside an id are notes. A line without an id is looked up by its name, and a place or phone beside it tells namesakes apart."
            }
            error={refusal ?? error}
            value={value}
            onChange={put}
            marks={marks}
            rows={rows}
            first={first}
            goTo={goTo}
            placeholder={connection === undefined ? "" : exampleOf(connection.rosterIds)}
          />
          <Answers
            answers={answers}
            bringsSchedules={hasOperation(connection, "listSchedules")}
            onGoTo={(line) => setGoTo({ line })}
            onApart={(line) => put(withPeopleApart(value, line))}
          />
        </div>
      </SheetTextField>
    </div>
  );
}

const ids = (count: number, of: string) => `${numberText(count)} ${of} ${count === 1 ? "id" : "ids"}`;
interface AnswersProps {
  answers: RosterAnswers;
  /** Whether the service leads from a practitioner to its schedules. */
  bringsSchedules: boolean;
  onGoTo: (line: number) => void;
  /** Gives each person of a line a line of their own. */
  onApart: (line: RosterAnswers["several"][number]) => void;
}

function Answers({ answers, bringsSchedules, onGoTo, onApart }: AnswersProps) {
  const { good, practitioners, schedules, lookedUp, repeats, several, bad, read, header } = answers;
  return (
    <div className={styles["answers"]} role="status" aria-label="Recognised lines">
      {read === 0 ? (
        <p className="quiet">Each line is checked here as you type or paste.</p>
      ) : (
        <>
          <h3>{countText(read, "line")} read</h3>
          {header === null ? null : <p className="quiet">Line {header} names the columns.</p>}
          {good === lookedUp ? null : (
            <p className={styles["answer"]} data-hue="ok">
              <State state="applied" show="mark" label="understood" />
              <span>
                {[
                  schedules > 0 ? ids(schedules, "schedule") : null,
                  practitioners > 0 ? ids(practitioners, "practitioner") : null,
                ]
                  .filter((part) => part !== null)
                  .join(", ")}{" "}
                understood
              </span>
            </p>
          )}
          {lookedUp === 0 ? null : (
            <p className={styles["answer"]} data-hue="ok">
              <Icon name="search" size={14} />
              <span>
                {lookedUp === 1 ? "1 line without an id is" : `${numberText(lookedUp)} lines without an id are`} looked
                up by name or number
              </span>
            </p>
          )}
          {repeats.length === 0 ? null : (
            <p className={styles["answer"]} data-hue="outside">
              <Icon name="copy" size={14} />
              <span>
                {repeats.length === 1
                  ? `Line ${repeats[0]?.line ?? ""} repeats line ${repeats[0]?.repeats ?? ""}, left out`
                  : `${countText(repeats.length, "line")} repeat an earlier one, left out`}
              </span>
            </p>
          )}
          {several.slice(0, listed).map((of) => (
            <p key={of.line} className={styles["answer"]} data-hue="outside">
              <Icon name="people" size={14} />
              <span>
                Line {of.line} may name {of.people.length} people: <bdi>{of.people.join("; ")}</bdi>.{" "}
                <button type="button" className={styles["goTo"]} onClick={() => onApart(of)}>
                  Make it {of.people.length} lines
                </button>
              </span>
            </p>
          ))}
          {several.length > listed ? (
            <p className="quiet">and {countText(several.length - listed, "line")} more that may name several people</p>
          ) : null}
          {bad.slice(0, listed).map((line) => (
            <p key={line.line} className={styles["answer"]} data-hue="conflict">
              <State state="failed" show="mark" label="wrong" />
              <span>
                <button type="button" className={styles["goTo"]} onClick={() => onGoTo(line.line)}>
                  Line {line.line}
                </button>{" "}
                {line.problem === undefined ? null : rosterNoteText(line.problem)}
              </span>
            </p>
          ))}
          {bad.length > listed ? <p className="quiet">and {countText(bad.length - listed, "line")} more</p> : null}
          {schedules + practitioners === 0 ? null : (
            <p className="quiet">
              {bringsSchedules
                ? "A schedule brings its practitioner, and a practitioner its schedules."
                : "A schedule brings its practitioner, and a practitioner the schedules that other directories have."}
            </p>
          )}
        </>
      )}
    </div>
  );
}
