import type { JournalEntry } from "@dc/contract";
import { expect, it } from "vitest";
import { foldEntries } from "./fold-entries.ts";

const entry = (seq: number, part: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  number: seq,
  at: "2026-11-20T09:00:00.000Z",
  actor: { kind: "person", id: "p1", name: "Ada" },
  action: "change-set.edit",
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
  expect(folded.map(({ entry: { seq }, times }) => [seq, times])).toEqual([
    [9, 2],
    [7, 1],
    [6, 1],
    [5, 1],
    [4, 1],
  ]);
});
