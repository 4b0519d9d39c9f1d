import { createHash, hash } from "node:crypto";
import { type ChangeImportPreview, ImportedCellState } from "@dc/contract";
import { headingsKey } from "#/operations/column-mappings/find.ts";
import type { RequestContext } from "#/context/deps.ts";
import { inTurns } from "#/runtime/turns.ts";
import { transact } from "#/store/sql/transaction.ts";
import { keepPreviewedFile, selectPreviewedBefore } from "#/store/tables/connections/previewed-files.ts";
import type { Judged } from "./judge-cells.ts";

/** Cells of larger files are not kept. */
const MOST_CELLS = 100_000;
const MOST_FILES = 20;
const KEPT_MS = 30 * 86_400_000;
/** Characters of the key of a cell: 60 bits. */
const KEY_LENGTH = 10;

/** A key for each cell, by what it says, of what, and what becomes of it; not by its place, which moves when rows are mended. */
export async function keysOfCells(cells: readonly Judged[], headings: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  await inTurns(cells, ({ indexId, record, field, entry, says, now, state, column }) => {
    const about = field ?? headings[column ?? -1] ?? null;
    const text = JSON.stringify([indexId, record?.type, record?.id, about, entry, says, now, state]);
    keys.push(hash("sha1", text, "base64url").slice(0, KEY_LENGTH));
  });
  return keys;
}

interface Previewed {
  asked: { fileName: string; content: string; indexId?: string | undefined };
  headings: readonly string[];
  cells: readonly Judged[];
  keys: readonly string[];
}

/**
 * Which cells differ from those of the file with the same headings that the caller previewed before this one; null where there
 * is none. Keeps this one for the next.
 */
export async function compareWithBefore(
  { connection, personId, deps }: RequestContext,
  { asked, headings, cells, keys }: Previewed,
): Promise<{ before: NonNullable<ChangeImportPreview["before"]>; differs: (at: number) => boolean } | null> {
  if (cells.length > MOST_CELLS) return null;
  const now = deps.clock.now();
  const since = new Date(now.getTime() - KEPT_MS);
  const source = `${headingsKey(headings)} ${asked.indexId ?? ""}`;
  const content = createHash("sha256").update(asked.content).digest("base64url");
  const of = { connection_id: connection.id, person_id: personId, source };
  const { db } = deps.wholeStore;
  const before = await selectPreviewedBefore(db, of, { content, since });
  await transact(db, async (trx) => {
    const kept = { file_name: asked.fileName, cells: keys.join(""), previewed_at: now };
    await keepPreviewedFile(
      trx,
      { ...of, content, ...kept },
      {
        most: MOST_FILES,
        since,
      },
    );
  });
  if (before === undefined) return null;
  const places = Array.from({ length: before.cells.length / KEY_LENGTH }, (_, at) => at * KEY_LENGTH);
  const known = new Set<string>();
  await inTurns(places, (at) => known.add(before.cells.slice(at, at + KEY_LENGTH)));
  const differing: Judged[] = [];
  await inTurns(cells, (cell, at) => {
    if (!known.has(keys[at] ?? "")) differing.push(cell);
  });
  return {
    before: {
      fileName: before.file_name,
      previewedAt: before.previewed_at.toISOString(),
      counts: countsOf(differing),
    },
    differs: (at) => !known.has(keys[at] ?? ""),
  };
}

/** How many cells have each state. */
export function countsOf(cells: readonly Judged[]): ChangeImportPreview["counts"] {
  const counts = Object.fromEntries(
    ImportedCellState.options.map((state) => [state, 0]),
  ) as ChangeImportPreview["counts"];
  for (const { state } of cells) counts[state] += 1;
  return counts;
}
