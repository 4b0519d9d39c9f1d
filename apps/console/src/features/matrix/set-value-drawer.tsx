import { impossibleNumber, impossibleValue, phoneIn, type Reading, typedValue, shapeOf } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionQuery } from "#/connection/queries.ts";
import { readingText } from "#/record/reading-value.tsx";
import { controlOf } from "#/kinds/kinds.ts";
import { ValueField } from "#/record/value-field.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { ChoiceCards } from "#/ui/form/choice-cards.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { isSaid, readingNow } from "./cell-changes.ts";
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
  /** `asItStands` where a number may be sent that is not possible: the directories have it, or it was confirmed. */
  onStage: (reading: Reading, asItStands: boolean) => void;
  onClose: () => void;
}

const typedChoice = "typed";

/** One value for all selected cells: one that a directory has already, the standard one, or another. */
export function SetValueDrawer(props: SetValueDrawerProps) {
  const { opened, row, recordName, cells, countOf, loading, onStage, onClose } = props;
  const { wording, label } = row.row;
  const isPhone = shapeOf(wording.kind) === "keyed";
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
  const [isConfirmed, setConfirmed] = useState(false);
  const { data: connection } = useQuery(connectionQuery);
  const choice = chosen ?? known[0]?.key ?? typedChoice;
  const reading =
    choice === typedChoice ? typedReading(row, typed) : (known.find(({ key }) => key === choice)?.reading ?? null);
  const phone = choice === typedChoice ? phoneIn(reading) : null;
  const isDoubtful = phone !== null && impossibleNumber([phone], [], connection?.defaultRegion ?? "US") !== null;
  const problem =
    choice !== typedChoice
      ? null
      : typed.trim() === ""
        ? "Enter the value first"
        : isDoubtful && !isConfirmed
          ? "This is not a possible phone number"
          : reading === null || isPhone || !("value" in reading)
            ? null
            : impossibleValue(reading.value, wording);
  const wished = problem === null ? reading : null;
  const count = wished === null ? 0 : countOf(wished);
  const help = controlOf(wording.kind).help(wording);
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
            onClick={() => (reading === null ? undefined : onStage(reading, choice !== typedChoice || isConfirmed))}
          >
            {count === 0
              ? "Stage the value"
              : `Stage ${count === 1 ? "1 change" : `${count} changes`} in ${inDirectories(count)}`}
          </Button>
        </>
      }
    >
      <p className={styles["about"]}>
        {label} of <bdi>{recordName}</bdi>
      </p>
      <ChoiceCards
        label={`${label} of ${recordName}`}
        value={choice}
        onChange={setChosen}
        options={[
          ...known.map(({ key, reading: offered, note }) => ({
            value: key,
            label: readingText(offered, wording),
            help: note,
          })),
          // Values that nobody types are offered as other directories have them.
          ...(!controlOf(wording.kind).isTypedInGrid
            ? []
            : [
                {
                  value: typedChoice,
                  label: "Another value",
                  inside: (
                    <>
                      <ValueField
                        form={wording}
                        label={isPhone ? "Number" : label}
                        typed={typed}
                        onType={(text) => {
                          setTyped(text);
                          setConfirmed(false);
                        }}
                        {...(help === undefined ? {} : { help })}
                        input={{ autoFocus: true }}
                      />
                      {isDoubtful ? (
                        <CheckField
                          label="Send the number as it stands"
                          checked={isConfirmed}
                          onChange={setConfirmed}
                        />
                      ) : null}
                    </>
                  ),
                },
              ]),
        ]}
      />
      <table className={styles["places"]}>
        <caption className="unseen">What each directory says now, and will say</caption>
        <thead>
          <tr>
            {["Directory", "Says now", "Will say"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((selected) => (
            <tr key={selected.index.id}>
              <th scope="row">
                <bdi>{selected.index.name}</bdi>
              </th>
              <td>{readingText(readingNow(row, selected.cell), wording)}</td>
              <td>
                {wished === null ? (
                  "–"
                ) : isSaid(row, selected.cell, wished) ? (
                  "the same"
                ) : (
                  <span className={styles["willBe"]}>{readingText(wished, wording)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SideDrawer>
  );
}

/** A typed phone keeps the label of the entry that it takes the place of; anything else is read by its kind. */
function typedReading({ row, standard }: MatrixRow, typed: string): Reading | null {
  if (typed.trim() === "") return null;
  if (shapeOf(row.wording.kind) !== "keyed") return { value: typedValue(typed, row.wording) };
  const { label = null } = phoneIn(standard) ?? phoneIn(row.comparison.values.effective) ?? {};
  return { value: { number: typed.trim(), extension: null, label } };
}
