import type { Change, Connection } from "@dc/contract";
import { meaningLabel } from "#/connection/meanings.ts";
import type { MemberNames } from "#/record/member-names.ts";
import { valueText } from "#/record/reading-value.tsx";

interface CreatedWithProps {
  change: Change;
  connection: Connection | undefined;
  memberName: MemberNames;
}

/** The fields that a record is created with; nothing for other changes. */
export function CreatedFields({ change, connection, memberName }: CreatedWithProps) {
  const { operation, record } = change;
  if (operation.op !== "create") return null;
  const fields = Object.entries(operation.fields);
  if (fields.length === 0) return <>With an id only.</>;
  return fields.map(([key, value], at) => (
    <span key={key}>
      {at === 0 ? "With " : "; "}
      {meaningLabel(connection, record.type, key).toLocaleLowerCase()}{" "}
      <bdi>{valueText(value ?? null, (id) => memberName(record.type, key, id))}</bdi>
    </span>
  ));
}
