import { impossibleValue, type Json, typedText, typedValue, namingLookAlikes } from "@dc/directory";
import { useState, type ReactNode } from "react";
import type { FieldRow } from "#/record/field-row.ts";
import { ReadingValue, readingText } from "#/record/reading-value.tsx";
import { controlOf } from "#/kinds/kinds.ts";
import { ValueField } from "#/record/value-field.tsx";
import { capitalise } from "#/ui/display/capitalise.ts";
import { State } from "#/marks/state.tsx";
import { RecordPicker } from "#/record/record-picker.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { leaveOnEscape } from "#/ui/keyboard/restore-focus.ts";
import { isOnlyStaged, RowSign, RowStatus } from "#/record/row-status.tsx";
import { StageButtons } from "./stage-buttons.tsx";
import styles from "./editor.module.css";

export interface RowProps {
  row: FieldRow;
  returned: boolean;
  current: boolean;
  editing: boolean;
  busy: boolean;
  /** The records among which a reference is chosen; without a type the value is typed. */
  chosen: { indexId: string; type: string | null };
  note: ReactNode;
  verbs: ReactNode;
  onSelect: () => void;
  /** The key under which unsaved input is kept. */
  typedAt: string;
  /** Closes the editor and keeps the unsaved input. */
  onLeave: () => void;
  /** Closes the editor and drops the unsaved input. */
  onCancel: () => void;
}

interface ValueRowProps extends RowProps {
  onStage: (value: Json) => void;
}

/** A row with one value, and its draft; an input replaces it while it is edited. */
export function ValueRow(props: ValueRowProps) {
  const { row, returned, current, editing, busy, note, verbs, onSelect, onStage } = props;
  const { typedAt, chosen, onLeave, onCancel } = props;
  const { comparison } = row;
  const values = namingLookAlikes(comparison.values);
  const shown = returned ? values.index : values.effective;
  return (
    <li className={styles["row"]} data-current={current || undefined} data-editing={editing || undefined}>
      <RowSign comparison={comparison} />
      {editing && chosen.type !== null ? (
        <ReferenceEditor row={row} from={{ ...chosen, type: chosen.type }} onStage={onStage} onLeave={onLeave} />
      ) : editing ? (
        <ValueEditor row={row} typedAt={typedAt} busy={busy} onStage={onStage} onLeave={onLeave} onCancel={onCancel} />
      ) : (
        <>
          <button type="button" className={styles["label"]} data-row={row.id} aria-pressed={current} onClick={onSelect}>
            {row.label}
          </button>
          <span
            className={styles["value"]}
            data-ours={(comparison.verdict !== "same" && comparison.verdict !== null) || undefined}
          >
            {isOnlyStaged(comparison) && !returned ? null : <ReadingValue reading={shown} wording={row.wording} />}
            {!returned && comparison.values.preview !== null ? (
              <span className={styles["staged"]}>
                <State state="staged" show="mark" />
                <ReadingValue reading={values.preview} wording={row.wording} />
              </span>
            ) : null}
          </span>
          <span className={styles["note"]} data-tip={typeof note === "string" ? note : undefined} data-tip-when="cut">
            {note}
          </span>
          <RowStatus row={row} />
          {verbs}
        </>
      )}
    </li>
  );
}

interface ReferenceEditorProps {
  row: FieldRow;
  from: { indexId: string; type: string };
  onStage: (value: Json) => void;
  onLeave: () => void;
}

function ReferenceEditor({ row: { labelInSentence, recordName, comparison }, from, ...does }: ReferenceEditorProps) {
  const now = comparison.values.preview ?? comparison.values.effective;
  return (
    <div className={styles["edit"]}>
      <RecordPicker
        {...from}
        label={`Choose the ${labelInSentence} of ${recordName}`}
        optionOf={(id) => ({ on: typedText(now) === id, verb: typedText(now) === id ? "Chosen" : "Choose" })}
        onChoose={(id) => (typedText(now) === id ? does.onLeave() : does.onStage(id))}
        onLeave={does.onLeave}
      />
      <span className={styles["buttons"]}>
        {typedText(now) === "" ? null : <Button onClick={() => does.onStage(null)}>Choose none</Button>}
        <Button variant="subtle" onClick={does.onLeave}>
          Cancel
        </Button>
      </span>
    </div>
  );
}

interface ValueEditorProps {
  row: FieldRow;
  typedAt: string;
  busy: boolean;
  onStage: (value: Json) => void;
  onLeave: () => void;
  onCancel: () => void;
}

function ValueEditor({ row, typedAt, busy, onStage, onLeave, onCancel }: ValueEditorProps) {
  const { label, wording } = row;
  const { base, preview, effective } = row.comparison.values;
  const isMultiline = controlOf(row.field.kind).isMultiline(row.element);
  const start = typedText(preview ?? effective);
  const [typed, type] = useUnsavedInput(typedAt, start, (text) => text === start);
  const [tried, setTried] = useState(false);
  const value = typedValue(typed, wording);
  const problem = typed === start ? null : impossibleValue(value, wording);
  const now = start === "" || isMultiline ? null : `Now ${readingText(preview ?? effective, wording)}.`;
  const rule = controlOf(wording.kind).help(wording);
  const ofBase = typed !== start && typed === typedText(base) ? "The standard index says this." : null;
  const help = [now, ofBase, rule].filter((words) => words !== null && words !== undefined).join(" ");
  return (
    <form
      className={styles["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (typed === start) onCancel();
        else if (problem === null) onStage(value);
      }}
    >
      <ValueField
        label={label}
        form={wording}
        multiline={isMultiline}
        typed={typed}
        onType={type}
        input={{ autoFocus: true, onKeyDown: leaveOnEscape(onLeave) }}
        {...(tried && problem !== null ? { error: `${capitalise(problem)}.` } : help === "" ? {} : { help })}
      />
      <StageButtons busy={busy} onCancel={onCancel} />
    </form>
  );
}
