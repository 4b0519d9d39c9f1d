import type { StatementFinding } from "@dc/contract";
import { expect, test } from "vitest";
import { countedText, factNote, type PlacedFinding } from "./statement-places.ts";

const found = (count: number, more: Partial<StatementFinding>) =>
  Array.from(
    { length: count },
    (_, place) =>
      ({
        key: `${more.leftOut} ${place}`,
        place: {},
        finding: { fact: 0, leftOut: null, ticked: true, change: null, says: null, ...more },
      }) as unknown as PlacedFinding,
  );

test("counts of a statement have their commas", () => {
  const findings = [...found(1200, { leftOut: "says so already" }), ...found(2300, { leftOut: "ours" })];
  expect(factNote(findings, new Map(), 0)).toBe("0 changes, 1,200 say so already, 2,300 left out");
  const words = ["a", "b", "c"].flatMap((word, place) => Array.from({ length: 1500 - place }, () => word));
  const others = Array.from({ length: 1001 }, (_, place) => `other ${place}`);
  expect(countedText([...words, ...others])).toBe("a in 1,500, b in 1,499, c in 1,498, 1,001 more");
});
