import { describe, expect, it } from "vitest";
import { reasonText } from "./reason.ts";
import { journalText } from "./journal-message.ts";

const removal = {
  change: {
    operation: { op: "remove", element: "ins_1" },
    field: "acceptedInsurances",
    kind: "set",
    baseSeen: null,
    valueBefore: null,
  },
  record: { type: "schedule", name: "Elm Street" },
  index: "idx_1",
  members: { ins_1: "Plan One" },
} as const;

describe("a message that is kept as a code", () => {
  it("is described in words, with the names that were kept beside it", () => {
    expect(journalText({ code: "token.create", params: { by: "Ada Admin", name: "An app" } })).toBe(
      "Ada Admin created the token “An app”",
    );
    expect(journalText({ code: "change.held", params: removal })).toBe("Held: removes Plan One from Elm Street");
    expect(reasonText({ code: "refused", params: { together: 3, words: null, status: 422 } })).toBe(
      "The service refused all 3 changes of this record, which were sent in one request: status 422",
    );
    expect(reasonText({ code: "interrupted" })).toMatch(/stopped while this change was being sent/);
  });

  it("keeps its words in their order whatever directions a name begins", () => {
    const told = (by: string) => journalText({ code: "claim.take-back", params: { by } });
    expect(told("Lucía \u202Eevil")).toBe("\u2068Lucía \u202Eevil\u2069 took back an answer");
    expect(told("a\u2067b\u2066c")).toBe("\u2068a\u2067b\u2066c\u2069\u2069\u2069 took back an answer");
    expect(told("a\u2069\u202Eb\u2066c\u2069")).toBe("\u2068a\u202Eb\u2066c\u2069\u2069 took back an answer");
    expect(told("د. نور")).toBe("د. نور took back an answer");
  });

  it("is told in the same words where an earlier version wrote it under another code", () => {
    expect(journalText({ code: "change.step", params: { step: "held", ...removal } })).toBe(
      "Held: removes Plan One from Elm Street",
    );
    const imported = { by: "Ada Admin", added: 2, changed: 1 };
    expect(journalText({ code: "plans.import", params: imported })).toBe(
      journalText({ code: "plan.import", params: imported }),
    );
    for (const [code, words] of [
      ["index-version.ask", "requested the index version"],
      ["index-version.refused", "Not created"],
      ["index-version.unknown", "Outcome unknown"],
      ["index-version.settle", "settled"],
      ["index-version.start", "staged in"],
      ["booking.create", "made a simulated booking"],
      ["change-set.open", "started a change set"],
      ["change.send", "be sent"],
      ["decision.accept-outside", "accepted the outside value"],
    ] as const)
      expect(journalText({ code, params: { record: {}, field: "specialty" } }), code).toContain(words);
  });

  it("that this version does not know, or that lost its parameters, is reported by its code and throws nothing", () => {
    for (const kept of [{ code: "later.version" }, { code: "change.step", params: null }, { code: "toString" }])
      expect(journalText(kept)).toBe(`Unknown message (${kept.code})`);
    for (const kept of [null, [], "text", 1, {}]) expect(reasonText(kept)).toBe("Unknown message (no code)");
  });
});
