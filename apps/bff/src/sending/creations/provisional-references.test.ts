import type { Operation } from "@dc/directory";
import { expect, test } from "vitest";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { orderByDependency } from "./provisional-references.ts";

const provisional = (at: number) => `new_${String(at).padStart(16, "0")}`;

/** A change with the columns that its order depends on, and a count of how often it was read. */
function createChange(record: string, operation: Operation): ChangeRow & { looks: number } {
  let looks = 0;
  const row = {
    record_id: record,
    get operation() {
      looks += 1;
      return operation;
    },
    get looks() {
      return looks;
    },
  };
  // Ordering reads no other column.
  return row as ChangeRow & { looks: number };
}

const creation = (at: number, names: number[] = []) =>
  createChange(provisional(at), { op: "create", fields: { named: names.map(provisional) } });
const ids = (groups: readonly ChangeRow[][]) => groups.map(([first]) => first?.record_id);

test("a creation comes before what names it, and everything else stays where it was", () => {
  const value = (record: string, named: string) => [createChange(record, { op: "set", value: named })];
  const groups = [
    value("sch_1", provisional(2)),
    value("sch_2", "x"),
    [creation(2, [3])],
    value(provisional(3), "y"),
    [creation(3)],
  ];
  expect(ids(orderByDependency(groups))).toEqual([provisional(3), provisional(2), "sch_1", "sch_2", provisional(3)]);
  const ring = [[creation(1, [2])], [creation(2, [1])]];
  expect(new Set(ids(orderByDependency(ring)))).toEqual(new Set([provisional(1), provisional(2)]));
});

test("ten thousand creations and what names them are each looked at a few times", () => {
  const practitioners = Array.from({ length: 5_000 }, (_, at) => creation(at));
  const schedules = practitioners.map((_, at) => creation(5_000 + at, [at]));
  const ordered = orderByDependency([...schedules, ...practitioners].map((change) => [change]));
  expect(ids(ordered).slice(0, 4)).toEqual([0, 5_000, 1, 5_001].map(provisional));
  expect(ordered).toHaveLength(10_000);
  expect(Math.max(...[...practitioners, ...schedules].map(({ looks }) => looks))).toBeLessThan(10);
});
