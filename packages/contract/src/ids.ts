import { invisibleSignIn } from "@dc/directory";
import { z } from "zod";
import { maxLength } from "./limits.ts";
import { trimmedText } from "./trimmed-text.ts";

/** Ids of the service are opaque: one path segment, no control characters, at most 128 characters. */
const serviceId = trimmedText()
  .min(1)
  .max(maxLength.serviceId)
  .regex(/^[^\s/\\?#%\u0000-\u001f\u007f]+$/, "must be one id without spaces, slashes, ?, # or %")
  .refine((id) => invisibleSignIn(id) === null, {
    error: ({ input }) => `must be one id without invisible characters; it has ${invisibleSignIn(String(input)) ?? ""}`,
  });

export const IndexId = serviceId.describe("Id of an index version, such as `idx_standard`");
export const RecordId = serviceId.describe("Id of a record of the service");
export const RecordType = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z][A-Za-z0-9]*$/, "must be a record type of the profile, such as `practitioner`");
export const FieldKey = z
  .string()
  .min(1)
  .max(512)
  .describe("A meaning (`phones`) or a JSON Pointer into the record (`/practice_areas`)");

/** An id that the console assigns: a prefix and 16 characters. */
export const prefixedId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{16}$`), `must be ${prefix}_ and exactly 16 letters or digits`);

export const RecordKey = z.strictObject({ type: RecordType, id: RecordId }).meta({ id: "RecordKey" });
export type RecordKey = z.infer<typeof RecordKey>;

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });
export const Day = z.iso.date();

/** Who did something: a person, a token, whoever was given the link of a brief, or the console itself. */
export const Actor = z
  .strictObject({ kind: z.enum(["person", "token", "link", "console"]), id: z.string(), name: z.string() })
  .meta({ id: "Actor" });
export type Actor = z.infer<typeof Actor>;
