import {
  applyOperation,
  type ChangeReason,
  decidedPart,
  type JsonObject,
  type Reading,
  type RecordKey,
  inWords,
} from "@dc/directory";
import type { RefetchedRecord } from "#/records/refetch-record.ts";
import { holdChanges } from "#/sending/hold-changes.ts";
import { wordingOf } from "#/upstream/records/field-wording.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import type { Sending } from "#/sending/sending.ts";
import { isProvenByReading, selectWritten } from "#/sending/settling/reading-proof.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { isAsWanted, readBackOf } from "./confirm-change.ts";
import { confirmUnsent } from "./confirm-unsent.ts";
import { failAll } from "./unconfirmed-writes.ts";

type Read = Extract<RefetchedRecord, { outcome: "read" }>;

/** Whether a change pins what is so: an override of the value that base and index already have. */
export function isPin({ operation }: Pick<ChangeRow, "operation">): boolean {
  return operation.op === "pinValue";
}

/**
 * Settles the pins of one record by what was just read: applied without sending where the index says the value by itself,
 * refused where it says something else, held where it would have to be written and cannot be. Returns the changes that are
 * to be sent.
 */
export async function settlePins(
  sending: Sending,
  { indexId, record, changes }: { indexId: string; record: RecordKey; changes: readonly ChangeRow[] },
  { here, base, bases }: { here: Read; base: Read; bases: readonly (JsonObject | null)[] },
): Promise<ChangeRow[]> {
  const { deps } = sending;
  const left = changes.filter((change) => !isPin(change));
  if (left.length === changes.length || here.raw === null) return [...changes];
  const isWritten = await selectWritten(deps, indexId, record);
  for (const change of changes.filter(isPin)) {
    const read = readBackOf(deps, change, here);
    const intended = pinned(sending, change, read);
    const isProven = isProvenByReading(deps, change, { read, bases, isWritten });
    if (!isAsWanted(deps, change, read, intended)) await failAll(sending, [change], movedReason(sending, change, read));
    else if (isProven)
      await confirmUnsent(
        sending,
        [{ change, intended, before: read }],
        { here, base },
        { settledAs: "pinned", step: "pinned" },
      );
    else {
      const reason = holdReason(deps, change);
      if (reason === null) left.push(change);
      else await holdChanges(sending, [{ change, reason }]);
    }
  }
  return changes.filter((change) => left.includes(change));
}

function pinned({ deps }: Sending, { kind, operation }: ChangeRow, read: Reading): Reading {
  return applyOperation(kind ?? "json", read, operation, deps.service.profile.defaultRegion) ?? read;
}

/** What the index says now, in the place of what was pinned. */
function movedReason({ deps }: Sending, change: ChangeRow, now: Reading): ChangeReason {
  const { operation } = change;
  const element = operation.op === "pinValue" ? operation.element : undefined;
  if (element === undefined) {
    const wording = wordingOf(deps.service.profile, change.record_type, change.field ?? "");
    return { code: "pinned-value-moved", params: { now: wording === null ? now : inWords(now, wording) } };
  }
  const part = decidedPart(change, now);
  const isThere = part !== null && "value" in part && part.value !== false;
  return { code: "pinned-element-moved", params: { isThere } };
}
