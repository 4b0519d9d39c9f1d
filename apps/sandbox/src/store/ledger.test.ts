import { expect, test } from "vitest";
import { createLedger, createEntry } from "./ledger.ts";

test("the ledger keeps the latest entries in memory and counts all of them", () => {
  const ledger = createLedger(10);
  const draft = {
    requestId: null,
    key: "control",
    method: "POST",
    path: "/",
    operation: "base.drift",
    index: null,
    kind: "schedule",
    record: "a",
    status: 200,
    before: null,
    after: null,
  };
  for (let seq = 1; seq <= 25; seq += 1) ledger.add(createEntry(draft, seq, "2026-11-20T12:00:00.000Z"));
  expect([ledger.length, ledger.oldest]).toEqual([25, 11]);
  expect(ledger.after(20).map(({ seq }) => seq)).toEqual([21, 22, 23, 24, 25]);
  expect(ledger.after(0, 3).map(({ seq }) => seq)).toEqual([11, 12, 13]);
});
