import type { ChangeImportPreview, ColumnUse, Connection } from "@dc/contract";
import { meaningLabel } from "#/connection/meanings.ts";
import { columnLetter } from "#/sheet-file/column-letter.ts";
import { SelectField, TextField } from "#/ui/form/field.tsx";

const useWords = {
  nothing: "not used",
  directory: "directory",
  practitioner: "practitioner: id, name or number",
  schedule: "schedule: id or name",
  recordType: "record type",
  recordId: "record id",
  field: "field",
  entry: "entry",
  value: "value",
  extension: "extension",
  label: "label",
  plan: "plan: id or name",
  accepted: "plan in or not in",
  reason: "reason",
  source: "source",
  verifiedOn: "verified on",
  reviewBy: "review by",
  from: "from: first day it holds",
  until: "until: last day it holds",
} as const satisfies { readonly [use in Exclude<ColumnUse["use"], "valueOf">]: string };

/** What several columns may say; of all else one column says it. */
const onSeveralColumns = new Set<ColumnUse["use"]>(["nothing", "practitioner", "valueOf"]);

type Plain = keyof typeof useWords;

const keyOf = (column: ColumnUse) => (column.use === "valueOf" ? `${column.recordType} ${column.field}` : column.use);

interface ColumnUseFieldProps {
  at: number;
  columns: readonly Pick<ChangeImportPreview["columns"][number], "use">[];
  connection: Connection | undefined;
  onChange: (columns: ColumnUse[]) => void;
}

/** What a column of a sheet of overrides says. */
export function ColumnUseField({ at, columns, connection, onChange }: ColumnUseFieldProps) {
  const fields = (connection?.recordTypes ?? [])
    .filter(({ type }) => type === "practitioner" || type === "schedule")
    .flatMap(({ type, meanings }) =>
      meanings.map(({ key }) => ({
        use: { use: "valueOf", recordType: type, field: key, label: null } as const,
        value: `${type} ${key}`,
        label: `${type}: ${meaningLabel(connection, type, key)}`,
      })),
    );
  const plain = (Object.entries(useWords) as [Plain, string][]).map(([use, label]) => ({
    use: { use },
    value: use,
    label,
  }));
  const options = [...plain, ...fields];
  const use = columns[at]?.use ?? { use: "nothing" };
  const set = (next: ColumnUse) => {
    const isAlone = !onSeveralColumns.has(next.use);
    onChange(
      columns.map(({ use: other }, position) => {
        if (position === at) return next;
        return isAlone && other.use === next.use ? { use: "nothing" } : other;
      }),
    );
  };
  return (
    <>
      <SelectField
        label={`What column ${columnLetter(at)} says`}
        labelHidden
        small
        value={keyOf(use)}
        options={options}
        onChange={(value) => set(options.find((option) => option.value === value)?.use ?? { use: "nothing" })}
      />
      {use.use === "valueOf" && use.field === "phones" ? (
        <TextField
          label={`Label of the numbers in column ${columnLetter(at)}`}
          labelHidden
          small
          placeholder="label"
          defaultValue={use.label ?? ""}
          data-tip="The label of these numbers, where a list has several"
          onBlur={({ target }) => {
            const label = target.value.trim() || null;
            if (label !== use.label) set({ ...use, label });
          }}
        />
      ) : null}
    </>
  );
}
