import type { JournalEntry } from "@dc/contract";
import { expect, it } from "vitest";
import { foldEntries } from "./fold-entries.ts";

const entry = (number: number, part: Partial<JournalEntry> = {}): JournalEntry => ({
  id: `entry ${number}`,
  number,
  at: "2026-11-20T09:00:00.000Z",
  actor: { kind: "person", id: "p1", name: "Ada" },
  action: "change-set.rename",
  subject: "set_1",
  sentence: "Ada wrote down why a draft is made",
  indexId: null,
  indexName: null,
  before: null,
  after: null,
  why: null,
  requestId: null,
  address: null,
  ...part,
});

it("counts what follows itself, keeps the newest of it, and folds nothing else", () => {
  const folded = foldEntries([
    entry(9),
    entry(8),
    entry(7, { action: "change-set.apply", sentence: "Ada applied one change" }),
    entry(6),
    entry(5, { subject: "set_2" }),
    entry(4, { subject: "set_2", actor: { kind: "person", id: "p2", name: "Bo" } }),
  ]);
  expect(folded.map(({ entry: { number }, entries }) => [number, entries.length])).toEqual([
    [9, 2],
    [7, 1],
    [6, 1],
    [5, 1],
    [4, 1],
  ]);
});

it("puts a run of changes on one line, until it is opened", () => {
  const entries = [
    entry(9),
    ...[8, 7, 6].map((number) =>
      entry(number, { action: "change.applied", subject: `chg_${number}`, sentence: `Applied ${number}` }),
    ),
    entry(5, { action: "change.applied", subject: "chg_5", sentence: "Applied 5", indexId: "idx_other" }),
  ];
  const lines = (...opened: string[]) =>
    foldEntries(entries, new Set(opened)).map((line) => line.entries.map(({ number }) => number));
  expect(lines()).toEqual([[9], [8, 7, 6], [5]]);
  expect(foldEntries(entries)[1]?.isRun).toBe(true);
  // Entries that came since make it longer, and it stays open.
  expect(lines("entry 7")).toEqual([[9], [8], [7], [6], [5]]);
});
