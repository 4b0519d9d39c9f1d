import { languageName, languageOf } from "@dc/directory";
import { type KeyboardEvent, useId } from "react";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";

export interface LanguageText {
  language: string;
  text: string;
}

export const noLanguageText: LanguageText = { language: "", text: "" };

/** Languages that are offered; any other is typed by its tag. */
const offered = ["en", "es", "zh", "vi", "tl", "ko", "ar", "fr", "ht", "ru", "pt-BR", "de", "hi", "it", "pl", "uk"];

interface LanguageTextFieldsProps {
  label: string;
  typed: LanguageText;
  onType: (typed: LanguageText) => void;
  errors: { readonly language?: string; readonly text?: string };
  focused?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The inputs for a text in one language. */
export function LanguageTextFields({
  label,
  typed,
  onType,
  errors,
  focused = false,
  ...keys
}: LanguageTextFieldsProps) {
  const listId = useId();
  const tag = languageOf(typed.language);
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
        value={typed.language}
        onChange={(event) => onType({ ...typed, language: event.target.value })}
        {...(errors.language === undefined
          ? { help: tag === null ? "By its tag, such as fr or pt-BR." : languageName(tag) }
          : { error: errors.language })}
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
