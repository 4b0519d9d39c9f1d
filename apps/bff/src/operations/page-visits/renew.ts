import type { OtherVisitors, VisitedPage } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { limitedContext, reachIn } from "#/context/reach.ts";
import { operationError } from "#/runtime/errors.ts";
import { type PersonRow, selectPerson } from "#/store/tables/people/people.ts";
import { ALIVE_MS, renewVisit, selectOtherVisitors } from "#/store/tables/activity/page-visits.ts";
import { isPageSeen, pageKey } from "./page.ts";

const MOST_OTHERS = 20;
/** So many of those who are there are asked about, since each costs a query or two. */
const MOST_ASKED = 100;

/** Says that the caller looks at a page, and answers who else does, of those who may still see it. */
export async function renewPageVisit(
  context: RequestContext,
  { id, page }: { id: string; page: VisitedPage },
): Promise<OtherVisitors> {
  const { connection, deps, personId } = context;
  if (!(await isPageSeen(context, page))) throw operationError("not_found", "page", { pointer: "/page" });
  const now = deps.clock.now();
  const aliveSince = new Date(now.getTime() - ALIVE_MS);
  const visit = { id, personId, connectionId: connection.id, page: pageKey(page) };
  const { db } = deps.wholeStore;
  await renewVisit(db, visit, { now, aliveSince });
  const people: { id: string; name: string }[] = [];
  for (const otherId of await selectOtherVisitors(db, visit, { aliveSince, limit: MOST_ASKED })) {
    if (people.length === MOST_OTHERS) break;
    const person = await selectPerson(db, otherId);
    if (person !== undefined && (await mayStillSee(context, person, page)))
      people.push({ id: person.id, name: person.name });
  }
  return { people };
}

/**
 * Roles may have changed since they came. A page of the standard index, which all see, names those who also see something else
 * of the caller's.
 */
async function mayStillSee(context: RequestContext, person: PersonRow, page: VisitedPage): Promise<boolean> {
  const reach = reachIn({ roles: person.roles, connection: context.connection }, "read");
  if (reach === "none" || !shareReferrer(context.reach, reach)) return false;
  const { deps } = context;
  const whole = { ...context, deps: { ...deps, store: deps.wholeStore } };
  return await isPageSeen(limitedContext(whole, reach), page);
}

function shareReferrer(ours: RequestContext["reach"], theirs: RequestContext["reach"]): boolean {
  return ours === "all" || theirs === "all" || ours.some((id) => theirs.includes(id));
}
