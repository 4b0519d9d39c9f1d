import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConnectionId, ReferrerId, Role } from "@dc/contract";
import { z } from "zod";
import { issueMessage } from "#/http/middleware/issue-message.ts";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { SettingError } from "#/runtime/errors.ts";
import type { IdentityProviderSettings, RoleOfGroup } from "#/context/identity-provider.ts";

/** Where the provider sends people back to, below the console's address. */
const CALLBACK_PATH = "/sign-in/callback";

/** The settings of signing in with an identity provider, each as text of the environment. */
export const identityProviderEnvironment = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an https address", abort: true })
    .refine((text) => !/[?#]/.test(text), "must not have a query or a fragment")
    .refine(
      (text) => text.startsWith("https:") || isLoopback(new URL(text).hostname),
      "must be an https address, or on this machine's loopback address",
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().trim().max(40, "must have at most 40 characters").optional(),
  OIDC_SCOPE: z
    .string()
    .refine((text) => text.split(" ").includes("openid"), "must contain openid")
    .default("openid profile email"),
  OIDC_GROUPS_CLAIM: z.string().default("groups"),
  OIDC_GROUP_ROLES: z.string().optional(),
  OIDC_UNKNOWN_PEOPLE: z.enum(["refuse", "create"], "must be refuse or create").default("refuse"),
} as const;

type Environment = z.infer<z.ZodObject<typeof identityProviderEnvironment>> & { PUBLIC_URL?: string | undefined };

/** undefined without any of the settings; `given` has the names of all that are set. */
export function readIdentityProvider(
  settings: Environment,
  given: readonly string[],
): IdentityProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer === undefined) {
    const lone = Object.keys(identityProviderEnvironment).find((name) => given.includes(name));
    if (lone !== undefined) throw new SettingError("OIDC_ISSUER", `is required with ${lone}.`);
    return undefined;
  }
  if (clientId === undefined) throw new SettingError("OIDC_CLIENT_ID", "is required with OIDC_ISSUER.");
  if (clientSecret === undefined) throw new SettingError("OIDC_CLIENT_SECRET", "is required with OIDC_ISSUER.");
  if (settings.PUBLIC_URL === undefined)
    throw new SettingError("PUBLIC_URL", "is required with OIDC_ISSUER: the provider sends people back to it.");
  const groupRoles = settings.OIDC_GROUP_ROLES === undefined ? [] : readGroupRoles(resolve(settings.OIDC_GROUP_ROLES));
  if (settings.OIDC_UNKNOWN_PEOPLE === "create" && groupRoles.length === 0)
    throw new SettingError(
      "OIDC_GROUP_ROLES",
      "is required with OIDC_UNKNOWN_PEOPLE=create: only who has a group with a role comes in.",
    );
  return {
    issuer,
    clientId,
    clientSecret,
    redirectUri: new URL(CALLBACK_PATH, settings.PUBLIC_URL).href,
    label: settings.OIDC_LABEL ?? new URL(issuer).hostname,
    scope: settings.OIDC_SCOPE,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    groupRoles,
    unknownPeople: settings.OIDC_UNKNOWN_PEOPLE,
  };
}

const GroupRoles = z.array(
  z
    .strictObject({
      group: z.string().min(1),
      role: Role,
      connectionId: ConnectionId.default(CONNECTION_ID),
      referrers: z.array(ReferrerId).min(1).nullable().default(null),
    })
    .refine(({ role, referrers }) => role !== "admin" || referrers === null, {
      path: ["referrers"],
      message: "must be left out: who administers a connection sees all of it",
    }),
);

function readGroupRoles(path: string): RoleOfGroup[] {
  const refuse = (problem: string, cause?: unknown) =>
    new SettingError("OIDC_GROUP_ROLES", `${path}${problem}`, { cause });
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw refuse(" cannot be read.", error);
  }
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch (error) {
    throw refuse(": is not JSON.", error);
  }
  const parsed = GroupRoles.safeParse(table);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw refuse(" is not valid.");
  throw refuse(`: ${["", ...issue.path.map(String)].join("/")} ${issueMessage(issue)}.`);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
