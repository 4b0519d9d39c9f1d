import { createProfile } from "@dc/api-client";
import { expect, test } from "vitest";
import { operationOf } from "./operation-of.ts";

const read = (kind: string) => ({ method: "GET", path: "/records", query: { kind, key: "{id}" } });
const profile = createProfile({
  extends: "default",
  operations: {
    readSchedule: read("schedule"),
    readPractitioner: read("practitioner"),
    listSchedules: { method: "GET", path: "/records", query: { of: "{practitionerId}" } },
  },
});

test("a record whose id stands in the query is known by it, so that reads across indices are reported", () => {
  expect(operationOf(profile, "GET", "/records?kind=practitioner&key=p-1")).toEqual({
    operation: "readPractitioner",
    record: { type: "practitioner", id: "p-1" },
    shownPath: "/records?kind=practitioner&key=p-1",
  });
  expect(operationOf(profile, "GET", "/records?kind=schedule&key=sch_1&name=Ada").record).toEqual({
    type: "schedule",
    id: "sch_1",
  });
  expect(operationOf(profile, "GET", "/records?kind=schedule&key=sch_1&name=Ada").shownPath).not.toContain("Ada");
  expect(operationOf(profile, "GET", "/records?of=p-1").record).toBeNull();
  expect(operationOf(profile, "POST", "/records?kind=schedule&key=sch_1").record).toBeNull();
});

test("what is about patients shows no record, whatever else has its path", () => {
  const together = createProfile({
    extends: "default",
    operations: {
      findPatients: { method: "GET", path: "/records", query: { name: "{name}" }, takesIndex: false },
      readSchedule: read("schedule"),
    },
  });
  expect(operationOf(together, "GET", "/records?kind=schedule&key=sch_1")).toMatchObject({
    operation: "findPatients",
    record: null,
  });
});
