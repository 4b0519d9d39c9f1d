import { impossibleValue, type Reading, shapeOf, typedValue } from "@dc/directory";
import { type KeyboardEvent, useState } from "react";
import type { SeenChange } from "#/changes/seen-values.ts";
import { seenOf } from "#/changes/seen-values.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { isOneValue } from "#/kinds/kinds.ts";
import type { FieldRow } from "#/record/field-row.ts";
import { readingText } from "#/record/reading-value.tsx";
import { ValueField } from "#/record/value-field.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { inSome } from "./many-verbs.ts";
import { otherValue } from "./use-decisions.tsx";
import styles from "#/changes/changes.module.css";

/** Whether a row has a value that one types or chooses: a field of one value, a text of several parts, an entry. */
function takesOtherValue({ element, field, lost, writable }: FieldRow): boolean {
  const shape = shapeOf(field.kind);
  const isPart = (shape === "parts" || shape === "keyed") && element !== null;
  return writable && !lost && (isOneValue(field.kind) || isPart);
}

/** Whether one value can be given to all of these rows: they are of one kind, with the same choices and limits. */
export function takeOneValue(rows: readonly FieldRow[]): boolean {
  const formOf = ({ wording: { kind, choices, range } }: FieldRow) => JSON.stringify([kind, choices, range]);
  return rows.every(takesOtherValue) && new Set(rows.map(formOf)).size === 1;
}

interface AnotherValueDrawerProps {
  /** Rows that take one value. */
  rows: readonly FieldRow[];
  busy: boolean;
  error: Error | null;
  onStage: (changes: SeenChange[]) => void;
  onClose: () => void;
}

/** One value for all chosen rows: base's new one, unless another is typed. Staged into the caller's draft. */
export function AnotherValueDrawer({ rows, busy, error, onStage, onClose }: AnotherValueDrawerProps) {
  const [row] = rows;
  const [typed, setTyped] = useState(() => sharedText(rows));
  if (row === undefined) return null;
  const { wording } = row;
  const problem =
    typed.trim() === ""
      ? "Enter the value first"
      : shapeOf(wording.kind) === "keyed"
        ? null
        : impossibleValue(typedValue(typed, wording), wording);
  const labels = new Set(rows.map(({ label }) => label));
  const label = labels.size === 1 ? row.label : "Value";
  const title = inSome("Another value", rows, rows.length);
  const stage = () => {
    if (problem !== null || busy) return;
    onStage(
      rows.map((one) => ({
        record: one.record,
        field: one.field.key,
        operation: otherValue(one, typed.trim()),
        ...seenOf(one),
      })),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) stage();
  };
  return (
    <SideDrawer
      opened
      side="middle"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="filled"
            loading={busy}
            disabled={problem !== null}
            rightSection={<Kbd keys="mod+enter" hint />}
            onClick={stage}
          >
            Stage it in {countText(rows.length, "field")}
          </Button>
        </>
      }
    >
      <div className={styles["many"]}>
        <ValueField
          form={wording}
          label={label}
          typed={typed}
          onType={setTyped}
          {...(typed.trim() === "" || problem === null ? {} : { error: `${label} ${problem}.` })}
          input={{ "data-autofocus": true, onKeyDown }}
        />
        <p>
          Stages this value in {countText(rows.length, "field")} into your draft. Nothing is sent before you apply it.
        </p>
        <CommandFailure error={error} />
      </div>
    </SideDrawer>
  );
}

/** What base says now, where it says the same in all of them and can be typed. */
function sharedText(rows: readonly FieldRow[]): string {
  const texts = new Set(rows.map(({ comparison, wording }) => textOf(comparison.values.base, wording)));
  const [text = ""] = texts;
  return texts.size === 1 ? text : "";
}

function textOf(reading: Reading | null, wording: FieldRow["wording"]): string {
  if (reading === null || !("value" in reading)) return "";
  const { value } = reading;
  return typeof value === "string" ? value : typeof value === "number" ? readingText(reading, wording) : "";
}
