import type { Connection, PractitionerView } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import { holdsOne, labelInSentence, setContentOf } from "#/connection/meanings.ts";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";
import { isMember } from "./member-chips.tsx";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import { RecordPicker } from "#/record/record-picker.tsx";
import type { PickerOption } from "#/ui/form/search-picker.tsx";
import { MemberField } from "./member-field.tsx";

interface SetEditorProps {
  editor: RecordEditor;
  connection: Connection | undefined;
  view: PractitionerView;
  record: RecordKey;
  recordName: string;
  field: string;
  /** The rows of the set's members. */
  members: readonly FieldRow[];
  onLeave: () => void;
}

/**
 * Adds members to a set: plans from the catalogue, records by name, words by typing them. Plans and records are removed here too. Where the
 * service keeps one member, another takes its place.
 */
export function SetEditor({ editor, connection, view, record, recordName, field, members, onLeave }: SetEditorProps) {
  const content = setContentOf(connection, record.type, field);
  const byId = new Map(members.map((row) => [row.element, row]));
  const there = members.flatMap(({ element, comparison: { values } }) =>
    element !== null && isMember(values.preview ?? values.effective) ? [element] : [],
  );
  const isOne = holdsOne(connection, record.type, field);
  const replaced = isOne ? there[0] : undefined;
  const verb = replaced === undefined ? "Add" : "Replace";
  const choose = (id: string) => {
    const row = byId.get(id);
    if (row !== undefined && row.comparison.drafts.length > 0) void editor.discard(row);
    else if (row !== undefined && isMember(row.comparison.values.effective))
      void editor.change(row, { op: "remove", element: id });
    else if (replaced === undefined) void editor.send([{ record, field, operation: { op: "add", element: id } }]);
    else void editor.send([{ record, field, operation: { op: "replace", element: replaced, by: id } }]);
  };
  const optionOf = (id: string): PickerOption => {
    const row = byId.get(id);
    const on = row !== undefined && isMember(row.comparison.values.effective);
    if (row !== undefined && row.comparison.drafts.length > 0)
      return { verb: editor.isUnderReview(row) ? "Open the set" : "Discard draft", on, note: "staged" };
    return { verb: on ? "Remove" : verb, on };
  };
  const label = labelInSentence(connection, record.type, field);
  if (content === "words")
    return (
      <MemberField
        label={isOne ? `Choose ${label}` : `Add to ${label}`}
        verb={verb}
        holds="words"
        help="Written as the service has it. It is staged; nothing is sent yet."
        members={there}
        onAdd={choose}
        onLeave={onLeave}
      />
    );
  if (content !== null && content !== "plans")
    return (
      <RecordPicker
        label={`${isOne ? "Choose" : "Add to or remove from"} ${label} of ${recordName}`}
        indexId={view.index.id}
        type={content.recordsOf}
        optionOf={optionOf}
        onChoose={choose}
        onLeave={onLeave}
      />
    );
  return (
    <PlanPicker
      label={`${isOne ? "Choose the" : "Add or remove a"} plan at ${recordName}`}
      optionOf={({ id }) => optionOf(id)}
      onChoose={(plan) => choose(plan.id)}
      onLeave={onLeave}
    />
  );
}
