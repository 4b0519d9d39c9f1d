import type { RosterFind, RosterNote } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { detailText } from "#/operations/name-choices/whereabouts.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectPractitionerDetails, selectPractitionersNamed } from "#/store/tables/directories/known-names.ts";
import type { RosterImportLineRow } from "#/store/tables/directories/roster-imports.ts";
import { findsOf } from "./describe-roster-imports.ts";

/**
 * Lines as the caller may see them: whom an ambiguous one may mean was found by what its maker sees, and who is limited sees
 * only those on rosters of their own, as these call them.
 */
export async function seenChoices(
  { connection, deps, reach }: RequestContext,
  db: Database | Transaction,
  rows: readonly RosterImportLineRow[],
): Promise<RosterImportLineRow[]> {
  const knownIn = ({ note_message: note }: RosterImportLineRow) =>
    findsOf(note).filter(({ isKnown }) => isKnown === true);
  const ids = rows.flatMap((row) => knownIn(row).map(({ id }) => id));
  if (reach === "all" || ids.length === 0) return [...rows];
  const of = { connectionId: connection.id, ids };
  const names = new Map((await selectPractitionersNamed(db, of)).map(({ id, name }) => [id, name]));
  const { standardIndex } = deps.service.profile;
  const details = Map.groupBy(await selectPractitionerDetails(db, { ...of, standardIndex }), ({ id }) => id);
  return rows.map((row) => {
    const note = row.note_message;
    if (note === null || knownIn(row).length === 0) return row;
    const finds = findsOf(note).flatMap((find) => {
      const name = names.get(find.id);
      if (find.isKnown !== true) return [find];
      return name === undefined ? [] : [{ ...find, name, detail: detailText(details.get(find.id) ?? []) }];
    });
    return { ...row, note_message: withFinds(note, finds) };
  });
}

function withFinds(note: RosterNote, finds: RosterFind[]): RosterNote {
  if (note.code === "none-found") return { ...note, params: { ...note.params, near: finds } };
  if (note.code !== "several-found") return note;
  const more = note.params.more || finds.length < note.params.finds.length;
  return { ...note, params: { ...note.params, finds, more } };
}
