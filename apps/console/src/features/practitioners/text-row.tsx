import { useState } from "react";
import type { ReactNode } from "react";
import type { Place } from "#/features/changes/leaf.ts";
import { ReadingValue, wordsOfReading } from "#/features/changes/reading-value.tsx";
import { Button } from "#/ui/button.tsx";
import { TextField } from "#/ui/field.tsx";
import { State } from "#/ui/state.tsx";
import { escapeTo } from "./escape-to.ts";
import { isOnlyStaged, PlaceSign, PlaceStanding } from "./place-standing.tsx";
import styles from "./practitioners.module.css";

export interface RowProps {
  place: Place;
  returned: boolean;
  current: boolean;
  editing: boolean;
  busy: boolean;
  note: ReactNode;
  verbs: ReactNode;
  onSelect: () => void;
}

interface TextRowProps extends RowProps {
  onStage: (value: string) => void;
  onLeave: () => void;
}

/** A field that is one text: its effective value, a draft beside it, and the input in its place while one edits. */
export function TextRow(props: TextRowProps) {
  const { place, returned, current, editing, busy, note, verbs, onSelect, onStage, onLeave } = props;
  const { leaf } = place;
  const shown = returned ? leaf.values.index : leaf.values.effective;
  return (
    <li className={styles["row"]} data-current={current || undefined} data-editing={editing || undefined}>
      <PlaceSign leaf={leaf} />
      {editing ? (
        <TextEditor label={place.label} start={startOf(place)} busy={busy} onStage={onStage} onLeave={onLeave} />
      ) : (
        <>
          <button
            type="button"
            className={styles["label"]}
            data-place={place.id}
            aria-pressed={current}
            onClick={onSelect}
          >
            {place.label}
          </button>
          <span className={styles["value"]} data-ours={(leaf.verdict !== "same" && leaf.verdict !== null) || undefined}>
            {isOnlyStaged(leaf) && !returned ? null : <ReadingValue reading={shown} />}
            {!returned && leaf.values.preview !== null ? (
              <span className={styles["staged"]}>
                <State state="staged" show="mark" />
                <ReadingValue reading={leaf.values.preview} />
              </span>
            ) : null}
          </span>
          <span className={styles["note"]} data-tip={typeof note === "string" ? note : undefined} data-tip-when="cut">
            {note}
          </span>
          <PlaceStanding place={place} />
          {verbs}
        </>
      )}
    </li>
  );
}

function startOf({ leaf }: Place): string {
  const reading = leaf.values.preview ?? leaf.values.effective;
  return reading !== null && "value" in reading && typeof reading.value === "string" ? reading.value : "";
}

interface TextEditorProps {
  label: string;
  start: string;
  busy: boolean;
  onStage: (value: string) => void;
  onLeave: () => void;
}

function TextEditor({ label, start, busy, onStage, onLeave }: TextEditorProps) {
  const [typed, setTyped] = useState(start);
  const same = typed === start;
  return (
    <form
      className={styles["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (same) onLeave();
        else onStage(typed);
      }}
    >
      <TextField
        label={label}
        dir="auto"
        onKeyDown={escapeTo(onLeave)}
        autoFocus
        value={typed}
        maxLength={500}
        onChange={(event) => setTyped(event.target.value)}
        help={
          start === "" ? "Sent exactly as typed." : `Now ${wordsOfReading({ value: start })}. Sent exactly as typed.`
        }
      />
      <span className={styles["buttons"]}>
        <Button type="submit" loading={busy}>
          Stage
        </Button>
        <Button variant="subtle" onClick={onLeave}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
