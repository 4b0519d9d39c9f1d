import type { FieldKind } from "@dc/directory";
import { sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** What hangs on one field of a record type in all indices; the empty field stands for the whole record. */
export interface DecidedField {
  type: string;
  field: string;
  /** Null where a record is created with the field. */
  kind: FieldKind | null;
  /** Of how many records it is overridden in the service, overridden and not there yet, and drafted. */
  applied: number;
  held: number;
  drafts: number;
}

/** Every field that an override or a draft of the connection is about. */
export async function selectDecidedFields(db: Database | Transaction, connectionId: string): Promise<DecidedField[]> {
  const { rows } = await sql<DecidedField>`
    with decided as (
      select o.index_id, o.record_type, o.record_id, o.field, change.kind,
        case when o.state = 'applied' then 'applied' else 'held' end as standing
      from override o join change on change.id = o.change_id
      where o.connection_id = ${connectionId}
      union
      select index_id, record_type, record_id, coalesce(field, ''), kind, 'draft' from change
      where connection_id = ${connectionId} and state in ('draft', 'in review', 'approved')
      union
      select index_id, record_type, record_id, name, null,
        case when state in ('draft', 'in review', 'approved') then 'draft' else 'held' end
      from change, json_object_keys(operation -> 'fields') as name
      where connection_id = ${connectionId} and operation ->> 'op' = 'create'
        and state in ('draft', 'in review', 'approved', 'sending', 'held', 'unknown', 'deferred')
    )
    select record_type as type, field, kind, (count(*) filter (where standing = 'applied'))::integer as applied,
      (count(*) filter (where standing = 'held'))::integer as held,
      (count(*) filter (where standing = 'draft'))::integer as drafts
    from decided group by record_type, field, kind order by record_type, field, kind`.execute(db);
  return rows;
}
