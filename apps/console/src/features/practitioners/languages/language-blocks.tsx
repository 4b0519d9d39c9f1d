import type { Connection, RecordView } from "@dc/contract";
import { compareNames, impossiblePart, languageName, languageOf, listPresenceKey, shapeOf } from "@dc/directory";
import { Fragment, useState } from "react";
import { labelInSentence, meaningLabel } from "#/connection/meanings.ts";
import { ValueRow } from "#/features/practitioners/editor/value-row.tsx";
import { leaveOnEscape } from "#/ui/keyboard/restore-focus.ts";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";
import { fieldRowId, setOperation, type FieldRow } from "#/record/field-row.ts";
import { existsHere } from "#/record/lifecycle.ts";
import { Button } from "#/ui/form/button.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { LanguageTextFields, type LanguageText, noLanguageText } from "./language-text-fields.tsx";
import { StageButtons } from "#/features/practitioners/editor/stage-buttons.tsx";
import styles from "#/features/practitioners/sets/sets.module.css";

interface LanguageBlocksProps {
  editor: RecordEditor;
  connection: Connection | undefined;
  record: RecordView;
  /** Every row of the record. */
  rows: readonly FieldRow[];
  returned: boolean;
}

/** The texts of a record that the profile names in several languages, a row for each, and the form for one more. */
export function LanguageBlocks({ editor, connection, record, rows, returned }: LanguageBlocksProps) {
  const fields = record.comparison.fields.filter(({ kind }) => shapeOf(kind) === "parts");
  return fields.map(({ key }) => {
    const { type } = record.record;
    const label = meaningLabel(connection, type, key);
    const name = record.name ?? record.record.id;
    const ofField = rows.filter(({ field }) => field.key === key);
    const texts = ofField
      .filter(({ element }) => element !== null && element !== listPresenceKey)
      .toSorted((a, b) => compareNames(a.label, b.label));
    const [row] = ofField;
    const id = fieldRowId(record.record, key, null);
    const isEditable = row !== undefined && !returned && editor.canEdit(row) && existsHere(record);
    const { typedAt, onLeave, onCancel } = editor.editorProps(`${id} one more`);
    const isAdding = editor.editing === `${id} one more`;
    const words = labelInSentence(connection, type, key);
    return (
      <section key={key} className={styles["set"]} aria-label={`${label} of ${name}`}>
        <div className={styles["head"]}>
          <h3>{label}</h3>
          <span>{texts.length}</span>
          {isEditable && !isAdding ? (
            <Button
              size="xs"
              data-edits={`${id} one more`}
              data-stop=""
              aria-label={`Add ${words} of ${name} in another language`}
              onClick={() => editor.edit(`${id} one more`)}
            >
              Add a language
            </Button>
          ) : null}
        </div>
        {texts.length === 0 ? <p className={styles["none"]}>None.</p> : null}
        <ul>
          {texts.map((text) => (
            <Fragment key={text.id}>
              <ValueRow
                {...editor.rowProps(text)}
                verbs={editor.actionsFor(
                  text,
                  isEditable && text.comparison.drafts.length === 0
                    ? [{ label: "Remove this text", run: () => void editor.change(text, setOperation(text, "")) }]
                    : [],
                )}
                onStage={(value) =>
                  void editor.stageAndLeave([{ record: text.record, field: key, operation: setOperation(text, value) }])
                }
              />
              {editor.conflictCardOf(text)}
            </Fragment>
          ))}
        </ul>
        {isAdding ? (
          <AddText
            label={label}
            taken={texts.flatMap(({ element }) => element ?? [])}
            typedAt={typedAt}
            busy={editor.busy}
            onStage={({ language, text }) =>
              void editor.stageAndLeave([
                { record: record.record, field: key, operation: { op: "set", element: language, value: text } },
              ])
            }
            onLeave={onLeave}
            onCancel={onCancel}
          />
        ) : null}
      </section>
    );
  });
}

interface AddTextProps {
  label: string;
  /** The languages that have a text. */
  taken: readonly string[];
  typedAt: string;
  busy: boolean;
  onStage: (text: LanguageText) => void;
  onLeave: () => void;
  onCancel: () => void;
}

function AddText({ label, taken, typedAt, busy, onStage, onLeave, onCancel }: AddTextProps) {
  const [typed, type] = useUnsavedInput(typedAt, noLanguageText, ({ language, text }) => `${language}${text}` === "");
  const [tried, setTried] = useState(false);
  const tag = languageOf(typed.language) ?? typed.language.trim();
  const problem = taken.includes(tag)
    ? { language: `There is a text in ${languageName(tag)} already.` }
    : problemOf({ language: tag, text: typed.text });
  return (
    <form
      className={styles["editor"]}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === null) onStage({ language: tag, text: typed.text });
      }}
    >
      <LanguageTextFields
        label={label}
        typed={typed}
        onType={type}
        errors={tried ? (problem ?? {}) : {}}
        focused
        onKeyDown={leaveOnEscape(onLeave)}
      />
      <StageButtons busy={busy} onCancel={onCancel} />
    </form>
  );
}

/** What is wrong with a typed text, at its language or at itself; null where nothing is. */
function problemOf({ language, text }: LanguageText): { language?: string; text?: string } | null {
  if (language === "") return { language: "Enter a language." };
  const ofLanguage = impossiblePart("languages", language, "text");
  if (ofLanguage !== null) return { language: `${capitalise(ofLanguage)}.` };
  return text.trim() === "" ? { text: "Enter the text." } : null;
}
