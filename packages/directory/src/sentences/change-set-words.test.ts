import fc from "fast-check";
import { expect, test } from "vitest";
import type { AlikeChanges, Subjects } from "./change-set-words.ts";
import { changeSetWords } from "./change-set-words.ts";

const alike = (over: Partial<AlikeChanges>): AlikeChanges => ({
  recordType: "practitioner",
  field: "phones",
  kind: "phones",
  op: "add",
  isWhole: false,
  holdsPlans: false,
  count: 1,
  ...over,
});
const plans = alike({ recordType: "schedule", field: "acceptedInsurances", kind: "set", holdsPlans: true });
const preferred = alike({ field: "preferredName", kind: "text", op: "set", isWhole: true });
const ngozi: Subjects = { first: "Ngọzi Eze", firstType: "practitioner", count: 1 };

test.each<[string, AlikeChanges[], Partial<Subjects>]>([
  ["Ngọzi Eze: phone, 2 plans", [{ ...plans, count: 2 }, alike({})], {}],
  ["Ngọzi Eze and 1 other: 2 phones", [alike({ count: 2 })], { count: 2 }],
  [
    "Ngọzi Eze and 2 others: 2 phones, 5 plans, preferred name",
    [preferred, alike({ op: "replace", count: 1 }), alike({}), { ...plans, count: 5 }],
    { count: 3 },
  ],
  ["Ngọzi Eze: phone list, plan list", [{ ...plans, isWhole: true }, alike({ op: "set", isWhole: true })], {}],
  [
    "Ngọzi Eze: new practitioner, 2 new schedules",
    [
      alike({ field: null, kind: null, op: "create" }),
      alike({ recordType: "schedule", field: null, kind: null, op: "create", count: 2 }),
    ],
    {},
  ],
  [
    "Elm Street: deleted schedule",
    [alike({ recordType: "schedule", field: null, kind: null, op: "delete" })],
    { first: "Elm Street" },
  ],
  [
    "Ngọzi Eze: 1 language spoken, 2 other fields",
    [
      alike({ field: "languagesSpoken", kind: "set" }),
      alike({ field: "/npi", kind: "json", op: "set" }),
      alike({ field: "/grade", kind: "json", op: "set" }),
    ],
    {},
  ],
  [
    "Ngọzi Eze and 4 others: phone, plan, display name, 3 more",
    [
      alike({}),
      plans,
      preferred,
      { ...preferred, field: "displayName" },
      { ...preferred, field: "specialty", count: 2 },
    ],
    { count: 5 },
  ],
  [
    "Schedule without a name: 2 time zones",
    [alike({ recordType: "schedule", field: "timeZone", kind: "text", count: 2 })],
    { first: null, firstType: "schedule" },
  ],
  ["Empty draft", [], { count: 0 }],
])("[T8] a set is called %s", (name, changes, over) => {
  expect(changeSetWords(changes, { ...ngozi, ...over }).name).toBe(name);
});

test.each([
  ["languagesSpoken", "1 language spoken", "2 languages spoken"],
  ["businessHours", "1 business hour", "2 business hours"],
  ["accessNeeds", "1 access need", "2 access needs"],
  ["addresses", "1 address", "2 addresses"],
  ["mailBoxes", "1 mail box", "2 mail boxes"],
  ["branches", "1 branch", "2 branches"],
  ["specialties", "1 specialty", "2 specialties"],
  ["campuses", "1 campus", "2 campuses"],
  ["visitType", "1 visit type", "2 visit types"],
  ["access", "1 access", "2 accesses"],
])("[T8] members of %s are counted as %s and %s", (field, singular, plural) => {
  const counted = (count: number) => changeSetWords([alike({ field, kind: "set", count })], ngozi).contents;
  expect([counted(1), counted(2)]).toEqual([singular, plural]);
});

test.each([
  ["businessHours", "2 business hours"],
  ["address", "2 addresses"],
  ["specialty", "2 specialties"],
])("[T8] two changes of %s are called %s", (field, many) => {
  expect(changeSetWords([alike({ field, kind: "text", op: "set", count: 2 })], ngozi).contents).toBe(many);
});

test("[T8] the numbers in the words of a set add up to its changes, in whatever order they are given", () => {
  const some = fc.record({
    recordType: fc.constantFrom("practitioner", "schedule"),
    field: fc.constantFrom("phones", "preferredName", "acceptedInsurances", "languagesSpoken", "/npi", null),
    kind: fc.constantFrom("phones" as const, "set" as const, "text" as const, "json" as const),
    op: fc.constantFrom("add" as const, "set" as const, "create" as const, "delete" as const),
    isWhole: fc.boolean(),
    holdsPlans: fc.boolean(),
    count: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 12 }), (changes) => {
      const { contents, name } = changeSetWords(changes, ngozi);
      const counts = contents.split(", ").map((words) => Number(/^\d+/.exec(words)?.[0] ?? 1));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(changes.reduce((sum, { count }) => sum + count, 0));
      expect(changeSetWords(changes.toReversed(), ngozi)).toEqual({ name, contents });
    }),
  );
});
