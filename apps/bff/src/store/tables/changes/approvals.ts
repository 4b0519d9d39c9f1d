import { type Selectable, sql } from "kysely";
import { json } from "#/store/sql/json.ts";
import { namesOf, oneOf, selectListed } from "#/store/sql/row-lists.ts";
import type { ApprovalTable } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { isWithdrawableLive, stateNow } from "./changes.ts";

export type ApprovalRow = Selectable<ApprovalTable>;

/** Who approved the changes of these sets, or those of them that are named, with the set of each. */
export async function selectApprovals(
  db: Database | Transaction,
  changeSetIds: readonly string[],
  changeIds?: readonly string[],
): Promise<(ApprovalRow & { change_set_id: string })[]> {
  if (changeSetIds.length === 0) return [];
  return await db
    .selectFrom("approval")
    .innerJoin("change", "change.id", "approval.change_id")
    .selectAll("approval")
    .select("change.change_set_id")
    .where("change.change_set_id", "in", [...changeSetIds])
    .$if(changeIds !== undefined, (query) => query.where("change.id", "=", oneOf(changeIds ?? [])))
    .orderBy("approval.given_at")
    .orderBy("approval.change_id")
    .execute();
}

/** The changes of a set that somebody approved. */
export async function selectApprovedBy(
  db: Database,
  { changeSetId, personId }: { changeSetId: string; personId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("approval")
    .innerJoin("change", "change.id", "approval.change_id")
    .select("approval.change_id")
    .where("change.change_set_id", "=", changeSetId)
    .where("approval.person_id", "=", personId)
    .execute();
  return rows.map(({ change_id: id }) => id);
}

interface Approver {
  change_set_id: string;
  given_by: Actor;
  given_at: Date;
  changes: number;
  /** Of these: what waits for others, who answer what was asked or approve it too. */
  in_review: number;
}

/** Who approved changes of these sets, each with how many of them and when last, in the order of that. */
export async function selectApprovers(
  db: Database | Transaction,
  changeSetIds: readonly string[],
): Promise<Approver[]> {
  if (changeSetIds.length === 0) return [];
  const { rows } = await sql<Approver>`
    with approver as materialized (
      select change.change_set_id, approval.person_id, max(approval.given_at) as given_at,
        count(*)::integer as changes, (count(*) filter (where change.state = 'in review' and ${stateNow} = 'in review'))::integer as in_review
      from approval join change on change.id = approval.change_id
      where change.change_set_id in (${sql.join([...changeSetIds])})
      group by change.change_set_id, approval.person_id)
    select change_set_id, given_by, given_at, changes, in_review
    from approver cross join lateral (select given_by from change join approval on approval.change_id = change.id
      where change.change_set_id = approver.change_set_id and approval.person_id = approver.person_id
        and approval.given_at = approver.given_at limit 1) as last
    order by approver.given_at, approver.person_id`.execute(db);
  return rows;
}

/** The approvals of a set, with the referrer to whom the directory of each change belongs. */
export async function selectApprovalsOfSet(
  db: Database | Transaction,
  changeSetId: string,
): Promise<(ApprovalRow & { referrer_id: string | null })[]> {
  return await db
    .selectFrom("approval")
    .innerJoin("change", "change.id", "approval.change_id")
    .innerJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "change.connection_id")
        .onRef("index_version.id", "=", "change.index_id"),
    )
    .selectAll("approval")
    .select("index_version.referrer_id")
    .where("change.change_set_id", "=", changeSetId)
    .execute();
}

