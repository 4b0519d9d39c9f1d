import type { GivenRole } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { administered } from "#/operations/people/list.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectReferrerNames } from "#/store/tables/directories/referrers.ts";

/** Refuses roles in a connection that cannot be given there, or not by the caller. `pointerOf` names a role of the body. */
export async function refuseUngivable(
  context: RequestContext,
  connectionId: string,
  roles: readonly GivenRole[],
  pointerOf: (index: number) => string,
): Promise<void> {
  if (!administered(context).has(connectionId)) throw operationError("forbidden", "other-connection");
  const known = await selectReferrerNames(
    context.deps.wholeStore.db,
    connectionId,
    roles.flatMap(({ referrers }) => referrers ?? []),
  );
  const errors = roles.flatMap(({ role, referrers }, index) => {
    const pointer = pointerOf(index);
    if (roles.findIndex((given) => given.role === role) !== index)
      return [{ pointer: `${pointer}/role`, detail: "is given twice" }];
    if (referrers === null) return [];
    if (role === "admin")
      return [{ pointer: `${pointer}/referrers`, detail: "must be null: who administers a connection sees all of it" }];
    if (referrers.length === 0)
      return [{ pointer: `${pointer}/referrers`, detail: "must name a referrer, or be null for all of them" }];
    return referrers.flatMap((id, place) =>
      known.has(id) ? [] : [{ pointer: `${pointer}/referrers/${place}`, detail: "is not the id of a referrer here" }],
    );
  });
  if (errors.length > 0) throw operationError("invalid_request", "roles", { errors });
}
