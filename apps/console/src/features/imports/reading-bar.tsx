import type { ChangeImportPreview } from "@dc/contract";
import { encodings } from "#/sheet-file/sheet-files.ts";
import { countText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Toggle } from "#/ui/form/check-field.tsx";
import { HeadingRowField } from "#/sheet-file/heading-row-field.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import styles from "./imports.module.css";
import type { ImportChoice } from "./use-import.ts";

const separators = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

interface ReadingBarProps {
  fileName: string | undefined;
  preview: ChangeImportPreview;
  choice: ImportChoice;
  onChange: (parts: ImportChoice) => void;
}

/** How many columns are used, and since when they say what they do. */
function columnsText({ columns, columnsFrom }: ChangeImportPreview): string {
  const unused = columns.filter(({ use }) => use.use === "nothing").length;
  const used = unused === 0 ? "all columns used" : `${countText(unused, "column")} not used`;
  return columnsFrom === "mapping" ? `${used}, as last mapped for these headings` : used;
}

/** How the file is read: its sheet, headings, separator and encoding, and what its plans are about. */
export function ReadingBar({ fileName, preview, choice, onChange }: ReadingBarProps) {
  return (
    <div className={styles["bar"]}>
      <span>
        <Icon name="file" size={14} />
        <bdi>
          <strong>{fileName}</strong>, {countText(preview.rows, "row")}, {columnsText(preview)}
        </bdi>
      </span>
      {preview.sheets.length > 1 ? (
        <SelectField
          label="Sheet"
          small
          value={choice.reading?.sheet ?? preview.reading.sheet ?? ""}
          options={preview.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => onChange({ reading: { sheet }, columns: undefined })}
        />
      ) : null}
      <HeadingRowField
        row={choice.reading?.headingRow ?? preview.reading.headingRow}
        onChange={(headingRow) => onChange({ reading: { ...choice.reading, headingRow }, columns: undefined })}
      />
      {preview.reading.separator === null ? null : (
        <SelectField
          label="Separator"
          small
          value={choice.reading?.separator ?? preview.reading.separator}
          options={(Object.entries(separators) as [keyof typeof separators, string][]).map(([value, label]) => ({
            value,
            label,
          }))}
          onChange={(separator) => onChange({ reading: { ...choice.reading, separator }, columns: undefined })}
        />
      )}
      {preview.reading.encoding === null ? null : (
        <SelectField
          label="Encoding"
          small
          value={choice.reading?.encoding ?? preview.reading.encoding}
          options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(encoding) => onChange({ reading: { ...choice.reading, encoding } })}
        />
      )}
      <Toggle
        label="Plans on all of the practitioner’s schedules"
        checked={choice.plansOn === "all"}
        onChange={(all) => onChange({ plansOn: all ? "all" : "named" })}
      />
    </div>
  );
}
