import type { ChangeStep } from "@dc/directory";
import { prepareConfirmation } from "#/ledger/move-change.ts";
import type { RefetchedRecord } from "#/records/refetch-record.ts";
import { underLease } from "#/sending/lease.ts";
import type { Sending } from "#/sending/sending.ts";
import { json } from "#/store/sql/json.ts";
import { reasonColumns } from "#/store/tables/changes/changes.ts";
import type { Intent } from "./commit-intents.ts";
import { confirmChanges, type WriteEvidence } from "./confirm-change.ts";

/** Makes changes applied that the index already says, with a receipt of what was read. Nothing is sent. */
export async function confirmUnsent(
  sending: Sending,
  intents: readonly Intent[],
  { here, base }: { here: Extract<RefetchedRecord, { outcome: "read" }>; base: RefetchedRecord },
  as: { settledAs: string; step: ChangeStep },
): Promise<void> {
  const { deps, lease } = sending;
  const witness: WriteEvidence = {
    beforeHash: here.contentHash,
    readBack: here,
    base: {
      before: base,
      beforeHash: base.outcome === "read" ? base.contentHash : null,
      afterHash: base.outcome === "read" ? base.contentHash : null,
      moved: base.outcome === "read" ? "none" : null,
    },
    // Nothing was sent, so nothing can have leaked.
    sibling: null,
    requestIds: here.requestId === null ? [] : [here.requestId],
  };
  await underLease(deps, lease, async (ledger) => {
    for (const { change, intended } of intents) {
      const prepared = await prepareConfirmation(deps, ledger, change, {
        intended: json(intended),
        value_before: json(intended),
        ...reasonColumns(null),
        try_after: null,
      });
      await confirmChanges(deps, ledger, [{ change: prepared, witness, ...as }]);
    }
  });
}
