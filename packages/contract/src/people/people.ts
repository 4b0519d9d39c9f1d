import { z } from "zod";
import { ConnectionId } from "#/connections/connection.ts";
import { Actor, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { PasskeyId } from "#/account/passkeys.ts";
import { ReferrerId } from "#/directories/referrers.ts";
import { CodeInput, Email, Password, Role } from "#/account/session.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const PersonId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, "must be the id of a person");
export const PersonName = trimmedText().min(1).max(maxLength.personName);

/** A role as it is given: for all referrers of the connection, or for these alone. */
export const GivenRole = z
  .strictObject({ role: Role, referrers: z.array(ReferrerId).max(1000).nullable().default(null) })
  .meta({ id: "GivenRole" });
export type GivenRole = z.infer<typeof GivenRole>;

/** All roles of one person in one connection; an empty list takes the access away. */
export const RolesInput = z
  .strictObject({
    roles: z.array(GivenRole).max(4),
    rolesVersion: z
      .string()
      .max(64)
      .describe("That of the person whose roles were seen; refused if they changed since"),
  })
  .meta({ id: "RolesInput" });
export type RolesInput = z.infer<typeof RolesInput>;

const ShownRole = z
  .strictObject({
    connectionId: ConnectionId,
    role: Role,
    referrers: z
      .array(z.strictObject({ id: ReferrerId, name: z.string() }))
      .nullable()
      .describe("The referrers that the role is limited to; null for all"),
  })
  .meta({ id: "ShownRole" });

export const waysIn = ["password", "identity-provider", "passkey"] as const;

/** Somebody with an account, as administrators see it. */
export const ListedPerson = z
  .strictObject({
    id: PersonId,
    name: z.string(),
    email: z.string(),
    state: z
      .enum(["active", "invited", "disabled"])
      .describe("`invited`: has not entered yet; `disabled`: cannot sign in, and the name stays in the record"),
    roles: z.array(ShownRole).describe("In the connections that the caller administers"),
    rolesVersion: z.string().describe("Changes with the roles of the person in any connection; giving roles names it"),
    isManaged: z
      .boolean()
      .describe(
        "Whether the caller administers every connection in which the person has a role, and so may disable or reset",
      ),
    waysIn: z.array(z.enum(waysIn)).describe("How the person can sign in; none before an invitation was accepted"),
    areRolesFromGroups: z
      .boolean()
      .describe("Whether groups of the identity provider decide about the roles, at each sign-in with it"),
    hasSecondFactor: z.boolean().describe("Whether a code is asked for at sign-in, beside the password"),
    lastSeenAt: Timestamp.nullable().describe("The last use of a session that has not ended"),
    disabledAt: Timestamp.nullable(),
    disabledBy: Actor.nullable(),
    link: z
      .strictObject({ kind: z.enum(["invitation", "reset"]), expiresAt: Timestamp })
      .nullable()
      .describe("The one-time link that was made last, while it was neither used nor withdrawn"),
  })
  .meta({ id: "ListedPerson" });
export type ListedPerson = z.infer<typeof ListedPerson>;

export const PeopleQuery = PageQuery.extend({
  q: z.string().max(maxLength.search).optional().describe("Search text for name or e-mail address"),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const PeoplePage = pageOf(ListedPerson)
  .extend({ counts: z.strictObject({ active: z.int(), invited: z.int(), disabled: z.int() }) })
  .meta({ id: "PeoplePage" });
export type PeoplePage = z.infer<typeof PeoplePage>;

export const InvitePersonInput = z
  .strictObject({
    name: PersonName,
    email: Email,
    roles: z
      .array(GivenRole.extend({ connectionId: ConnectionId }))
      .min(1)
      .max(200),
  })
  .meta({ id: "InvitePersonInput" });
export type InvitePersonInput = z.infer<typeof InvitePersonInput>;

/** A one-time link, whose secret is in this answer alone. No mail is sent: an administrator hands it over. */
export const PersonLink = z
  .strictObject({
    person: ListedPerson,
    kind: z.enum(["invitation", "reset"]),
    secret: z.string().describe("Belongs behind `/join#` in the address of the console"),
    expiresAt: Timestamp,
  })
  .meta({ id: "PersonLink" });
export type PersonLink = z.infer<typeof PersonLink>;

/** Sets the password of whoever a one-time link was made for, and signs in. */
export const JoinInput = z
  .strictObject({ secret: z.string().min(20).max(200), password: Password })
  .meta({ id: "JoinInput" });
export type JoinInput = z.infer<typeof JoinInput>;

export const LinkSecret = JoinInput.pick({ secret: true }).meta({ id: "LinkSecret" });
export type LinkSecret = z.infer<typeof LinkSecret>;

/** Whose account a one-time link is for. */
export const LinkedAccount = z
  .strictObject({ kind: PersonLink.shape.kind, name: z.string(), email: z.string(), expiresAt: Timestamp })
  .meta({ id: "LinkedAccount" });
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** The account of the signed-in person. */
export const Account = z
  .strictObject({
    id: PersonId,
    name: z.string(),
    email: z.string(),
    password: z.strictObject({ changedAt: Timestamp }).nullable().describe("null where the person has no password"),
    passkeys: z.array(
      z.strictObject({ id: PasskeyId, name: z.string(), addedAt: Timestamp, lastUsedAt: Timestamp.nullable() }),
    ),
    identityProvider: z
      .strictObject({
        label: z.string(),
        linked: z.strictObject({ since: Timestamp, lastUsedAt: Timestamp }).nullable(),
      })
      .nullable()
      .describe("The identity provider, and whether the account is linked with it; null where there is none"),
    secondFactor: z
      .strictObject({ since: Timestamp, recoveryCodesLeft: z.int() })
      .nullable()
      .describe("The app whose codes are asked for at sign-in; null where the password is enough"),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof Account>;

export const ChangePasswordInput = z
  .strictObject({ currentPassword: z.string().min(1).max(128), newPassword: Password })
  .meta({ id: "ChangePasswordInput" });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

export const OwnPasswordInput = z
  .strictObject({ password: z.string().min(1).max(128) })
  .meta({ id: "OwnPasswordInput" });
export type OwnPasswordInput = z.infer<typeof OwnPasswordInput>;

export const PasswordAndCodeInput = OwnPasswordInput.extend(CodeInput.shape).meta({ id: "PasswordAndCodeInput" });
export type PasswordAndCodeInput = z.infer<typeof PasswordAndCodeInput>;

/** What an app that shows codes needs, as text and as an address for a picture. */
export const SecondFactorStart = z
  .strictObject({ secret: z.string(), uri: z.string() })
  .meta({ id: "SecondFactorStart" });
export type SecondFactorStart = z.infer<typeof SecondFactorStart>;

/** Each signs in once, instead of a code of the app. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const SessionId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, "must be the id of a session");

/** A place where the person is signed in. */
export const OwnSession = z
  .strictObject({
    id: SessionId,
    isThis: z.boolean().describe("Whether this request is made with it"),
    startedAt: Timestamp,
    lastUsedAt: Timestamp.describe("To the hour"),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: "OwnSession" });
export type OwnSession = z.infer<typeof OwnSession>;

export const OwnSessionList = z.strictObject({ items: z.array(OwnSession) }).meta({ id: "OwnSessionList" });
export type OwnSessionList = z.infer<typeof OwnSessionList>;

export const EndSessionsQuery = z.strictObject({
  keep: z.enum(["this", "none"]).default("none").describe("`this`: the session of this request goes on"),
});
export type EndSessionsQuery = z.infer<typeof EndSessionsQuery>;
