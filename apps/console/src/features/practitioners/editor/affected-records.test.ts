import type { PractitionerView } from "@dc/contract";
import { expect, test } from "vitest";
import { affectedRecordsText } from "./affected-records.ts";

const view = {
  practitioner: { record: { type: "practitioner", id: "p1" } },
  schedules: [{ record: { type: "schedule", id: "s1" } }],
};
const user = (id: string, name: string | null, practitioner: string | null) => ({
  record: { type: "schedule", id },
  name,
  practitioner: practitioner === null ? null : { id: `of ${id}`, name: practitioner },
});
const told = (users: readonly ReturnType<typeof user>[], total = users.length) =>
  affectedRecordsText(asView(view), asRelated({ usedBy: users, usedByTotal: total }));

test("the page's own schedules are nobody else", () => {
  expect(told([user("s1", "Elm Street Clinic", "Dr. A")])).toBe(null);
});

test("others are named with their practitioners, and counted where they are many", () => {
  expect(told([user("s1", "Elm Street Clinic", "Dr. A"), user("s2", "Elm Street Clinic", "Dr. B")])).toBe(
    "Elm Street Clinic of Dr. B",
  );
  const many = ["s2", "s3", "s4", "s5"].map((id) => user(id, null, "Dr. B"));
  expect(told(many, 60)).toBe("s2 of Dr. B, s3 of Dr. B, s4 of Dr. B and 57 others");
});

/** A partial view: it has only the members that the sentence is made of. */
function asView(some: object): PractitionerView {
  return some as PractitionerView;
}

function asRelated(some: object): PractitionerView["related"][number] {
  return some as PractitionerView["related"][number];
}
