import type { ChangeImportPreview } from "@dc/contract";
import { countText } from "#/ui/display/count.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import { columnLetter } from "./column-letter.ts";
import styles from "./mapped-columns.module.css";

/** The use of a column that is left out. */
const UNUSED = "nothing";

interface MappedColumnsProps {
  columns: readonly { heading: string; samples: readonly string[]; value: string }[];
  from: ChangeImportPreview["columnsFrom"];
  /** What is said of those that are not used. */
  unusedWord?: string;
  /** Whether they are shown at once; else below their summary. */
  isOpen: boolean;
  options: readonly { value: string; label: string }[];
  onChange: (at: number, value: string) => void;
}

/** What each column of a sheet says, chosen by hand. */
export function MappedColumns({
  columns,
  from,
  isOpen,
  unusedWord = "not used",
  options,
  onChange,
}: MappedColumnsProps) {
  const unused = columns.filter(({ value }) => value === UNUSED).length;
  return (
    <details className={styles["mapping"]} open={isOpen}>
      <summary>
        <b>{countText(columns.length, "column")}</b>, {unused === 0 ? "all used" : `${unused} ${unusedWord}`}
        {from === "mapping" ? ", as last mapped for these headings" : ""}
      </summary>
      <div className={styles["scroll"]}>
        <table className={styles["columns"]}>
          <caption className="unseen">Columns of the sheet</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Says</th>
              <th scope="col">For example</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ heading, samples, value }, at) => (
              <tr key={columnLetter(at)}>
                <th scope="row">
                  <span className="mono">{columnLetter(at)}</span> <bdi>{heading}</bdi>
                </th>
                <td>
                  <SelectField
                    label={`What column ${columnLetter(at)} says`}
                    labelHidden
                    small
                    value={value}
                    options={options}
                    onChange={(next) => onChange(at, next)}
                  />
                </td>
                <td>
                  <bdi>{samples.filter((sample) => sample !== "").join(", ")}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
