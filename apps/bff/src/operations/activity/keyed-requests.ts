import type { RequestContext } from "#/context/deps.ts";
import type { KeyedRequest } from "#/runtime/call-origin.ts";
import * as kept from "#/store/tables/activity/keyed-requests.ts";

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** The request with this key that had its effect within the last day. */
export async function findKeyedRequest({ deps: { clock, wholeStore } }: RequestContext, id: string) {
  await kept.deleteKeyedRequests(wholeStore.db, new Date(clock.now().getTime() - KEPT_FOR_MS));
  return await kept.selectKeyedRequest(wholeStore.db, id);
}

export async function keepAnswer(
  { deps: { wholeStore } }: RequestContext,
  request: KeyedRequest,
  answer: { status: number; answer: string | null },
): Promise<void> {
  await kept.keepAnswer(wholeStore.db, request, answer);
}
