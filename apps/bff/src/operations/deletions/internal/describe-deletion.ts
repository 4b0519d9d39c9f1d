import type { Deletion } from "@dc/contract";
import { reasonText } from "@dc/directory";
import type { DeletionRow } from "#/store/tables/directories/deletions.ts";

export function describeDeletion(row: DeletionRow): Deletion {
  return {
    id: row.id,
    indexId: row.index_id,
    name: row.name,
    state: row.state,
    reason: row.asked_because,
    liveOverrides: row.live_overrides,
    why: row.reason === null ? null : reasonText(row.reason),
    words: row.words,
    receipt: row.receipt,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    sentAt: row.sent_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}
