import { expect, test } from "vitest";
import { operationCounts } from "./operation-counts.ts";

test("what is held is counted by what is done to records of which type, not told by its first change", () => {
  expect(
    operationCounts([
      { recordType: "practitioner", op: "set" },
      { recordType: "schedule", op: "add" },
      { recordType: "schedule", op: "remove" },
      { recordType: "insurance", op: "delete" },
      { recordType: "schedule", op: "create" },
    ]),
  ).toBe("1 creation of a schedule, 1 deletion of an insurance, 1 update of a practitioner, 2 updates of schedules");
  expect(operationCounts([])).toBe("");
});
