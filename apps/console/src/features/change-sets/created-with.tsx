import type { Change, Connection } from "@dc/contract";
import type { Json } from "@dc/directory";
import { labelOfField, type PlanNames } from "#/features/changes/leaf.ts";
import { wordsOfReading } from "#/features/changes/reading-value.tsx";

interface CreatedWithProps {
  change: Change;
  connection: Connection | undefined;
  planName: PlanNames;
}

/** What a record is created with, in a line; nothing for any other change. */
export function CreatedWith({ change, connection, planName }: CreatedWithProps) {
  const { operation, record } = change;
  if (operation.op !== "create") return null;
  const fields = Object.entries(operation.fields);
  if (fields.length === 0) return <>With nothing but an id.</>;
  return fields.map(([key, value], at) => (
    <span key={key}>
      {at === 0 ? "With " : "; "}
      {labelOfField(connection, record.type, key).toLocaleLowerCase()} <bdi>{wordsOf(value ?? null, planName)}</bdi>
    </span>
  ));
}

function wordsOf(value: Json, planName: PlanNames): string {
  if (!Array.isArray(value)) return wordsOfReading({ value });
  if (value.length === 0) return "none";
  return value
    .map((one) => (typeof one === "string" ? (planName(one) ?? one) : wordsOfReading({ value: one })))
    .join(", ");
}
