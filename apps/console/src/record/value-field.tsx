import type { ValueForm } from "@dc/directory";
import type { KeyboardEvent } from "react";
import { controlOf } from "#/kinds/kinds.ts";
import { SelectField, TextAreaField, TextField, type TextFieldProps } from "#/ui/form/field.tsx";

/** What every input takes, of one line or several. */
interface InputProps {
  autoFocus?: boolean;
  required?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  onFocus?: () => void;
  "data-autofocus"?: boolean;
}

export interface ValueFieldProps extends Pick<
  TextFieldProps,
  "label" | "labelHidden" | "help" | "error" | "optional" | "small"
> {
  form: ValueForm;
  /** As typed or chosen; empty where there is no value. */
  typed: string;
  onType: (typed: string) => void;
  /** For a text of several lines. */
  multiline?: boolean;
  /** What goes to the input itself, such as a key handler. */
  input?: InputProps;
}

/** The input for one value: a list for a choice or for yes and no, a calendar for a day, else a line of text. */
export function ValueField({ form, typed, onType, multiline = false, input = {}, ...frame }: ValueFieldProps) {
  if (multiline) {
    const { autoFocus = false, onKeyDown, onFocus } = input;
    return (
      <TextAreaField
        {...frame}
        dir="auto"
        autoFocus={autoFocus}
        {...(onKeyDown === undefined ? {} : { onKeyDown })}
        {...(onFocus === undefined ? {} : { onFocus })}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    );
  }
  const options = optionsOf(form, typed);
  if (options !== null) return <SelectField {...frame} {...input} value={typed} options={options} onChange={onType} />;
  return (
    <TextField
      {...frame}
      {...controlOf(form.kind).input}
      {...input}
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** What can be chosen; null where the value is typed. A value that the profile does not list stays to be seen. */
function optionsOf({ kind, choices }: ValueForm, typed: string): { value: string; label: string }[] | null {
  const listed = controlOf(kind).options(choices);
  if (listed === null) return null;
  const isListed = typed === "" || listed.some(({ value }) => value === typed);
  return [{ value: "", label: "No value" }, ...listed, ...(isListed ? [] : [{ value: typed, label: typed }])];
}
