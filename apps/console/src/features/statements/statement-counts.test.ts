import type { StatementFinding } from "@dc/contract";
import { expect, test } from "vitest";
import { contradictionIn, countedText, factNote, type PlacedChange, type PlacedFinding } from "./statement-places.ts";

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

test("[J10] two changes that decide the same entry differently are a contradiction, in one directory", () => {
  const [of] = found(1, {});
  const by = { number: "(415) 555-0186", extension: null, label: null };
  const staged = (operation: object, indexId = "idx_1", id = "p") => {
    const change = { indexId, record: { type: "practitioner", id }, field: "phones", operation } as PlacedChange;
    return { change, of: { ...of, key: id } as PlacedFinding };
  };
  const gone = { op: "remove", element: "+14155550100;ext=" };
  const replaced = { op: "replace", element: "+14155550100;ext=", by };
  expect(contradictionIn([staged(gone), staged(replaced)])).toMatchObject([{ key: "p" }, { key: "p" }]);
  expect(contradictionIn([staged(gone), staged(replaced, "idx_2"), staged(replaced, "idx_1", "q")])).toBeNull();
  expect(contradictionIn([staged({ op: "add", element: by }), staged({ op: "add", element: by })])).toBeNull();
});
