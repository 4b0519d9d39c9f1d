import type { ChangeImportPreview, ColumnUse, Connection } from "@dc/contract";
import { meaningLabel } from "#/connection/meanings.ts";
import { columnLetter } from "#/sheet-file/column-letter.ts";
import { MappedColumns } from "#/sheet-file/mapped-columns.tsx";
import { TextField } from "#/ui/form/field.tsx";

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
  from: "from which day it holds",
  until: "until which day it holds",
} as const satisfies { readonly [use in Exclude<ColumnUse["use"], "valueOf">]: string };

type Plain = keyof typeof useWords;

const keyOf = (column: ColumnUse) => (column.use === "valueOf" ? `${column.recordType} ${column.field}` : column.use);

interface ColumnUsesProps {
  columns: ChangeImportPreview["columns"];
  from: ChangeImportPreview["columnsFrom"];
  connection: Connection | undefined;
  onChange: (columns: ColumnUse[]) => void;
}

/** What each column of a sheet of overrides says. */
export function ColumnUses({ columns, from, connection, onChange }: ColumnUsesProps) {
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
  const set = (at: number, use: ColumnUse) =>
    onChange(columns.map((column, position) => (position === at ? use : column.use)));
  return (
    <MappedColumns
      columns={columns.map(({ heading, samples, use }) => ({ heading, samples, value: keyOf(use) }))}
      from={from}
      isOpen={from !== "mapping"}
      options={options}
      onChange={(at, value) => set(at, options.find((option) => option.value === value)?.use ?? { use: "nothing" })}
      beside={(at) => {
        const use = columns[at]?.use;
        return use?.use === "valueOf" && use.field === "phones" ? (
          <TextField
            label={`Label of the numbers in column ${columnLetter(at)}`}
            small
            defaultValue={use.label ?? ""}
            data-tip="The label of these numbers, where a list has several"
            onBlur={({ target }) => set(at, { ...use, label: target.value.trim() || null })}
          />
        ) : null;
      }}
    />
  );
}
