import { type Action, doneOutOfUse, reachOf, rolesInWords, type RoleName } from "@dc/contract/access";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { connectionQuery } from "./queries.ts";
import { sessionQuery } from "./session-query.ts";

export const roleNames: { readonly [role in RoleName]: string } = {
  viewer: "Viewer",
  editor: "Editor",
  approver: "Approver",
  admin: "Administrator",
};

export interface Permissions {
  /** Whether the person may do this at all, perhaps for some referrers only. The server decides in the end. */
  may: (action: Action) => boolean;
  /** Whether the person may do it for every referrer of the connection. */
  mayForAll: (action: Action) => boolean;
  /** What the person would need, or why nobody may do it: "Needs the role editor or admin." */
  needed: (action: Action) => string;
}

/** What the signed-in person may do in the connection in use. Before the session is known nothing is hidden. */
export function usePermissions(): Permissions {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { data: isOutOfUse = false } = useQuery({
    ...connectionQuery,
    enabled: false,
    select: ({ isArchived }) => isArchived,
  });
  const isRefused = (action: Action) => isOutOfUse && !doneOutOfUse.includes(action);
  const reachTo = (action: Action) =>
    isRefused(action)
      ? "none"
      : session === undefined
        ? "all"
        : reachOf(
            (session.person?.roles ?? []).filter(({ connectionId }) => connectionId === connectionInUse()),
            action,
          );
  return {
    may: (action) => reachTo(action) !== "none",
    mayForAll: (action) => reachTo(action) === "all",
    needed: (action) =>
      isRefused(action)
        ? "This connection is out of use."
        : reachTo(action) === "none"
          ? `Needs the role ${rolesInWords(action)}.`
          : "Needs a role that is not limited to some referrers.",
  };
}

/** Shows what takes a permission to whoever has it, and to others what they would need, or nothing. */
export function Permitted({
  action,
  forAll = false,
  says = false,
  children,
}: {
  action: Action;
  /** It touches every referrer of the connection. */
  forAll?: boolean;
  /** In place of the hidden content, names the role that would be needed. */
  says?: boolean;
  children: ReactNode;
}) {
  const { may, mayForAll, needed } = usePermissions();
  if (forAll ? mayForAll(action) : may(action)) return children;
  return says ? <span style={{ color: "var(--dc-ink-3)" }}>{needed(action)}</span> : null;
}
