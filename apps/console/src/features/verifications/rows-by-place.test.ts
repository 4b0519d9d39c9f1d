import type { VerificationRow } from "@dc/contract";
import { expect, it } from "vitest";
import { rowsByPlace, selectedPractitioners, selectedRows } from "./rows-by-place.ts";

const row = (practitionerId: string, place: string | null): VerificationRow => ({
  practitionerId,
  name: practitionerId,
  dueOn: "2026-11-20",
  place: place === null ? null : { name: place, overdue: 1, entries: 3 },
  entries: [],
});

const rows = rowsByPlace([row("a", "Elm Street"), row("b", "Elm Street"), row("c", null)]);
const ids = ["place Elm Street", "a", "b", "c"];

it("has each place of several above its practitioners", () => {
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows.map((of) => of.as === "practitioner" && of.isAlone)).toEqual([false, false, false, true]);
});

it("selects a place with all of its practitioners, and leaves it with one of them", () => {
  const all = selectedPractitioners(rows, new Set(), new Set(["place Elm Street"]));
  expect([...all]).toEqual(["a", "b"]);
  expect([...selectedRows(rows, all)]).toEqual(["place Elm Street", "a", "b"]);
  const one = selectedPractitioners(rows, all, new Set(["place Elm Street", "a"]));
  expect([...one]).toEqual(["a"]);
  expect([...selectedRows(rows, one)]).toEqual(["a"]);
  expect([...selectedPractitioners(rows, all, new Set(["a", "b"]))]).toEqual([]);
});

it("selects all, and none", () => {
  const all = selectedPractitioners(rows, new Set(["c"]), new Set(ids));
  expect([...all].toSorted()).toEqual(["a", "b", "c"]);
  expect([...selectedPractitioners(rows, all, new Set())]).toEqual([]);
});
