import { wordsOfField } from "@dc/directory";
import type { Deps } from "#/context.ts";
import type { ChangeRow } from "#/store/changes.ts";

/** The operation of the service that a change needs. */
function operationFor(change: Pick<ChangeRow, "operation" | "record_type">): string {
  const { op } = change.operation;
  const verb = op === "create" || op === "delete" ? op : "update";
  return `${verb}${change.record_type.charAt(0).toUpperCase()}${change.record_type.slice(1)}`;
}

/** Why a change cannot be sent yet, in a sentence; null when it can. */
export function whyHeld(
  deps: Deps,
  change: Pick<ChangeRow, "operation" | "record_type" | "record_id" | "field">,
): string | null {
  const { op } = change.operation;
  const { state } = deps.service.client.writes.capability(operationFor(change));
  if (state === "stub") {
    const what = op === "create" ? "creating" : op === "delete" ? "deleting" : "updating";
    return `Held, because the endpoint for ${what} a ${wordsOfField(change.record_type)} is not documented, and the profile does not name one.`;
  }
  return null;
}
