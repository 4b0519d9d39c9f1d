import type { Connection, PractitionerView } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import { holdsOne, labelInSentence, setContentOf } from "#/connection/meanings.ts";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";
import { isMember } from "./member-chips.tsx";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import { namedRecords } from "#/record/wording.ts";
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
 * Adds members to a set: plans from the catalogue, words and ids by typing them. Plans are removed here too. Where the
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
  if (content === "words" || (content !== null && content !== "plans")) {
    const isWord = content === "words";
    const label = labelInSentence(connection, record.type, field);
    return (
      <MemberField
        label={isOne ? `Choose ${label}` : `Add to ${label}`}
        verb={verb}
        holds={isWord ? "words" : "ids"}
        help={
          isWord
            ? "Written as the service has it. It is staged; nothing is sent yet."
            : `By id of a ${content.recordsOf}. It is staged; nothing is sent yet.`
        }
        members={there}
        known={
          isWord
            ? []
            : namedRecords(view).flatMap(({ type, id, name }) => (type === content.recordsOf ? [{ id, name }] : []))
        }
        onAdd={choose}
        onLeave={onLeave}
      />
    );
  }
  return (
    <PlanPicker
      label={`${isOne ? "Choose the" : "Add or remove a"} plan at ${recordName}`}
      optionOf={(plan) => {
        const row = byId.get(plan.id);
        const on = row !== undefined && isMember(row.comparison.values.effective);
        if (row !== undefined && row.comparison.drafts.length > 0) return { verb: "Discard draft", on, note: "staged" };
        return { verb: on ? "Remove" : verb, on };
      }}
      onChoose={(plan) => choose(plan.id)}
      onLeave={onLeave}
    />
  );
}
