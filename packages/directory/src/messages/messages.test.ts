import { describe, expect, it } from "vitest";
import { reasonText } from "./reason.ts";
import { journalText } from "./journal-message.ts";

describe("a message that is kept as a code", () => {
  it("is described in words, with the names that were kept beside it", () => {
    expect(journalText({ code: "token.create", params: { by: "Ada Admin", name: "An app" } })).toBe(
      "Ada Admin created the token “An app”",
    );
    expect(
      journalText({
        code: "change.step",
        params: {
          step: "held",
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
        },
      }),
    ).toBe("Held: removes Plan One from Elm Street");
    expect(reasonText({ code: "refused", params: { together: 3, words: null, status: 422 } })).toBe(
      "The service refused all 3 changes of this record, which were sent in one request: status 422",
    );
    expect(reasonText({ code: "interrupted" })).toMatch(/stopped while this change was being sent/);
  });

  it("that this version does not know, or that lost its parameters, is reported by its code and throws nothing", () => {
    for (const kept of [{ code: "later.version" }, { code: "change.step", params: null }, { code: "toString" }])
      expect(journalText(kept)).toBe(`Unknown message (${kept.code})`);
    for (const kept of [null, [], "text", 1, {}]) expect(reasonText(kept)).toBe("Unknown message (no code)");
  });
});
