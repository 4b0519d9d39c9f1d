import type { ChangeReason } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";
import { isWritableField } from "#/upstream/records/field-reading.ts";

/** The operation of the service that a change needs. */
function operationFor(change: Pick<ChangeRow, "operation" | "record_type">): string {
  const { op } = change.operation;
  const verb = op === "create" || op === "delete" ? op : "update";
  return `${verb}${change.record_type.charAt(0).toUpperCase()}${change.record_type.slice(1)}`;
}

/** Why a change cannot be sent yet; null when it can. */
export function holdReason(
  deps: Deps,
  change: Pick<ChangeRow, "operation" | "record_type" | "record_id" | "field" | "kind">,
): ChangeReason | null {
  const { op } = change.operation;
  // Where index versions are copies, pinning what is so sends nothing.
  if (op === "pinValue" && !liesOverBase(deps.service.profile)) return null;
  const { state } = deps.service.client.writes.capability(operationFor(change));
  if (state === "stub") {
    const operation = op === "create" || op === "delete" ? op : "update";
    return { code: "endpoint-not-documented", params: { operation, recordType: change.record_type } };
  }
  const fields = change.operation.op === "create" ? Object.keys(change.operation.fields) : [change.field];
  const lost = fields.find(
    (field) =>
      field !== null &&
      !isWritableField(deps.service.profile, change.record_type, {
        field,
        kind: change.operation.op === "create" ? null : change.kind,
      }),
  );
  return lost === undefined || lost === null
    ? null
    : {
        code: "field-not-writable",
        params: {
          field: lost,
          ...labelParam(deps.service.profile, change.record_type, lost),
          recordType: change.record_type,
        },
      };
}
