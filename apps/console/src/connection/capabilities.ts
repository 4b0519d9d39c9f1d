import type { Change, Connection } from "@dc/contract";
import { capitalise } from "#/ui/display/capitalise.ts";

type Asked = Pick<Change, "record" | "operation">;

/** The operation of the service that a change needs. */
function operationFor({ record, operation }: Asked): string {
  const verb = operation.op === "create" || operation.op === "delete" ? operation.op : "update";
  return `${verb}${capitalise(record.type)}`;
}

/** Whether the service has no documented way to take this, so that it is held. */
export function willBeHeld(connection: Connection | undefined, change: Asked): boolean {
  const operation = operationFor(change);
  return connection?.capabilities.find((known) => known.operation === operation)?.capability === "stub";
}

/** How readers of the gateway are told that a record is not there. */
export function missingRecordAnswer(connection: Connection | undefined): string {
  if (connection === undefined) return "the service’s answer for a missing record";
  const { status, code } = connection.missingRecord;
  return `${status} ${code}`;
}

/** Whether the service has an operation that its interface leaves open, as its profile tells; false until that is known. */
export function hasOperation(connection: Connection | undefined, operation: string): boolean {
  const known = connection?.capabilities.find((capability) => capability.operation === operation);
  return known !== undefined && known.capability !== "stub" && known.capability !== "not there";
}
