import type { ChangeImportPreview } from "@dc/contract";
import { encodings } from "#/sheet-file/sheet-files.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Toggle } from "#/ui/form/check-field.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import styles from "./imports.module.css";
import type { ImportChoice } from "./use-import.ts";

const separators = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

interface ReadingBarProps {
  fileName: string | undefined;
  preview: ChangeImportPreview;
  choice: ImportChoice;
  onChange: (parts: ImportChoice) => void;
}

/** How the file is read: its sheet, headings, separator and encoding, and what its plans are about. */
export function ReadingBar({ fileName, preview, choice, onChange }: ReadingBarProps) {
  return (
    <div className={styles["bar"]}>
      <span>
        <Icon name="file" size={14} />
        <bdi>
          <strong>{fileName}</strong>, {preview.rows.toLocaleString("en")} rows
        </bdi>
      </span>
      {preview.sheets.length > 1 ? (
        <SelectField
          label="Sheet"
          small
          value={preview.reading.sheet ?? ""}
          options={preview.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => onChange({ reading: { sheet }, columns: undefined })}
        />
      ) : null}
      <TextField
        key={preview.reading.headingRow}
        label="Headings in row"
        small
        type="number"
        min={1}
        defaultValue={preview.reading.headingRow}
        onBlur={({ target }) => {
          const headingRow = Number(target.value);
          if (headingRow >= 1 && headingRow !== preview.reading.headingRow)
            onChange({ reading: { ...choice.reading, headingRow }, columns: undefined });
        }}
      />
      {preview.reading.separator === null ? null : (
        <SelectField
          label="Separator"
          small
          value={preview.reading.separator}
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
          value={preview.reading.encoding}
          options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(encoding) => onChange({ reading: { ...choice.reading, encoding } })}
        />
      )}
      <Toggle
        label="Plans on all schedules of the practitioner"
        checked={choice.plansOn === "all"}
        onChange={(all) => onChange({ plansOn: all ? "all" : "named" })}
      />
    </div>
  );
}