/** The sets of a connection in which somebody approved a change that is not live yet. */
export async function selectSetsInReviewBy(
  db: Database,
  { connectionId, personId }: { connectionId: string; personId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("approval")
    .innerJoin("change", "change.id", "approval.change_id")
    .select("change.change_set_id")
    .distinct()
    .where("approval.person_id", "=", personId)
    .where("change.connection_id", "=", connectionId)
    .where("change.state", "in", ["in review", "approved", "queued"])
    .execute();
  return rows.map(({ change_set_id: id }) => id);
}

/** A second approval of a change by the same person changes nothing. */
export async function insertApprovals(
  trx: Transaction,
  {
    approved,
    personId,
    actor,
    now,
  }: { approved: readonly { changeId: string; isOwn: boolean }[]; personId: string; actor: Actor; now: Date },
): Promise<void> {
  if (approved.length === 0) return;
  const rows = approved.map(({ changeId, isOwn }) => ({
    change_id: changeId,
    person_id: personId,
    is_own: isOwn,
    given_by: json(actor),
    given_at: now,
  }));
  await trx
    .insertInto("approval")
    .columns(namesOf(columns))
    .expression(selectListed(rows, columns))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const columns = {
  change_id: "text",
  person_id: "text",
  is_own: "boolean",
  given_by: "json",
  given_at: "timestamptz",
} as const;

const AT_ONCE = 1000;

/** Gives changes that send others once more the approvals of these. */
export async function copyApprovals(trx: Transaction, copies: readonly string[]): Promise<void> {
  await sql`insert into approval (change_id, person_id, is_own, given_by, given_at)
    select copy.id, approval.person_id, approval.is_own, approval.given_by, approval.given_at
    from change as copy join approval on approval.change_id = copy.retry_of_id
    where copy.id = ${oneOf(copies)}`.execute(trx);
}

/** Deletes the approvals that somebody gave to these changes. */
export async function deleteApprovalsOf(
  trx: Transaction,
  personId: string,
  changeIds: readonly string[],
): Promise<void> {
  for (let index = 0; index < changeIds.length; index += AT_ONCE)
    await trx
      .deleteFrom("approval")
      .where("person_id", "=", personId)
      .where("change_id", "in", changeIds.slice(index, index + AT_ONCE))
      .execute();
}

/** Deletes every approval of these changes. */
export async function deleteApprovals(trx: Transaction, changeIds: readonly string[]): Promise<void> {
  await sql`delete from approval where change_id = any(${changeIds}::text[])`.execute(trx);
}

/** Of changes joined with their sets: those that a standing request takes back. One at rest moves no more once it is settled. */
export const isTakenBack = sql<boolean>`(change_set.taking_back is not null and ${isWithdrawableLive}
  and (change_set.taking_back ->> 'keepsHeld' = 'false' or change.state <> 'held')
  and (change_set.taking_back ->> 'as' = 'withdraw' or change.reason ->> 'code' = 'ground-moved')
  and (change_set.taking_back ->> 'changeIds' is null
    or jsonb_exists((change_set.taking_back -> 'changeIds')::jsonb, change.id)))`;

/** The changes that somebody asks to be taken back, counted by set and index version. */
export async function selectTakenBack(
  db: Database | Transaction,
  changeSetIds: readonly string[],
): Promise<{ change_set_id: string; index_id: string; changes: number }[]> {
  if (changeSetIds.length === 0) return [];
  const { rows } = await sql<{ change_set_id: string; index_id: string; changes: number }>`
    select change.change_set_id, change.index_id, count(*)::integer as changes
    from change join change_set on change_set.id = change.change_set_id
    where change.change_set_id in (${sql.join([...changeSetIds])}) and ${isTakenBack}
    group by change.change_set_id, change.index_id`.execute(db);
  return rows;
}

/** The sets of a connection in which somebody confirmed that changes are taken back. */
export async function selectSetsTakenBackBy(
  db: Database,
  { connectionId, personId }: { connectionId: string; personId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from change_set where connection_id = ${connectionId} and taking_back is not null
      and exists (select 1 from json_array_elements(taking_back -> 'confirmed') as confirmed
        where confirmed -> 'by' ->> 'id' = ${personId})`.execute(db);
  return rows.map(({ id }) => id);
}
