import { maxLength } from "@dc/contract/limits";
import { describe, expect, test } from "vitest";
import { emptyFacts, emptyStatement, leftOfList, namedFor, statementFrom, type TypedFact } from "./typed-statement.ts";

const phone = { ...emptyFacts.phone, number: " (415) 555-0186 ", insteadOf: "(415) 555-0120" };

describe("a typed statement", () => {
  test("is about everybody with the replaced number, unless it says about whom", () => {
    const scopeOf = (q: string) => statementFrom({ ...emptyStatement, facts: [phone], q });
    expect(scopeOf("")).toMatchObject({ input: { scope: { q: "(415) 555-0120" } } });
    expect(scopeOf(" Harbour Row ")).toMatchObject({ input: { scope: { q: "Harbour Row" } } });
  });

  test("sends a number as it stands only where a person said so", () => {
    const factOf = (fact: TypedFact) => {
      const statement = statementFrom({ ...emptyStatement, facts: [fact], q: "Ada" });
      return "input" in statement ? statement.input.facts[0] : statement;
    };
    expect(factOf(phone)).not.toHaveProperty("asItStands");
    expect(factOf({ ...phone, asItStands: true })).toMatchObject({ asItStands: true });
    expect(factOf({ ...emptyFacts["phone gone"], number: "12", extension: "4", label: " " })).toEqual({
      kind: "phone gone",
      number: { number: "12", extension: "4", label: null },
    });
  });

  test("takes from a list what a person confirmed, and only for the text that was looked up", () => {
    const records = [
      { type: "schedule", id: "sch_1" },
      { type: "practitioner", id: "a1" },
    ];
    const typed = { ...emptyStatement, facts: [phone], about: "list" as const, list: "Ada" };
    const confirmed = { list: "Ada", records, lines: [] };
    expect(statementFrom({ ...typed, confirmed })).toMatchObject({
      input: { scope: { practitionerIds: ["a1"], scheduleIds: ["sch_1"] } },
    });
    expect(statementFrom({ ...typed, confirmed: { list: "Ad", records, lines: [] } })).toEqual({
      missing: "Look up the list first",
    });
  });

  test("[J8] tells what a list leaves open, and what of it is found once by exactly that name", () => {
    const found = (id: string, name: string) => ({ record: { type: "practitioner", id }, name, of: null });
    const listed = [
      { text: "zoë ANN", isId: false, found: [found("a1", "Zoë Ann")] },
      { text: "Bo", isId: false, found: [found("a2", "Bo Lee")] },
      { text: "Cy", isId: false, found: [found("a3", "Cy"), found("a4", "Cy")] },
      { text: "Di", isId: false, found: [found("a5", "Di")] },
      { text: "nobody", isId: false, found: [] },
      { text: "1 234", isId: false, found: [], notSought: "No answer." },
      { text: "5 678", isId: false, found: [], notSought: "No answer." },
    ];
    const lines = listed.map((line) => ({ more: 0, notSought: null, ...line }));
    const list = "all of them";
    const records = [{ type: "practitioner", id: "a5" }];
    const typed = { ...emptyStatement, about: "list" as const, list, confirmed: { list, records, lines } };
    expect(leftOfList(typed)).toEqual({
      once: [{ type: "practitioner", id: "a1" }],
      unconfirmed: ["zoë ANN", "Bo", "Cy"],
      unknown: ["nobody"],
      notSought: [{ why: "No answer.", lines: ["1 234", "5 678"] }],
    });
    const nothing = { once: [], unconfirmed: [], unknown: [], notSought: [] };
    expect([leftOfList({ ...typed, list: "more" }), leftOfList({ ...typed, about: "people" })]).toEqual([
      nothing,
      nothing,
    ]);
  });

  test("is in the directories that were chosen", () => {
    const typed = { ...emptyStatement, facts: [phone], in: "referrers" as const };
    expect(statementFrom(typed)).toEqual({ missing: "Choose a referrer" });
    expect(statementFrom({ ...typed, referrerIds: ["ref_1"] })).toMatchObject({
      input: { scope: { referrerIds: ["ref_1"] } },
    });
  });

  test("is not asked for while a fact says nothing, or nobody is named", () => {
    const missing = (facts: readonly TypedFact[], more: object = {}) =>
      statementFrom({ ...emptyStatement, facts, ...more });
    expect(missing([phone, emptyFacts.plan])).toEqual({ missing: "Fill in what each fact says" });
    expect(missing([{ ...emptyFacts.plan, planId: "ins_1" }])).toEqual({ missing: "Say whom it is about" });
    expect(missing([phone], { about: "places" })).toEqual({ missing: "Choose a place" });
    expect(missing([phone], { about: "list" })).toEqual({ missing: "Paste ids or names" });
  });

  test("is named by all that was said, as one sentence", () => {
    const plan = { ...emptyFacts.plan, planId: "ins_1", planName: "Harbor Choice 1000", accepted: false };
    expect(namedFor([phone, plan])).toBe("Phone is now (415) 555-0186, no longer accepts Harbor Choice 1000");
    const value = { ...emptyFacts.value, field: "bookableOnline", label: "Bookable online", typed: "no", value: false };
    expect(namedFor([value])).toBe("Bookable online is now no");
    const long = namedFor([{ ...plan, planName: `x${"🦷".repeat(200)}` }]);
    expect([long.length, long.isWellFormed()]).toEqual([maxLength.name, true]);
  });
});
