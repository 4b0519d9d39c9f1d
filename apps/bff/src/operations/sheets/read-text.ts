import type { ListColumnUse, SheetText, SheetTextInput } from "@dc/contract";
import { guessListColumn, type ListKind, listHeadings, readTable } from "@dc/directory";
import type { z } from "zod";
import type { Deps } from "#/context/deps.ts";
import { findListMapping } from "#/operations/column-mappings/find.ts";
import { rosterLookUps } from "#/upstream/records/find-records.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { headingRowOf } from "#/sheets/heading-row.ts";
import { likeliestSheet, type Reading, separatorOf, type SheetRow } from "#/sheets/parse-sheet.ts";
import { readFile } from "./read-file.ts";

/** The separator is found by so much of a text, and the headings among so many rows. */
const LONGEST_TOP = 20_000;
const MOST_TOP = 25;
const SAMPLES = 3;
const unusualInNames = ["\t", ";", "|"];
const unused: ListColumnUse = { use: "nothing", by: null };

/** A file as text, such as a roster and plan names are imported from. Nothing is kept. */
export async function readSheetText(
  deps: Deps,
  { of, columns, ...asked }: z.output<typeof SheetTextInput>,
): Promise<SheetText> {
  if (of === undefined) return await readAs(asked, asked.reading);
  const lookUps = rosterLookUps(deps.service.profile).map((lookUp) => ({
    ...lookUp,
    label: fieldNoun(deps.service.profile, lookUp.type, lookUp.meaning),
  }));
  const guess = (heading: string) => guessListColumn(heading, of, lookUps);
  const found = asked.reading.sheet ?? (await findListSheet(deps, { of, content: asked.content, guess }));
  const read = await readAs(asked, { ...asked.reading, sheet: found });
  const { row, headings, below, separator } = topOf(read, asked.reading.headingRow);
  const mapped = columns === undefined ? await findListMapping(deps, of, headings) : null;
  const given = columns ?? mapped;
  const uses = headings.map((heading, at): ListColumnUse => (given === null ? guess(heading) : (given[at] ?? unused)));
  const list: SheetText["list"] = {
    headingRow: row,
    columns: headings.map((heading, at) => ({
      heading,
      use: uses[at] ?? unused,
      samples: below.slice(0, SAMPLES).map(({ cells }) => cells[at] ?? ""),
    })),
    columnsFrom: columns === undefined ? (mapped === null ? "headings" : "mapping") : "request",
  };
  if (given === null) return { ...read, list };
  const { sheet, encoding } = read;
  const reading = {
    ...(sheet === null ? {} : { sheet }),
    ...(encoding === null ? {} : { encoding }),
    ...(separator === null ? {} : { separator }),
    headings: { row, names: listHeadings(uses) },
  };
  return { ...(await readAs(asked, reading)), list };
}

/** The sheet of a workbook whose headings were mapped for such a list, else say what an import knows; undefined where there is no choice. */
async function findListSheet(
  deps: Deps,
  { of, content, guess }: { of: ListKind; content: string; guess: (heading: string) => ListColumnUse },
): Promise<string | undefined> {
  const { tops } = await readFile({ content, reading: {} }, "tops");
  const worths = new Map<readonly SheetRow[], number>();
  for (const { rows } of tops) {
    const row = headingRowOf(rows);
    const headings = rows.find(({ number }) => number === row)?.cells ?? [];
    const isMapped = (await findListMapping(deps, of, headings)) !== null;
    const isKnown = headings.some((heading) => guess(heading).use !== unused.use);
    worths.set(rows, isMapped ? 2 : Number(isKnown));
  }
  return likeliestSheet(tops, (rows) => worths.get(rows) ?? 0);
}

/** The row that names the columns of a text, and what stands below it. */
function topOf({ text, encoding }: SheetText, asked: number | undefined) {
  const { rows, separator } = readTable(text, {
    columnsOf: () => null,
    idPrefix: "",
    separatesEachRow: false,
    separator: encoding === null ? "," : unusualSeparator(text.slice(0, LONGEST_TOP)),
    mostRows: asked === undefined ? MOST_TOP : asked + SAMPLES,
  });
  const row = asked ?? headingRowOf(rows.map(({ line, cells }) => ({ number: line, cells })));
  return {
    row,
    headings: rows.find(({ line }) => line === row)?.cells ?? [],
    below: rows.filter(({ line }) => line > row),
    separator: separatorOf(separator),
  };
}

/** Names and places have commas of their own: another sign separates that is on as many lines, whatever stands in quotes. */
function unusualSeparator(top: string): string | undefined {
  const lines = top.replace(/"[^"]*"/g, "").split(/[\r\n]+/);
  const linesWith = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  return unusualInNames.find((sign) => linesWith(sign) > 1 && (sign === "\t" || linesWith(sign) >= linesWith(",")));
}

async function readAs({ content }: { content: string }, reading: Reading): Promise<SheetText> {
  const {
    facts: { sheets, sheet, encoding },
    text,
  } = await readFile({ content, reading }, "text");
  return { sheets, sheet, encoding, text };
}
