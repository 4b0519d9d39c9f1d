import type { Connection, RecordView } from "@dc/contract";
import {
  compareNames,
  type FieldKind,
  impossiblePart,
  knownParts,
  languageOf,
  listPresenceKey,
  partLabel,
  shapeOf,
} from "@dc/directory";
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
import { LanguageTextFields, type PartText } from "./language-text-fields.tsx";
import { PartTextFields } from "./part-text-fields.tsx";
import { StageButtons } from "#/features/practitioners/editor/stage-buttons.tsx";
import styles from "#/features/practitioners/sets/sets.module.css";

interface PartBlocksProps {
  editor: RecordEditor;
  connection: Connection | undefined;
  record: RecordView;
  /** Every row of the record. */
  rows: readonly FieldRow[];
  returned: boolean;
}

/** The values of a record that have parts, a row for each part, and the form for one more. */
export function PartBlocks({ editor, connection, record, rows, returned }: PartBlocksProps) {
  const fields = record.comparison.fields.filter(({ kind }) => shapeOf(kind) === "parts");
  return fields.map(({ key, kind }) => {
    const { type } = record.record;
    const label = meaningLabel(connection, type, key);
    const name = record.name ?? record.record.id;
    const ofField = rows.filter(({ field }) => field.key === key);
    const [row] = ofField;
    const known = knownParts(kind);
    const parts = ofField.filter(({ element }) => element !== null && element !== listPresenceKey);
    const texts = known === null ? parts.toSorted((a, b) => compareNames(a.label, b.label)) : parts;
    const taken = texts.flatMap(({ element }) => element ?? []);
    const missing = known?.filter((part) => !taken.includes(part)) ?? null;
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
          {isEditable && !isAdding && missing?.length !== 0 ? (
            <Button
              size="xs"
              data-edits={`${id} one more`}
              data-stop=""
              aria-label={
                missing === null ? `Add a language to the ${words} of ${name}` : `Add a part of the ${words} of ${name}`
              }
              onClick={() => editor.edit(`${id} one more`)}
            >
              {missing === null ? "Add a language" : "Add a part"}
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
                    ? [
                        {
                          label: missing === null ? "Remove this text" : "Remove this part",
                          run: () => void editor.change(text, setOperation(text, "")),
                        },
                      ]
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
            kind={kind}
            taken={taken}
            missing={missing}
            typedAt={typedAt}
            busy={editor.busy}
            onStage={({ part, text }) =>
              void editor.stageAndLeave([
                { record: record.record, field: key, operation: { op: "set", element: part, value: text } },
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
  kind: FieldKind;
  /** The parts that have a text. */
  taken: readonly string[];
  /** The other ones; null where any language can be one. */
  missing: readonly string[] | null;
  typedAt: string;
  busy: boolean;
  onStage: (text: PartText) => void;
  onLeave: () => void;
  onCancel: () => void;
}

function AddText({ label, kind, taken, missing, typedAt, busy, onStage, onLeave, onCancel }: AddTextProps) {
  const none: PartText = { part: missing?.[0] ?? "", text: "" };
  const [typed, type] = useUnsavedInput(typedAt, none, ({ part, text }) => part === none.part && text === "");
  const [tried, setTried] = useState(false);
  const part = missing === null ? (languageOf(typed.part) ?? typed.part.trim()) : typed.part;
  const problem = taken.includes(part)
    ? { part: `There is a text in ${partLabel(kind, part)} already.` }
    : problemOf(kind, { part, text: typed.text });
  const Fields = missing === null ? LanguageTextFields : PartTextFields;
  return (
    <form
      className={styles["editor"]}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === null) onStage({ part, text: typed.text });
      }}
    >
      <Fields
        label={label}
        kind={kind}
        offered={missing ?? []}
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

/** What is wrong with a typed text, at its part or at itself; null where nothing is. */
function problemOf(kind: FieldKind, { part, text }: PartText): { part?: string; text?: string } | null {
  if (part === "") return { part: "Enter a language." };
  const ofPart = impossiblePart(kind, part, "text");
  if (ofPart !== null) return { part: `${capitalise(ofPart)}.` };
  if (text.trim() === "") return { text: "Enter the text." };
  const ofText = impossiblePart(kind, part, text);
  return ofText === null ? null : { text: `${capitalise(ofText)}.` };
}
