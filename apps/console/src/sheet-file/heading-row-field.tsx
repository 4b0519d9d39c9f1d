import { TextField } from "#/ui/form/field.tsx";

/** The row of a sheet that names its columns, from 1. */
export function HeadingRowField({ row, onChange }: { row: number; onChange: (row: number) => void }) {
  return (
    <TextField
      key={row}
      label="Headings in row"
      small
      type="number"
      min={1}
      defaultValue={row}
      onBlur={({ target }) => {
        const next = Number(target.value);
        if (next >= 1 && next !== row) onChange(next);
      }}
    />
  );
}
