import type { RecordView } from "@dc/contract";
import { expect, test } from "vitest";
import { noWording } from "#/record/wording.ts";
import { comparisonSentences } from "./comparison-sentences.ts";

test("a directory is named by its name, whatever signs that has", () => {
  const view = {
    record: { type: "schedule", id: "sch_1" },
    name: "Elm Street",
    comparison: { presence: "missing here", verdict: "differs", flags: [], drafts: [], fields: [] },
  } as unknown as RecordView;
  const told = comparisonSentences([view], [], {
    wording: noWording,
    otherName: "Cash $& Care",
    rowById: new Map(),
    now: new Date(0),
  });
  expect(told.map(({ text }) => text)).toEqual(["Elm Street is in Cash $& Care and not in this directory."]);
});
