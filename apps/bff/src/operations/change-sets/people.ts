import type { Action, Actor, ChangeSetPeople } from "@dc/contract";
import { compareNames } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectChangeSet, selectReferrersOfSet } from "#/store/tables/changes/change-sets.ts";
import { type PersonRow, selectPeopleWithRole } from "#/store/tables/people/people.ts";

/** Who sees all directories of a set, and who of them may approve it. */
export async function listPeopleOfSet(context: RequestContext, id: string): Promise<ChangeSetPeople> {
  const { connection, deps } = context;
  const { db } = deps.store;
  if ((await selectChangeSet(db, connection.id, id)) === undefined) throw operationError("not_found", "change-set");
  const referrers = await selectReferrersOfSet(db, id);
  const mayIn = ({ roles }: PersonRow, action: Action) => {
    const reach = reachIn({ roles, connection }, action);
    return reach === "all" || (reach !== "none" && referrers.every((one) => one !== null && reach.includes(one)));
  };
  const people = await selectPeopleWithRole(deps.wholeStore.db, connection.id);
  const items = people.flatMap((person) =>
    mayIn(person, "read") ? [{ id: person.id, name: person.name, mayApprove: mayIn(person, "approve") }] : [],
  );
  return { items: items.toSorted((a, b) => compareNames(a.name, b.name)) };
}

/** The people who are named as owner and reviewers of a set; refused where one of them cannot be. Null where none is named. */
export async function chosenPeople(
  context: RequestContext,
  id: string,
  { ownerId, reviewerIds }: { ownerId: string | undefined; reviewerIds: readonly string[] | undefined },
): Promise<{ owner: Actor | null; reviewers: Actor[] | null }> {
  if (ownerId === undefined && reviewerIds === undefined) return { owner: null, reviewers: null };
  const { items } = await listPeopleOfSet(context, id);
  const find = (personId: string, pointer: string, mayApprove: boolean): Actor => {
    const found = items.find((person) => person.id === personId && (person.mayApprove || !mayApprove));
    if (found === undefined) throw operationError("invalid_request", mayApprove ? "reviewer" : "owner", { pointer });
    return { kind: "person", id: found.id, name: found.name };
  };
  return {
    owner: ownerId === undefined ? null : find(ownerId, "/ownerId", false),
    reviewers: reviewerIds?.map((personId, index) => find(personId, `/reviewerIds/${index}`, true)) ?? null,
  };
}
