import { impossibleValue, phoneIn, type Reading, typedValue } from "@dc/directory";
import { useId, useState } from "react";
import { ReadingValue, readingText, readsAlike } from "#/record/reading-value.tsx";
import { possibleHelp, ValueField } from "#/record/value-field.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import type { MatrixRow, SelectedCell } from "./matrix-rows.ts";
import styles from "./matrix.module.css";
import { inDirectories } from "./use-stage-many.ts";

export interface SetValueDrawerProps {
  opened: boolean;
  row: MatrixRow;
  recordName: string;
  cells: readonly SelectedCell[];
  /** In how many directories the value is a change. */
  countOf: (reading: Reading) => number;
  loading: boolean;
  onStage: (reading: Reading) => void;
  onClose: () => void;
}

const typedChoice = "typed";
/** Values that nobody types: those of other directories are offered alone. */
const untyped: ReadonlySet<string> = new Set(["json", "reference"]);

/** One value for all selected cells: one that a directory has already, the standard one, or another. */
export function SetValueDrawer(props: SetValueDrawerProps) {
  const { opened, row, recordName, cells, countOf, loading, onStage, onClose } = props;
  const name = useId();
  const { wording, label } = row.row;
  const isPhone = wording.kind === "phones";
  const known = [
    ...row.others.map(({ letter, reading, directories }) => ({
      key: letter,
      reading,
      note: `${letter}, in ${inDirectories(directories)}`,
    })),
    ...(row.standard === null ? [] : [{ key: "standard", reading: row.standard, note: "standard now" }]),
  ];
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const choice = chosen ?? known[0]?.key ?? typedChoice;
  const reading =
    choice === typedChoice ? typedReading(row, typed) : (known.find(({ key }) => key === choice)?.reading ?? null);
  const problem =
    choice !== typedChoice
      ? null
      : typed.trim() === ""
        ? "Enter the value first"
        : reading === null || isPhone || !("value" in reading)
          ? null
          : impossibleValue(reading.value, wording);
  const count = reading === null || problem !== null ? 0 : countOf(reading);
  const why = problem ?? (count === 0 ? "All of them say so already" : null);
  return (
    <SideDrawer
      opened={opened}
      title={`Set ${row.row.labelInSentence} in ${inDirectories(cells.length)}`}
      onClose={onClose}
      footer={
        <>
          {why === null ? null : <span>{why}.</span>}
          <Button
            variant="filled"
            disabled={why !== null}
            loading={loading}
            onClick={() => (reading === null ? undefined : onStage(reading))}
          >
            Stage {count === 1 ? "1 change" : `${count} changes`} in {inDirectories(count)}
          </Button>
        </>
      }
    >
      <fieldset className={styles["values"]}>
        <legend>
          {label} of <bdi>{recordName}</bdi>
        </legend>
        {known.map(({ key, reading: offered, note }) => (
          <label key={key}>
            <input type="radio" name={name} checked={choice === key} onChange={() => setChosen(key)} />
            <ReadingValue reading={offered} wording={wording} />
            <small>{note}</small>
          </label>
        ))}
        {untyped.has(wording.kind) ? null : (
          <label>
            <input type="radio" name={name} checked={choice === typedChoice} onChange={() => setChosen(typedChoice)} />
            Another value
          </label>
        )}
        {choice !== typedChoice ? null : (
          <div className={styles["typed"]}>
            <ValueField
              form={wording}
              label={isPhone ? "Number" : label}
              typed={typed}
              onType={setTyped}
              {...(possibleHelp(wording) === undefined ? {} : { help: possibleHelp(wording) ?? "" })}
              input={{ autoFocus: true }}
            />
          </div>
        )}
      </fieldset>
      <div className={styles["places"]} role="table" aria-label="What each directory says now, and will say">
        {["Directory", "Says now", "Will say"].map((head) => (
          <span key={head} role="columnheader" className={styles["placesHead"]}>
            {head}
          </span>
        ))}
        {cells.flatMap(({ index, cell }) => {
          const now = cell.says === "other" ? cell.reading : row.standard;
          return [
            <bdi key={`${index.id} name`}>{index.name}</bdi>,
            <span key={`${index.id} now`}>{readingText(now, wording)}</span>,
            <span key={`${index.id} then`}>
              {reading === null || readsAlike(now, reading) ? (
                "the same"
              ) : (
                <span className={styles["willBe"]}>{readingText(reading, wording)}</span>
              )}
            </span>,
          ];
        })}
      </div>
    </SideDrawer>
  );
}

/** A typed phone keeps the label of the entry that it takes the place of; anything else is read by its kind. */
function typedReading({ row, standard }: MatrixRow, typed: string): Reading | null {
  if (typed.trim() === "") return null;
  if (row.wording.kind !== "phones") return { value: typedValue(typed, row.wording) };
  const { label = null } = phoneIn(standard) ?? phoneIn(row.comparison.values.effective) ?? {};
  return { value: { number: typed.trim(), extension: null, label } };
}
