import type { Change, ChangeExportQuery, ExportedChange } from "@dc/contract";
import { type Change as LedgerChange, jsonPatch, type Operation, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { changeOfSetColumns } from "#/sheets/change-columns.ts";
import { pagesOf, ROWS_AT_ONCE, tableFile } from "#/sheets/table-file.ts";
import { parseStored } from "#/store/sql/json.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { compareChanges } from "./internal/compare-changes.ts";
import { listChangesOfSet } from "./list.ts";

/** The changes of a set with their receipts, as a file; as JSON with their verdicts, as patches what they make of what their author saw. */
export async function exportChangesOfSet(
  context: RequestContext,
  id: string,
  { format }: z.output<typeof ChangeExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const pages = pagesOf((cursor) => listChangesOfSet(context, id, { cursor, limit: ROWS_AT_ONCE }));
  if (format === "json")
    return await tableFile({ name: "Changes", columns: [], pages: compared(context, pages) }, format);
  if (format !== "patch") return await tableFile({ name: "Changes", columns: changeOfSetColumns, pages }, format);
  const changes: Change[] = [];
  for await (const page of pages)
    changes.push(...page.filter(({ state }) => state !== "withdrawn" && state !== "rejected"));
  const ofRecords = [...Map.groupBy(changes, ({ indexId, record }) => `${indexId} ${recordKey(record)}`).values()];
  async function* patches() {
    for (let at = 0; at < ofRecords.length; at += ROWS_AT_ONCE)
      yield await patchesOf(context, ofRecords.slice(at, at + ROWS_AT_ONCE));
  }
  return await tableFile({ name: "Changes", columns: [], pages: patches() }, "json");
}

async function* compared({ deps }: RequestContext, pages: AsyncIterable<Change[]>): AsyncGenerator<ExportedChange[]> {
  for await (const page of pages) {
    const found = await compareChanges(
      deps,
      page.map(({ id, indexId, record, field, operation }) => ({
        id,
        index_id: indexId,
        record_type: record.type,
        record_id: record.id,
        field,
        operation: operation as Operation,
      })),
    );
    yield page.map((change) => ({ ...change, compared: found.get(change.id) ?? null }));
  }
}

async function patchesOf({ connection, deps }: RequestContext, ofRecords: readonly (readonly Change[])[]) {
  const { profile } = deps.service;
  const places = ofRecords.flatMap(([first]) => (first === undefined ? [] : [first]));
  const rows = await selectReadings(deps.store.db, connection.id, places);
  const rawOf = new Map(
    rows.map((row) => [`${row.index_id} ${recordKey({ type: row.record_type, id: row.record_id })}`, row.raw_text]),
  );
  return ofRecords.flatMap((changes) => {
    const [first] = changes;
    if (first === undefined) return [];
    const { indexId, indexName, record, recordName: name } = first;
    const text = rawOf.get(`${indexId} ${recordKey(record)}`) ?? null;
    const raw = text === null ? null : parseStored(text);
    const isSeen = (change: Change, at: number) => changes.findIndex(({ field }) => field === change.field) === at;
    const seen = changes.filter(isSeen).flatMap((change): LedgerChange[] => {
      const effective = change.seen?.effective;
      return effective == null || !("value" in effective)
        ? []
        : [ledgerChange(change, { op: "set", value: effective.value })];
    });
    const before = effectiveRaw(profile, record.type, raw, seen);
    const after = effectiveRaw(
      profile,
      record.type,
      before,
      changes.map((change) => ledgerChange(change, change.operation as Operation)),
    );
    return [{ indexId, indexName, record, name, patch: jsonPatch(before, after) }];
  });
}

/** As if it were live. */
function ledgerChange({ id, record, field, kind, policy, baseSeen }: Change, operation: Operation): LedgerChange {
  const of = field === null || kind === null ? {} : { field, kind };
  return { id, record, ...of, operation, state: "held", policy, order: 1, baseSeen };
}
