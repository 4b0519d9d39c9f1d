import { describe, expect, it } from "vitest";
import type { Json } from "#/json/json.ts";
import { createProfile } from "#/profile/profile.ts";
import { readableWords, readRefusal } from "./read-refusal.ts";

const profile = createProfile({
  extends: "default",
  name: "detailed",
  errors: {
    code: "/code",
    field: "/member",
    words: ["/title", "/detail"],
    details: { at: "/errors", field: "/source/member", words: "/said", code: "/rule" },
    reasons: [
      { status: 409, code: "slot-gone", reason: "conflict", words: "The slot is taken." },
      { status: 409, code: "slot-none", reason: "conflict", words: "The schedule does not offer the slot." },
      { status: 409, code: "bad", field: "X-Catalogue", reason: "unknown-index" },
      { status: 409, code: "full", reason: "conflict" },
      { status: 409, code: "closed", reason: "conflict" },
      { status: 404, field: "X-Catalogue", reason: "unknown-index" },
      { status: 404, reason: "missing" },
    ],
    byStatus: { "409": { words: "It conflicts with what is there." }, "503": { code: "resting", words: "Later." } },
  },
});

function refusalOf(status: number, body: Json, by = profile) {
  const response = { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  return readRefusal(by, { response, requestId: null, retryAfterMs: null } as never);
}

it("an error is told apart by its type beside its code, and a type that is looked for nowhere is refused", () => {
  const reasons = [
    { status: 400, type: "index_error", reason: "unknown-index" },
    { status: 400, type: "invalid_request", code: "missing", reason: "missing" },
  ];
  const typed = (errors: object) =>
    createProfile({ extends: "default", name: "typed", errors: { reasons, ...errors } });
  const reasonOf = (error: object) => {
    const response = { status: 400, headers: {}, body: Buffer.from(JSON.stringify({ error })) };
    const by = typed({ type: "/error/type", code: "/error/code" });
    return readRefusal(by, { response, requestId: null, retryAfterMs: null } as never).reason;
  };
  expect(reasonOf({ type: "index_error", code: "missing" })).toBe("unknown-index");
  expect(reasonOf({ type: "invalid_request", code: "missing" })).toBe("missing");
  expect(reasonOf({ type: "other", code: "missing" })).toBe("other");
  expect(() => typed({ code: "/error/code" })).toThrow(
    /\/errors\/reasons\/0\/type.*say in \/errors\/type where an error has it/,
  );
});

describe("an error answer of several parts", () => {
  it("is read with every detail, and matched by the code or the field of any of them", () => {
    const refused = refusalOf(409, {
      title: "Not booked",
      detail: "See the errors.",
      errors: [
        { source: { member: "startAt" }, said: "Mrs Doe has it.", rule: "slot-gone" },
        { said: 7 },
        { other: "nothing that the profile names" },
        "text",
      ],
    });
    expect(refused).toMatchObject({
      reason: "conflict",
      code: "slot-gone",
      field: "startAt",
      words: "Not booked: See the errors.",
      details: [
        { field: "startAt", words: "Mrs Doe has it.", code: "slot-gone" },
        { field: null, words: "7", code: null },
      ],
      known: [{ code: "slot-gone", words: "The slot is taken." }],
    });
    expect(readableWords(refused)).toBe("Not booked: See the errors. startAt: Mrs Doe has it.; 7");
    expect(refusalOf(404, { errors: [{ source: { member: "x-catalogue" } }] }).reason).toBe("unknown-index");
    expect(refusalOf(404, { errors: [{ source: { member: "id" } }] }).reason).toBe("missing");
  });

  it("says what the profile knows of its status where it knows no code of it", () => {
    expect(refusalOf(409, { errors: [{ rule: "Jane Doe" }] }).known).toEqual([
      { code: null, words: "It conflicts with what is there." },
    ]);
    expect(refusalOf(503, { errors: [{ rule: "resting" }] }).known).toEqual([{ code: "resting", words: "Later." }]);
    expect(refusalOf(418, {}).known).toEqual([]);
  });

  it("is matched by a code and a field of which the body says the one and a detail the other", () => {
    const reasonOf = (body: Json) => refusalOf(409, body).reason;
    expect(reasonOf({ code: "bad", errors: [{ source: { member: "x-catalogue" } }] })).toBe("unknown-index");
    expect(reasonOf({ member: "x-catalogue", errors: [{ rule: "bad" }] })).toBe("unknown-index");
    expect(reasonOf({ code: "bad", errors: [{ source: { member: "x-catalogue" }, rule: "other" }] })).toBe("other");
    expect(reasonOf({ errors: [{ source: { member: "x-catalogue" } }, { rule: "bad" }] })).toBe("other");
  });

  it("says once what the profile has for its status where no code of it has words", () => {
    const words = "It conflicts with what is there.";
    expect(refusalOf(409, { errors: [{ rule: "full" }, { rule: "closed" }] }).known).toEqual([
      { code: "full", words },
      { code: "closed", words: null },
    ]);
    expect(refusalOf(409, { errors: [{ rule: "full" }, { rule: "slot-gone" }] }).known).toEqual([
      { code: "slot-gone", words: "The slot is taken." },
      { code: "full", words: null },
    ]);
  });

  it("is bounded, and says a part once", () => {
    const long = "x".repeat(600);
    const refused = refusalOf(422, {
      title: "Same.",
      detail: "Same.",
      errors: Array.from({ length: 30 }, () => ({ said: long, source: { member: long }, rule: long })),
    });
    expect(refused.words).toBe("Same.");
    expect(refused.details).toHaveLength(20);
    for (const { field, words, code } of refused.details)
      expect([field?.length, words?.length, code?.length]).toEqual([500, 500, 500]);
    expect(refusalOf(422, { errors: { said: "no list" } }).details).toEqual([]);
    const some = createProfile({
      extends: "default",
      name: "t",
      errors: { details: { at: "/errors", words: "", statuses: [400] } },
    });
    const listed = (status: number) => refusalOf(status, { errors: ["too long"] }, some).details.length;
    expect([listed(400), listed(404)]).toEqual([1, 0]);
  });

  it("reads entries that are texts", () => {
    const plain = createProfile({ extends: "default", name: "t", errors: { details: { at: "", words: "" } } });
    const response = { status: 400, headers: {}, body: Buffer.from('["One.", "Two."]') };
    const refused = readRefusal(plain, { response, requestId: null, retryAfterMs: null } as never);
    expect(readableWords(refused)).toBe("One.; Two.");
  });
});
