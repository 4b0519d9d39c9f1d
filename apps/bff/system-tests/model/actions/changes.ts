import { isDeepStrictEqual } from "node:util";
import type { Change } from "@dc/contract";
import type { History } from "#system-tests/model/history.ts";
import type { Field } from "#system-tests/model/service-states.ts";

/** Whether a change does what another one did, in the same place. */
export function isCopy(a: Change, b: Change): boolean {
  const isInPlace = a.indexId === b.indexId && a.record.id === b.record.id && a.field === b.field;
  return isInPlace && isDeepStrictEqual(a.operation, b.operation);
}

export function isOn(change: Change, { record, field }: Field): boolean {
  return change.record.id === record.id && change.field === field;
}

export function isAskedOn({ changeSetId, indexId, field }: History["asked"][number], change: Change): boolean {
  return changeSetId === change.changeSetId && indexId === change.indexId && isOn(change, field);
}

/** The people of these histories see every set. */
export function setOf({ changeSetId }: Change): string {
  return changeSetId ?? "";
}
