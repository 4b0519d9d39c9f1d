import { z } from "zod";
import { roles } from "#/people/access.ts";
import { ConnectionId } from "#/connections/connection.ts";
import { maxLength } from "#/limits.ts";
import { ReferrerId } from "#/directories/referrers.ts";
import { trimmedText } from "#/trimmed-text.ts";

// The length is checked first, so that the pattern never runs on a very long text.
export const Email = z.string().max(254, { abort: true }).check(z.email());
export const Password = z.string().min(8, "must have at least 8 characters; 15 or more are better").max(128);

export const SignInInput = z
  .strictObject({ email: Email, password: z.string().min(1).max(128) })
  .meta({ id: "SignInInput" });
export type SignInInput = z.infer<typeof SignInInput>;

/** A code of the app (six digits) or a recovery code; spaces and hyphens do not count. */
export const CodeInput = z.strictObject({ code: trimmedText().min(6).max(40) }).meta({ id: "CodeInput" });
export type CodeInput = z.infer<typeof CodeInput>;

/** The password was right; `POST /session/code` signs in. What it needs is in a cookie that lasts five minutes. */
export const SecondStep = z.strictObject({ next: z.literal("code") }).meta({ id: "SecondStep" });
export type SecondStep = z.infer<typeof SecondStep>;

/** Creates the first administrator, once, with the link that the server printed at its first start. */
export const SetUpInput = z
  .strictObject({
    setUpToken: z.string().min(20).max(200),
    name: trimmedText().min(1).max(maxLength.personName),
    email: Email,
    password: Password,
  })
  .meta({ id: "SetUpInput" });
export type SetUpInput = z.infer<typeof SetUpInput>;

export const Role = z.enum(roles).meta({ id: "Role" });
export type Role = z.infer<typeof Role>;

export const HeldRole = z
  .strictObject({
    connectionId: ConnectionId,
    role: Role,
    referrers: z
      .array(ReferrerId)
      .readonly()
      .nullable()
      .describe("The referrers that the role is limited to; null for all"),
  })
  .meta({ id: "HeldRole" });
export type HeldRole = z.infer<typeof HeldRole>;

export const Person = z
  .strictObject({ id: z.string(), name: z.string(), email: z.string(), roles: z.array(HeldRole) })
  .meta({ id: "Person" });
export type Person = z.infer<typeof Person>;

/** `person` is null when nobody is signed in; `setUpNeeded` while there is no administrator yet. */
export const Session = z.strictObject({ person: Person.nullable(), setUpNeeded: z.boolean() }).meta({ id: "Session" });
export type Session = z.infer<typeof Session>;
