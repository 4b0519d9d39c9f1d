import type { Change, Override } from "@dc/contract";
import { type Operation, operationCells, valueCells } from "@dc/directory";
import type { Columns } from "./table-file.ts";

// The contract and the domain differ only in whether `undefined` may be spelled out.
const cellsOf = ({ kind, operation }: Change) => operationCells(kind, operation as Operation);

/** Whose value it is: what every table of values begins with. */
const changeColumns: Columns<Change> = [
  ["directory id", ({ indexId }) => indexId],
  ["directory", ({ indexName }) => indexName],
  ["record type", ({ record }) => record.type],
  ["record id", ({ record }) => record.id],
  ["record", ({ recordName }) => recordName],
  ["field", ({ field }) => field],
  ["operation", ({ operation }) => operation.op],
  ["entry", (change) => cellsOf(change).entry],
  ["value", (change) => cellsOf(change).value],
  ["extension", (change) => cellsOf(change).extension],
  ["label", (change) => cellsOf(change).label],
  ["reason", ({ evidence }) => evidence?.reason ?? null],
  ["source", ({ evidence }) => evidence?.source ?? null],
  ["verified on", ({ evidence }) => evidence?.verifiedOn ?? null],
  ["review by", ({ evidence }) => evidence?.reviewBy ?? null],
  ["from", ({ evidence }) => evidence?.from ?? null],
  ["until", ({ evidence }) => evidence?.until ?? null],
  ["policy", ({ policy }) => policy],
  ["state", ({ state }) => state],
  ["because", ({ because }) => because],
  ["set by", ({ createdBy }) => createdBy.name],
  ["set at", ({ createdAt }) => createdAt],
  ["change id", ({ id }) => id],
];

export const overrideColumns: Columns<Override> = [
  ...changeColumns.map(
    ([heading, tell]) => [heading, (row: Override) => (heading === "until" ? row.until : tell(row.change))] as const,
  ),
  ["practitioner id", ({ practitionerId }) => practitionerId],
  ["standard value", ({ kind, base }) => valueCells(kind ?? "json", base).value],
];

/** With the newest receipt of each change. */
export const changeOfSetColumns: Columns<Change> = [
  ...changeColumns,
  ["before", ({ kind, seen }) => valueCells(kind ?? "json", seen?.effective ?? null).value],
  ["sent at", ({ sentAt }) => sentAt],
  ["request id", ({ requestId }) => requestId],
  ["receipt at", ({ receipt }) => receipt?.at ?? null],
  ["read back", ({ kind, receipt }) => valueCells(kind ?? "json", receipt?.readBack ?? null).value],
  ["as wanted", ({ receipt }) => (receipt === null ? null : receipt.asWanted ? "yes" : "no")],
  ["standard index", ({ receipt }) => receipt?.base ?? null],
];
