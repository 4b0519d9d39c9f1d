import type { ProfileReading } from "@dc/contract";
import { expect, test } from "vitest";
import { dryRunSummary } from "./dry-run-summary.ts";

type Meaning = ProfileReading["meanings"][number];

const meaningWith = (type: string, owner: string, ...ids: string[]): Meaning => ({
  type,
  meaning: "name",
  kind: "text",
  owner,
  pointer: "/name",
  status: "found",
  detail: "",
  samples: ids.map((id) => ({ id, raw: "x", decoded: "x" })),
});
const call = { method: "GET", path: "/p", status: 200 };
const reading: ProfileReading = {
  indexId: null,
  calls: [call, call],
  meanings: [
    meaningWith("place", "place", "a"),
    meaningWith("schedule", "place", "a"),
    meaningWith("schedule", "schedule", "a", "b"),
  ],
  unnamed: [],
  problems: [],
  notTried: [],
};

test("what was tried is reported, a record that two types share counted once", () => {
  expect(dryRunSummary(reading)).toBe(
    "Nothing to change: 3 records, open slots, pages of lists and errors were tried in 2 calls.",
  );
});

test("what was left out is pointed at", () => {
  expect(dryRunSummary({ ...reading, calls: [call], notTried: ["No open slots were listed."] })).toMatch(
    /in 1 call, except as listed below\.$/,
  );
});

test("where something is wrong, nothing is said", () => {
  expect(dryRunSummary({ ...reading, problems: [{ pointer: "/name", message: "wrong" }] })).toBeNull();
  const misfit: Meaning = { ...meaningWith("schedule", "place"), status: "misfit" };
  expect(dryRunSummary({ ...reading, meanings: [misfit] })).toBeNull();
});
