import type { PutOffInput, TakeUpInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { deletePutOff, upsertPutOff } from "#/store/tables/activity/put-off-entries.ts";
import { inboxRows } from "#/views/inbox-rows.ts";

/** Puts off what waits for the caller: each entry as it is now, or was on screen, so that it waits again once something new comes of it. */
export async function putOffInInbox(context: RequestContext, { ids, until, shownUntil }: PutOffInput): Promise<void> {
  const { connection, deps, personId } = context;
  const asked = new Set(ids);
  const { rows } = await inboxRows(context);
  const isShown = (at: Date) => shownUntil === undefined || at.getTime() <= Date.parse(shownUntil);
  const entries = rows.flatMap(({ id, at }) => (asked.has(id) && isShown(at) ? [{ id, at }] : []));
  await upsertPutOff(deps.wholeStore.db, {
    connectionId: connection.id,
    personId,
    entries,
    until: until === null ? null : new Date(until),
  });
}

export async function takeUpInInbox(
  { connection, deps, personId }: RequestContext,
  { ids }: TakeUpInput,
): Promise<void> {
  await deletePutOff(deps.wholeStore.db, { connectionId: connection.id, personId, ids });
}
