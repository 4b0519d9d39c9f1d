import { TextField } from "#/ui/form/field.tsx";

/** The row of a sheet that names its columns, from 1. */
export function HeadingRowField({ row, onChange }: { row: number; onChange: (row: number) => void }) {
  const choose = ({ value }: HTMLInputElement) => {
    const next = Number(value);
    if (Number.isInteger(next) && next >= 1 && next !== row) onChange(next);
  };
  return (
    <TextField
      key={row}
      label="Headings in row"
      small
      type="number"
      min={1}
      defaultValue={row}
      onBlur={({ target }) => choose(target)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // The form around it is about what is read.
        event.preventDefault();
        choose(event.currentTarget);
      }}
    />
  );
}
