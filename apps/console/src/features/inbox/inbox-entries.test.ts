import type { InboxEntry } from "@dc/contract";
import { expect, test } from "vitest";
import { faces, quoted } from "./inbox-entries.tsx";

const entry = (count: number): InboxEntry => ({
  id: "comment set_1",
  kind: "comment",
  at: "2026-11-20T09:00:00.000Z",
  isNew: true,
  count,
  by: { kind: "person", id: "a", name: "Bea" },
  words: null,
  changeSet: null,
  index: null,
  creation: null,
  answer: null,
  putOff: null,
});

test("comments are told by their number and who said the last, and a long one as far as there is room", () => {
  const title = faces.find(({ kind }) => kind === "comment")?.title;
  expect(title?.(entry(1))).toBe("A comment by Bea");
  expect(title?.(entry(2))).toBe("2 comments, the last by Bea");
  expect(quoted("Which spelling?")).toBe("Which spelling?");
  expect(quoted("😀 ".repeat(200))).toBe(`${"😀 ".repeat(120).trimEnd()}…`);
});

test("large counts have their commas", () => {
  const changeSet = { id: "set_1", name: "Elm", state: "failed" as const, changes: 10_000, indexName: "Elm" };
  const titleOf = (kind: string, of: InboxEntry) => faces.find((face) => face.kind === kind)?.title(of);
  expect(titleOf("failed", { ...entry(1_200), changeSet })).toBe("1,200 of 10,000 failed");
  expect(titleOf("claim", entry(1_201))).toBe("1,201 answers to the brief, the last by Bea");
});
