import { z } from "zod";
import { ApprovalSettings } from "#/changes/change-sets.ts";
import { RecordId, Timestamp } from "#/ids.ts";
import { Json } from "#/json.ts";
import { trimmedText } from "#/trimmed-text.ts";

/** What a connection is given besides its key. */
const settings = {
  name: trimmedText().min(1, "must not be empty").max(80, "must have at most 80 characters"),
  mode: z.enum(["test", "live"]),
  baseUrl: trimmedText().min(1, "must not be empty").max(500, "must have at most 500 characters"),
  apiVersion: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date, YYYY-MM-DD")
    .nullable()
    .describe("null for the version that the profile names"),
  requestBudget: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(60_000, "must be at most 60000")
    .nullable()
    .describe("Calls a minute at most; null for no limit of ours"),
  staleAfterHours: z.int("must be a whole number").min(1, "must be at least 1").max(9_999, "must be at most 9999"),
  recordsAtOnce: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(64, "must be at most 64")
    .describe("How many records of a change set are sent at once, once its first write is proven"),
};

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must consist of printable characters without spaces")
  .max(500, "must have at most 500 characters");
const profile = z
  .union([z.enum(["default", "with-writes"]), z.record(z.string(), Json)])
  .describe("A profile that comes with the console, or one in full");
const typedName = z
  .string()
  .nullable()
  .default(null)
  .describe("The name typed once more: needed for a live connection, where what is applied is real");
const subjects = {
  practitioner: RecordId.optional().describe("A practitioner that the test reads"),
  schedule: RecordId.optional().describe("A schedule that the test reads"),
};

export const AddConnectionInput = z
  .strictObject({
    ...settings,
    recordsAtOnce: settings.recordsAtOnce.default(4),
    apiKey,
    profile,
    typedName,
    approvals: ApprovalSettings.prefault({ required: 0, ownCounts: false }),
    untested: z.boolean().default(false).describe("Adds a live connection although its service could not be asked"),
  })
  .meta({ id: "AddConnectionInput" });
export type AddConnectionInput = z.infer<typeof AddConnectionInput>;

export const UpdateConnectionInput = z
  .strictObject({
    version: z.int(),
    name: settings.name.optional(),
    mode: settings.mode.optional(),
    baseUrl: settings.baseUrl.optional(),
    apiKey: apiKey
      .nullable()
      .default(null)
      .describe(
        "The key of the service: needed with another base address, where the kept one is never sent, and taken with another mode",
      ),
    apiVersion: settings.apiVersion.optional(),
    requestBudget: settings.requestBudget.optional(),
    staleAfterHours: settings.staleAfterHours.optional(),
    recordsAtOnce: settings.recordsAtOnce.optional(),
    approvals: ApprovalSettings.optional().describe(
      "What a change needs; of the connection of the settings of the server, nothing else can be changed here",
    ),
    archived: z.boolean().optional().describe("true takes it out of use, false into use again; nothing is deleted"),
    typedName,
  })
  .meta({ id: "UpdateConnectionInput" });
export type UpdateConnectionInput = z.infer<typeof UpdateConnectionInput>;

export const RotateKeyInput = z
  .strictObject({
    version: z.int(),
    apiKey,
    untested: z.boolean().default(false).describe("Takes the key although the service could not be asked about it"),
  })
  .meta({ id: "RotateKeyInput" });
export type RotateKeyInput = z.infer<typeof RotateKeyInput>;

export const TestConnectionInput = z
  .strictObject({
    mode: settings.mode,
    baseUrl: settings.baseUrl,
    apiKey,
    apiVersion: settings.apiVersion,
    profile,
    ...subjects,
  })
  .meta({ id: "TestConnectionInput" });
export type TestConnectionInput = z.infer<typeof TestConnectionInput>;

export const ConnectionFinding = z
  .strictObject({
    outcome: z
      .enum(["holds", "fails", "undecided", "not-tried", "held"])
      .describe("`undecided`: no answer can tell; `held`: changes are held instead of sent"),
    title: z.string(),
    detail: z.string(),
    pointer: z.string().nullable().describe("The entry of the profile that it is about; null for none"),
  })
  .meta({ id: "ConnectionFinding" });
export type ConnectionFinding = z.infer<typeof ConnectionFinding>;

export const ConnectionTest = z
  .strictObject({
    at: Timestamp,
    calls: z.int().describe("How many calls were made; all of them documented reads"),
    durationMs: z.int(),
    findings: z.array(ConnectionFinding),
  })
  .meta({ id: "ConnectionTest" });
export type ConnectionTest = z.infer<typeof ConnectionTest>;
