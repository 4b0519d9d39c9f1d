import { expect, it } from "vitest";
import { changedBy, changedByAnything, isOneOf } from "./changed-queries.ts";

const practitioner = ["practitioners", "idx_a", "1001", "", false];

it("a change reaches what shows its index version, also beside another, and no other directory's records", () => {
  const changed = changedBy({ action: "change.stage", indexId: "idx_a" });
  expect(isOneOf(changed, practitioner)).toBe(true);
  expect(isOneOf(changed, ["practitioners", "idx_b", "1001", "idx_a", false])).toBe(true);
  expect(isOneOf(changed, ["overrides", "idx_a", {}])).toBe(true);
  expect(isOneOf(changed, ["change-sets", "one", "set"])).toBe(true);
  expect(isOneOf(changed, ["practitioners", "idx_b", "1001", "", false])).toBe(false);
  expect(isOneOf(changed, ["overrides", "idx_b", {}])).toBe(false);
  expect(isOneOf(changed, ["people", {}])).toBe(false);
});

it("a change over several directories reaches the records of all", () => {
  expect(isOneOf(changedBy({ action: "change-set.apply", indexId: null }), practitioner)).toBe(true);
});

it("what a colleague saves, finds or enters by reaches what shows it", () => {
  for (const [action, key] of [
    ["profile.save", "profile"],
    ["profile.save", "practitioners"],
    ["probe.run", "connection"],
    ["account.second-factor-on", "people"],
    ["roster.add", "roster-imports"],
    ["change-set.apply", "claims"],
    ["index-version.archive", "share-links"],
    ["person.disable", "share-links"],
    ["connection.ask-again", "verifications"],
  ] as const)
    expect(isOneOf(changedBy({ action, indexId: null }), [key]), action).toBe(true);
});

it("a noun that this version does not know reaches all that an event can", () => {
  expect(changedBy({ action: "later.version", indexId: null })).toEqual(changedByAnything());
});

it("what somebody types, and who they are, is never read anew", () => {
  for (const changed of [changedByAnything(), changedBy({ action: "session.start", indexId: null })])
    for (const key of [["typed", "a place"], ["session"], ["account"]]) expect(isOneOf(changed, key)).toBe(false);
});
