import { expect, it } from "vitest";
import type { RowComparison } from "#/record/field-row.ts";
import { pinOption } from "./decision-options.ts";

const read = { value: "en" };
const none = { original: null, baseline: null, known: null, wanted: null, preview: null };
const comparison: RowComparison = {
  key: "language",
  kind: "text",
  verdict: "same",
  flags: [],
  values: { ...none, base: read, index: read, effective: read },
  override: null,
  drafts: [],
  parts: [],
};

it("offers to pin what is so, unless the profile does not say how it is written", () => {
  expect(pinOption({ comparison, writable: true }).map(({ decision }) => decision)).toEqual(["pin value"]);
  expect(pinOption({ comparison, writable: false })).toEqual([]);
});
