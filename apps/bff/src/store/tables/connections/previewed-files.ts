import { type Selectable, sql } from "kysely";
import type { PreviewedFileTable } from "#/store/schema/access-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type PreviewedFileRow = Selectable<PreviewedFileTable>;
type FileOf = Pick<PreviewedFileRow, "connection_id" | "person_id" | "source">;

/** The file of a source that a person previewed last since then, other than one with this content. */
export async function selectPreviewedBefore(
  db: Database,
  { connection_id: connectionId, person_id: personId, source }: FileOf,
  { content, since }: { content: string; since: Date },
): Promise<PreviewedFileRow | undefined> {
  return await db
    .selectFrom("previewed_file")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("person_id", "=", personId)
    .where("source", "=", source)
    .where("content", "!=", content)
    .where("previewed_at", ">=", since)
    .orderBy("previewed_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Keeps a file, of its source two, of its person as many as `most`, and of anybody none of before `since`. */
export async function keepPreviewedFile(
  trx: Transaction,
  file: PreviewedFileRow,
  { most, since }: { most: number; since: Date },
): Promise<void> {
  const { cells, file_name, previewed_at } = file;
  await trx
    .insertInto("previewed_file")
    .values(file)
    .onConflict((conflict) =>
      conflict
        .columns(["connection_id", "person_id", "source", "content"])
        .doUpdateSet({ cells, file_name, previewed_at }),
    )
    .execute();
  const ofPerson = sql`connection_id = ${file.connection_id} and person_id = ${file.person_id}`;
  await sql`delete from previewed_file where previewed_at < ${since} or (${ofPerson} and (source, content) in (
    select source, content from (
      select source, content, row_number() over (order by previewed_at desc, source, content) as of_person,
        row_number() over (partition by source order by previewed_at desc, content) as of_source
      from previewed_file where ${ofPerson}) as kept
    where of_person > ${most} or of_source > 2))`.execute(trx);
}
