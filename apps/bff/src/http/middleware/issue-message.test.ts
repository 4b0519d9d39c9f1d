import { expect, test } from "vitest";
import { z } from "zod";
import { issueMessage } from "./issue-message.ts";

const kind = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), text: z.string() }),
  z.strictObject({ kind: z.literal("list") }),
]);

const cases: readonly (readonly [z.ZodType, unknown, string])[] = [
  [z.string(), undefined, "is required"],
  [z.string(), 5, "must be text"],
  [z.string(), null, "must be text"],
  [z.int(), "5", "must be a number"],
  [z.int(), 5.5, "must be a whole number"],
  [z.coerce.number(), "five", "must be a number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.array(z.string()), {}, "must be a list"],
  [z.strictObject({}), [], "must be an object"],
  [z.record(z.string(), z.string()), "x", "must be an object"],
  [z.coerce.number().max(200), "201", "must be at most 200"],
  [z.number().lt(200), 200, "must be less than 200"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be greater than 0"],
  [z.number().multipleOf(5), 3, "must be a multiple of 5"],
  [z.string().max(3), "four", "must have at most 3 characters"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(2), "x", "must have at least 2 characters"],
  [z.string().length(2), "x", "must have exactly 2 characters"],
  [z.array(z.string()).max(1), ["a", "b"], "must have at most 1 entry"],
  [z.array(z.string()).min(1), [], "must not be empty"],
  [z.enum(["a", "b", "c"]), "d", "must be one of a, b, c"],
  [z.literal("a"), "d", "must be a"],
  [z.email(), "x", "must be an e-mail address"],
  [z.url(), "x", "must be a web address"],
  [z.iso.date(), "x", "must be a date, YYYY-MM-DD"],
  [z.iso.datetime(), "x", "must be a date and time, such as 2026-11-20T09:00:00Z"],
  [z.string().regex(/^a$/), "b", "does not have the expected format"],
  [z.string().regex(/^a$/, "must be an a"), "b", "must be an a"],
  [z.string().refine((text) => text === "a"), "b", "is not valid"],
  [z.union([z.string(), z.strictObject({})]), 5, "must be text or an object"],
  [z.union([z.string(), z.strictObject({})]), undefined, "is required"],
  [
    z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
    {},
    "does not have any of the expected forms",
  ],
  [kind, { kind: "other" }, "must be one of text, list"],
  [kind, {}, "must be one of text, list"],
  [kind, 5, "must be an object"],
  [kind, undefined, "is required"],
  [z.strictObject({}), { a: 1, b: 2 }, "has unknown fields: a, b"],
];

test.each(cases.map(([schema, value, words]) => ({ schema, value, words })))(
  "%# $value: $words",
  ({ schema, value, words }) => {
    expect(schema.safeParse(value).error?.issues.map(issueMessage)).toEqual([words]);
  },
);
