import type { Change, Connection } from "@dc/contract";
import { labelInSentence } from "#/connection/meanings.ts";
import type { Wording } from "#/record/wording.ts";
import { valueText } from "#/record/reading-value.tsx";

interface CreatedWithProps {
  change: Change;
  connection: Connection | undefined;
  wording: Wording;
}

/** The fields that a record is created with; nothing for other changes. */
export function CreatedFields({ change, connection, wording }: CreatedWithProps) {
  const { operation, record } = change;
  if (operation.op !== "create") return null;
  const fields = Object.entries(operation.fields);
  if (fields.length === 0) return <>With an id only.</>;
  return fields.map(([key, value], at) => (
    <span key={key}>
      {at === 0 ? "With " : "; "}
      {labelInSentence(connection, record.type, key)}{" "}
      <bdi>
        {valueText(value ?? null, (id) => wording.member(record.type, key, id), wording.field(record.type, key))}
      </bdi>
    </span>
  ));
}
