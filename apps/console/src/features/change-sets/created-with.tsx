import type { Change, Connection } from "@dc/contract";
import { meaningLabel } from "#/connection/meanings.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { valueText } from "#/record/reading-value.tsx";

interface CreatedWithProps {
  change: Change;
  connection: Connection | undefined;
  planName: PlanNames;
}

/** The fields that a record is created with; nothing for other changes. */
export function CreatedWith({ change, connection, planName }: CreatedWithProps) {
  const { operation, record } = change;
  if (operation.op !== "create") return null;
  const fields = Object.entries(operation.fields);
  if (fields.length === 0) return <>With nothing but an id.</>;
  return fields.map(([key, value], at) => (
    <span key={key}>
      {at === 0 ? "With " : "; "}
      {meaningLabel(connection, record.type, key).toLocaleLowerCase()} <bdi>{valueText(value ?? null, planName)}</bdi>
    </span>
  ));
}
