import type { ColumnMapping } from "@dc/contract";
import { equalJson } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectColumnMapping, upsertColumnMapping } from "#/store/tables/connections/column-mappings.ts";
import { mappingKey } from "./find.ts";

/** So many are kept of a connection; the oldest gives way. */
const MOST_KEPT = 500;

/** Keeps what columns with these headings say, for all later files of the connection that have them. */
export async function keepColumnMapping(
  context: RequestContext,
  { of: kind = "overrides", headings, columns }: ColumnMapping,
): Promise<void> {
  const { actor, connection, deps } = context;
  if (headings.length !== columns.length)
    throw operationError("invalid_request", "columns-of-headings", { pointer: "/columns" });
  const of = { connectionId: connection.id, headings: mappingKey(kind, headings) };
  await inTransaction(context, async (trx) => {
    const before = await selectColumnMapping(trx, of);
    if (before !== undefined && equalJson(before, columns)) return;
    await upsertColumnMapping(trx, of, { columns: columns, now: deps.clock.now(), most: MOST_KEPT });
    await journal(context, trx, {
      subject: connection.id,
      before: before === undefined ? null : { columns: before },
      after: { columns },
      message: { code: "connection.columns", params: { by: actor.name, count: columns.length } },
    });
  });
}
