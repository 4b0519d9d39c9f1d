import type * as Domain from "@dc/directory";
import { allFlags, fieldKinds } from "@dc/directory";
import { z } from "zod";
import { FieldKey, RecordKey } from "#/ids.ts";
import { Json } from "#/json.ts";

/** The value of one field in a record; absent if the response lacks the field. */
export const Reading = z
  .union([z.strictObject({ value: Json }), z.strictObject({ absent: z.literal(true) })])
  .meta({ id: "Reading" });

export const FieldKind = z.enum(fieldKinds);
export const Verdict = z.enum(["same", "ours", "base moved", "conflict", "differs"]);
export type Verdict = z.infer<typeof Verdict>;
export const Flag = z.enum(allFlags);
export type Flag = z.infer<typeof Flag>;
export const Policy = z.enum(["pin", "follow"]);
export type Policy = z.infer<typeof Policy>;

export const ChangeState = z.enum([
  "draft",
  "in review",
  "approved",
  "queued",
  "sending",
  "applied",
  "held",
  "failed",
  "unknown",
  "deferred",
  "rejected",
  "withdrawn",
  "reverted",
]);
export type ChangeState = z.infer<typeof ChangeState>;

export const ChangeSetState = z.enum([
  "draft",
  "in review",
  "approved",
  "checking",
  "queued",
  "applying",
  "applied",
  "partly applied",
  "held",
  "failed",
  "rejected",
  "withdrawn",
  "reverted",
]);
export type ChangeSetState = z.infer<typeof ChangeSetState>;

/** The values of a field or part; null if there is none, or if it was not read. */
export const Values = z
  .strictObject({
    original: Reading.nullable(),
    baseline: Reading.nullable(),
    base: Reading.nullable(),
    index: Reading.nullable(),
    known: Reading.nullable(),
    wanted: Reading.nullable(),
    effective: Reading.nullable(),
    preview: Reading.nullable(),
  })
  .meta({ id: "Values" });

export const OverrideMark = z
  .strictObject({ changeId: z.string(), state: ChangeState, policy: Policy })
  .meta({ id: "OverrideMark" });

/** A member of a set, a phone, or the number, extension, label or order of a phone. */
export const PartComparison: z.ZodType<Domain.PartComparison> = z
  .strictObject({
    key: z.string(),
    verdict: Verdict.nullable(),
    flags: z.array(Flag),
    values: Values,
    override: OverrideMark.nullable(),
    drafts: z.array(z.string()),
    get parts() {
      return z.array(PartComparison);
    },
  })
  .meta({ id: "PartComparison" });

export const FieldComparison = z
  .strictObject({
    key: FieldKey,
    kind: FieldKind,
    verdict: Verdict.nullable(),
    flags: z.array(Flag),
    values: Values,
    override: OverrideMark.nullable(),
    drafts: z.array(z.string()),
    parts: z.array(PartComparison),
  })
  .meta({ id: "FieldComparison" });

/**
 * How many leaf parts (members of sets, phones, undivided fields) have each verdict or changed outside, and how many
 * changes are held or drafts.
 */
export const VerdictCounts = z
  .strictObject({
    same: z.int(),
    ours: z.int(),
    "base moved": z.int(),
    conflict: z.int(),
    differs: z.int(),
    outside: z.int(),
    held: z.int(),
    drafts: z.int(),
  })
  .meta({ id: "VerdictCounts" });
export type VerdictCounts = z.infer<typeof VerdictCounts>;

export const RecordComparison = z
  .strictObject({
    record: RecordKey,
    presence: z.enum(["both", "missing here", "missing in standard", "in neither", "not read"]),
    verdict: Verdict.nullable(),
    flags: z.array(Flag),
    drafts: z.array(z.string()).describe("Staged creations and deletions of the record itself"),
    fields: z.array(FieldComparison),
    counts: VerdictCounts,
  })
  .meta({ id: "RecordComparison" });

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
/** Fails to compile if the schemas and the domain's types differ. */
export const comparisonMatchesDomain: [
  Same<z.infer<typeof RecordComparison>, Domain.RecordComparison>,
  Same<z.infer<typeof ChangeState>, Domain.ChangeState>,
  Same<z.infer<typeof ChangeSetState>, Domain.ChangeSetState>,
  Same<z.infer<typeof VerdictCounts>, Domain.VerdictCounts>,
] = [true, true, true, true];
