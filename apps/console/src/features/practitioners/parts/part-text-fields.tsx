import { type FieldKind, partLabel } from "@dc/directory";
import type { KeyboardEvent } from "react";
import { controlOf } from "#/kinds/kinds.ts";
import { SelectField, TextAreaField, TextField } from "#/ui/form/field.tsx";
import type { PartTextProps } from "./language-text-fields.tsx";

interface PartInputProps {
  kind: FieldKind;
  part: string;
  value: string;
  onType: (text: string) => void;
  error?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The input for the text of one part that has a name. */
export function PartInput({ kind, part, onType, ...input }: PartInputProps) {
  const Field = controlOf(kind).isMultiline(part) ? TextAreaField : TextField;
  return (
    <Field
      {...input}
      label={partLabel(kind, part) ?? part}
      dir="auto"
      onChange={(event) => onType(event.target.value)}
    />
  );
}

interface PartTextFieldsProps extends PartTextProps {
  kind: FieldKind;
  /** The parts to choose from. */
  offered: readonly string[];
}

/** The inputs for one more part, of those that have names. */
export function PartTextFields({ kind, offered, typed, onType, errors, onKeyDown }: PartTextFieldsProps) {
  const keys = onKeyDown === undefined ? {} : { onKeyDown };
  return (
    <>
      <SelectField
        {...keys}
        label="Part"
        autoFocus
        value={typed.part}
        options={offered.map((part) => ({ value: part, label: partLabel(kind, part) ?? part }))}
        onChange={(part) => onType({ ...typed, part })}
      />
      <PartInput
        {...keys}
        kind={kind}
        part={typed.part}
        value={typed.text}
        onType={(text) => onType({ ...typed, text })}
        {...(errors.text === undefined ? {} : { error: errors.text })}
      />
    </>
  );
}
