import type { ImportedCell } from "@dc/contract";
import { columnLetter } from "#/sheet-file/column-letter.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { stateWords } from "./imported-states.ts";
import styles from "./imports.module.css";

/** So many rows of one kind of error are named. */
const MOST_ROWS = 8;

interface ImportErrorsProps {
  errors: readonly ImportedCell[];
  onGo: (row: number, column: number | null) => void;
  /** Goes to the next one in the order of the sheet. */
  onNext: () => void;
}

/** What is wrong in a sheet: each kind once, with its column and its rows. */
export function ImportErrors({ errors, onGo, onNext }: ImportErrorsProps) {
  const kinds = [
    ...Map.groupBy(
      errors,
      ({ column, state, why }) => `${column} ${state === "contradicts" ? "" : why} ${state}`,
    ).values(),
  ].toSorted((a, b) => b.length - a.length);
  return (
    <section aria-labelledby="import-errors">
      <SectionHeading
        id="import-errors"
        title={countText(errors.length, "error")}
        note={kinds.length === 1 ? "1 kind" : `${kinds.length} kinds`}
        action={
          <Button size="xs" variant="subtle" rightSection={<Kbd keys="f8" hint />} onClick={onNext}>
            Next
          </Button>
        }
      />
      <ul className={styles["errors"]}>
        {kinds.map(([first, ...others]) =>
          first === undefined ? null : (
            <li key={`${first.row} ${first.column} ${first.why}`}>
              <span className="mono">{first.column === null ? "" : columnLetter(first.column)}</span>
              <span>
                {first.state === "contradicts" ? "Rows contradict each other" : (first.why ?? stateWords[first.state])}
                <Rows of={[first, ...others]} onGo={onGo} />
              </span>
              <b>{numberText(others.length + 1)}</b>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function Rows({ of, onGo }: { of: readonly ImportedCell[]; onGo: ImportErrorsProps["onGo"] }) {
  const rows = [...new Map(of.map((cell) => [cell.row, cell])).values()];
  return (
    <small>
      {rows.length === 1 ? "row" : "rows"}{" "}
      {rows.slice(0, MOST_ROWS).map(({ row, column }) => (
        <button key={row} type="button" aria-label={`Go to row ${row}`} onClick={() => onGo(row, column)}>
          {row}
        </button>
      ))}
      {rows.length > MOST_ROWS ? ` and ${numberText(rows.length - MOST_ROWS)} more` : ""}
    </small>
  );
}
