import { createProfile } from "@dc/api-client";
import type { ChangeState } from "@dc/directory";
import { expect, it } from "vitest";
import { writtenByChanges } from "./write-unit.ts";

const profileOf = (versions: string, more: object = {}) =>
  createProfile({
    extends: "with-writes",
    indexes: {
      prefix: "idx_",
      standard: "idx_standard",
      versions: { are: versions, status: "assumed" },
      status: "documented",
    },
    ...more,
  });

const whole = profileOf("overlay-by-field", {
  records: { practitioner: { update: "whole-record" } },
  operations: {
    updatePractitioner: {
      method: "POST",
      path: "/practitioners/{id}",
      body: "{record}",
      success: [200],
      status: "assumed",
    },
  },
});

function writtenBy(profile: ReturnType<typeof profileOf>, field: string, state: ChangeState = "applied") {
  const isWritten = writtenByChanges(profile, "practitioner", [{ field, state, reason: null }]);
  return ["displayName", "preferredName", "phones", "/lost", null].filter((one) => isWritten(one));
}

it("a change writes the top-level member that holds its field, or the record where that is sent whole", () => {
  const byField = profileOf("overlay-by-field");
  expect(writtenBy(byField, "preferredName")).toEqual(["preferredName", null]);
  expect(writtenBy(byField, "preferredName", "held")).toEqual([]);
  expect(writtenBy(byField, "/lost/deep")).toEqual(["/lost", null]);
  expect(writtenBy(profileOf("overlay-by-record"), "preferredName")).toHaveLength(5);
  expect(writtenBy(whole, "preferredName")).toHaveLength(5);
});

it("a change of a meaning that the profile has lost leaves the other fields to base, unless records are sent whole", () => {
  expect(writtenBy(profileOf("overlay-by-field"), "lost")).toEqual([null]);
  expect(writtenBy(profileOf("overlay-by-record"), "lost")).toHaveLength(5);
  expect(writtenBy(whole, "lost")).toHaveLength(5);
});
