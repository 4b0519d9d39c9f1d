import { describe, expect, test } from "vitest";
import { emptyFacts, emptyStatement, statementFrom, type TypedFact } from "./typed-statement.ts";

const phone = { ...emptyFacts.phone, number: " (415) 555-0186 ", insteadOf: "(415) 555-0120" };

describe("a typed statement", () => {
  test("is about everybody with the replaced number, unless it says about whom", () => {
    const scopeOf = (q: string) => statementFrom({ ...emptyStatement, facts: [phone], q });
    expect(scopeOf("")).toMatchObject({ input: { scope: { q: "(415) 555-0120" } } });
    expect(scopeOf(" Harbour Row ")).toMatchObject({ input: { scope: { q: "Harbour Row" } } });
  });

  test("takes each pasted id once, however they are separated", () => {
    const typed = { ...emptyStatement, facts: [phone], about: "ids" as const, ids: "a1, b2\nc3;a1\t b2\n" };
    expect(statementFrom(typed)).toMatchObject({ input: { scope: { practitionerIds: ["a1", "b2", "c3"] } } });
  });

  test("is not asked for while a fact says nothing, or nobody is named", () => {
    const missing = (facts: readonly TypedFact[], more: object = {}) =>
      statementFrom({ ...emptyStatement, facts, ...more });
    expect(missing([phone, emptyFacts.plan])).toEqual({ missing: "Fill in what each fact says" });
    expect(missing([{ ...emptyFacts.plan, planId: "ins_1" }])).toEqual({ missing: "Say whom it is about" });
    expect(missing([phone], { about: "ids" })).toEqual({ missing: "Paste the ids of the practitioners" });
  });
});
