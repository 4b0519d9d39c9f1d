import type { Change, Connection } from "@dc/contract";
import { capitalise } from "#/ui/display/capitalise.ts";

type Asked = Pick<Change, "record" | "operation">;

/** The service operation that a change needs. */
function operationFor({ record, operation }: Asked): string {
  const verb = operation.op === "create" || operation.op === "delete" ? operation.op : "update";
  return `${verb}${capitalise(record.type)}`;
}

/** Whether the service has no documented way to take a change of this kind. Of one change, `holds` says it. */
export function willBeHeld(connection: Connection | undefined, change: Asked): boolean {
  const operation = operationFor(change);
  return connection?.capabilities.find((known) => known.operation === operation)?.capability === "stub";
}

/** How the gateway answers for a record that does not exist: `404 not_found`. */
export function missingRecordAnswer(connection: Connection | undefined): string {
  if (connection === undefined) return "the service’s answer for a missing record";
  const { status, code } = connection.missingRecord;
  return `${status} ${code}`;
}

/** Whether the profile gives the service this operation; false until the profile is known. */
export function hasOperation(connection: Connection | undefined, operation: string): boolean {
  const known = connection?.capabilities.find((capability) => capability.operation === operation);
  return known !== undefined && known.capability !== "stub" && known.capability !== "not there";
}

/** Why practitioners may exist that no roster has. */
export function unlistedText(connection: Connection | undefined): string {
  return hasOperation(connection, "listPractitioners")
    ? "Practitioners who are on no roster are not searched."
    : "The service can’t list practitioners, so others may exist.";
}
