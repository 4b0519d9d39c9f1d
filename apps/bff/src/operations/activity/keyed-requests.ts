import type { RequestContext } from "#/context/deps.ts";
import type { KeyedRequest } from "#/runtime/call-origin.ts";
import * as kept from "#/store/tables/activity/keyed-requests.ts";

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** The request with this key that had its effect within the last day. */
export async function findKeyedRequest({ deps: { clock, wholeStore } }: RequestContext, id: string) {
  await kept.deleteKeyedRequests(wholeStore.db, new Date(clock.now().getTime() - KEPT_FOR_MS));
  return await kept.selectKeyedRequest(wholeStore.db, id);
}

/** Whether the caller still sees whatever has one of these ids: a directory may have come to another referrer since. */
export async function seesAll(
  { deps: { store, wholeStore } }: RequestContext,
  ids: readonly string[],
): Promise<boolean> {
  if (store === wholeStore) return true;
  const [all, seen] = await Promise.all([wholeStore, store].map(async ({ db }) => await kept.countAmong(db, ids)));
  return all === seen;
}

export async function keepAnswer(
  { deps: { wholeStore } }: RequestContext,
  request: KeyedRequest,
  answer: { status: number; answer: string | null },
): Promise<void> {
  await kept.keepAnswer(wholeStore.db, request, answer);
}
