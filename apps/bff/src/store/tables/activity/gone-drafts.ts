import type { Operation, Policy, Reading } from "@dc/directory";
import { sql } from "kysely";
import type { StoredGround } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** What a change under review stood on, and who had approved it when another one took its place; times as text. */
export interface KeptReview {
  state: "in review" | "approved";
  ground: StoredGround | null;
  base_seen: Reading | null;
  approvals: { person_id: string; is_own: boolean; given_by: Actor; given_at: string }[];
}

/** What is kept of a draft that goes, so that it can be restored; the time as text. */
export interface KeptDraft {
  created_by: Actor;
  created_at: string;
  settled_by: Actor[] | null;
  policy: Policy;
  evidence_id: string | null;
  /** Of what was under review in its set. */
  review?: KeptReview;
}

export interface GoneDraftEntry {
  operation: Operation;
  /** When it was staged first. */
  stagedAt: Date;
  /** What was kept of it as it went; null of one's own. */
  after: { changeSetId?: string; draft?: KeptDraft } | null;
}

/** What the journal tells of drafts that this actor discarded or replaced, or had staged. */
export async function selectGoneDrafts(
  db: Database,
  { connectionId, ids, actorId }: { connectionId: string; ids: readonly string[]; actorId: string },
): Promise<ReadonlyMap<string, GoneDraftEntry>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<GoneDraftEntry & { id: string }>`
    select staged.subject as id, staged.at as "stagedAt", coalesce(ended.before, said.after) as operation, ended.after
    from (select distinct on (subject) subject, at, actor from journal
        where subject = ${oneOf(ids)} and connection_id = ${connectionId} and action = 'change.stage'
        order by subject, seq) as staged
      cross join lateral (select after from journal where subject = staged.subject and connection_id = ${connectionId}
        and action = 'change.stage' order by seq desc limit 1) as said
      left join lateral (select before, after from journal where subject = staged.subject and connection_id = ${connectionId}
        and action in ('change.discard', 'change.replace') and actor ->> 'id' = ${actorId}
        order by seq desc limit 1) as ended on true
    where staged.actor ->> 'id' = ${actorId} or ended.after is not null`.execute(db);
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}
