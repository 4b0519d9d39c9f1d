import { languageName, languageOf } from "@dc/directory";
import { type KeyboardEvent, useId } from "react";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";

export interface PartText {
  part: string;
  text: string;
}

/** What the inputs for the text of one part are given. */
export interface PartTextProps {
  label: string;
  typed: PartText;
  onType: (typed: PartText) => void;
  errors: { readonly part?: string; readonly text?: string };
  focused?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Languages that are offered; any other is typed by its tag. */
const offered = ["en", "es", "zh", "vi", "tl", "ko", "ar", "fr", "ht", "ru", "pt-BR", "de", "hi", "it", "pl", "uk"];

/** The inputs for a text in one language. */
export function LanguageTextFields({ label, typed, onType, errors, focused = false, onKeyDown }: PartTextProps) {
  const keys = onKeyDown === undefined ? {} : { onKeyDown };
  const listId = useId();
  const tag = languageOf(typed.part);
  return (
    <>
      <TextField
        {...keys}
        label="Language"
        list={listId}
        autoFocus={focused}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={typed.part}
        onChange={(event) => onType({ ...typed, part: event.target.value })}
        {...(errors.part === undefined
          ? { help: tag === null ? "By its tag, such as fr or pt-BR." : languageName(tag) }
          : { error: errors.part })}
      />
      <datalist id={listId}>
        {offered.map((offeredTag) => (
          <option key={offeredTag} value={offeredTag} aria-label={languageName(offeredTag)}>
            {languageName(offeredTag)}
          </option>
        ))}
      </datalist>
      <TextAreaField
        {...keys}
        label={tag === null ? label : `${label}, ${languageName(tag)}`}
        dir="auto"
        {...(tag === null ? {} : { lang: tag })}
        value={typed.text}
        onChange={(event) => onType({ ...typed, text: event.target.value })}
        {...(errors.text === undefined ? {} : { error: errors.text })}
      />
    </>
  );
}
