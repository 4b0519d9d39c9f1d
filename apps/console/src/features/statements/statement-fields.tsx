import { maxStatementFacts } from "@dc/contract/limits";
import { type Dispatch, type SetStateAction, useEffect, useRef } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { AboutFields } from "./about-fields.tsx";
import { FactRow } from "./fact-row.tsx";
import { type TypedFact, type TypedStatement, withFact } from "./typed-statement.ts";
import styles from "./statements.module.css";

interface StatementFieldsProps {
  typed: TypedStatement;
  onType: Dispatch<SetStateAction<TypedStatement>>;
  /** What became of a fact. */
  noteOf: (fact: number) => string | null;
  /** Why a fact was refused. */
  problemOf: (fact: number) => string | null;
  /** What has to be typed before places can be found. */
  missing: string | null;
  /** Whether the places of what is typed were found. */
  isFound: boolean;
  isReading: boolean;
  /** null before places were found. */
  onReadAll: (() => void) | null;
}

const addable = [
  { kind: "phone", label: "Add a phone" },
  { kind: "further phone", label: "A further phone" },
  { kind: "phone gone", label: "A phone is gone" },
  { kind: "plan", label: "Add a plan" },
  { kind: "value", label: "Add a value" },
  { kind: "right", label: "It is right" },
] as const;

const firstField = "[aria-labelledby=statement] > ol > li:last-child :is(input, select)";

/** Who adds a fact types it next; who removes the last one goes on from the one before. */
function useFocusOnFact(count: number) {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) document.querySelector<HTMLElement>(firstField)?.focus();
    else if (count < before.current) restoreFocus(firstField);
    before.current = count;
  }, [count]);
}

/** What was said and about whom; submitting the form around it finds the places. */
export function StatementFields(props: StatementFieldsProps) {
  const { typed, onType, noteOf, problemOf, missing, isFound, isReading, onReadAll } = props;
  useFocusOnFact(typed.facts.length);
  const changeFact = (index: number, fact: TypedFact) =>
    onType({ ...typed, facts: typed.facts.map((typedFact, place) => (place === index ? fact : typedFact)) });
  return (
    <section aria-labelledby="statement">
      <SectionHeading id="statement" title="Statement" />
      <ol className={styles["facts"]}>
        {typed.facts.map((fact, index) => (
          <FactRow
            key={index}
            fact={fact}
            number={index + 1}
            note={noteOf(index)}
            problem={problemOf(index)}
            onChange={(next) => changeFact(index, next)}
            onRemove={
              typed.facts.length === 1
                ? undefined
                : () => onType({ ...typed, facts: typed.facts.filter((_, place) => place !== index) })
            }
          />
        ))}
      </ol>
      <div className={styles["add"]} role="group" aria-label="Add a fact">
        {addable.map(({ kind, label }) => (
          <Button
            key={kind}
            variant="subtle"
            size="sm"
            leftSection={<Icon name="plus" size={14} />}
            disabled={
              typed.facts.length >= maxStatementFacts ||
              (kind === "right" && typed.facts.some((fact) => fact.kind === "right"))
            }
            onClick={() => onType(withFact(typed, kind))}
          >
            {label}
          </Button>
        ))}
      </div>
      <AboutFields typed={typed} onType={onType} />
      <div className={styles["find"]}>
        <Button
          type="submit"
          variant={isFound ? "default" : "filled"}
          leftSection={<Icon name="search" size={14} />}
          disabled={missing !== null}
          waits={isReading && isFound}
        >
          Find where it applies
        </Button>
        {missing === null ? null : <span>{missing}.</span>}
        {onReadAll === null || missing !== null ? null : (
          <Button
            variant="subtle"
            leftSection={<Icon name="refresh" size={14} />}
            waits={isReading}
            onClick={onReadAll}
          >
            Read all of it now
          </Button>
        )}
      </div>
    </section>
  );
}
