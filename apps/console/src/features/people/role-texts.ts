import { compareNames } from "@dc/directory";
import type { GivenRole, ListedPerson } from "@dc/contract";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { roleNames } from "#/connection/permissions.tsx";

type ShownRole = ListedPerson["roles"][number];

/** The roles in the connection in use, in words. */
export function rolesHere({ roles }: ListedPerson): ShownRole[] {
  return roles.filter(({ connectionId }) => connectionId === connectionInUse());
}

export function rolesText(person: ListedPerson): string {
  const words = rolesHere(person).map(({ role }) => roleNames[role].toLowerCase());
  return words.length === 0 ? "no access" : words.join(", ");
}

/** Roles that are given: "editor for 2 referrers, viewer". */
export function givenText(roles: readonly { role: GivenRole["role"]; referrers: readonly unknown[] | null }[]): string {
  const words = roles.map(({ role, referrers }) => {
    const name = roleNames[role].toLowerCase();
    return referrers === null
      ? name
      : `${name} for ${referrers.length === 1 ? "1 referrer" : `${referrers.length} referrers`}`;
  });
  return words.length === 0 ? "no access" : words.join(", ");
}

/** What somebody sees: all, or the names of the referrers of all their roles. */
export function seenText(person: ListedPerson): { count: string; names: string | null } {
  const roles = rolesHere(person);
  if (roles.length === 0) return { count: "nothing", names: null };
  if (roles.some(({ referrers }) => referrers === null)) return { count: "all", names: null };
  const seen = new Map(roles.flatMap(({ referrers }) => referrers?.map(({ id, name }) => [id, name] as const) ?? []));
  const names = [...seen.values()].toSorted(compareNames);
  const [first, second, ...more] = names;
  const shown = [first, second].filter((name) => name !== undefined).join(", ");
  return {
    count: names.length === 1 ? "1 referrer" : `${names.length} referrers`,
    names: more.length === 0 ? shown : `${shown} and ${more.length} more`,
  };
}

/** How somebody signs in: "password and code, or Harbour login". */
export function waysInText({ waysIn, hasSecondFactor }: ListedPerson, provider: string): string {
  const words = {
    password: hasSecondFactor ? "password and code" : "password",
    "identity-provider": provider,
    passkey: "passkey",
  } satisfies { [way in ListedPerson["waysIn"][number]]: string };
  return waysIn.map((way) => words[way]).join(hasSecondFactor ? ", or " : " or ");
}
