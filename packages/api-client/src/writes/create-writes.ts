import { InvalidCallError } from "#/errors/invalid-call-error.ts";
import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import { capabilityOf } from "./capability.ts";
import { sendPlanned, type Target } from "./http-writes.ts";
import { planCreate, planDelete, planDeleteIndexVersion, planUpdate, type PlannedWrite } from "./plan-write.ts";
import type { Held, WriteAdapter, WriteResult } from "./write-adapter.ts";

/** The adapter of a profile: over HTTP what the profile spells, a stub for everything else. A write to the standard index, and one whose request would not name its index, is refused before anything leaves. */
export function createWrites(exchange: Exchange): WriteAdapter {
  const { profile } = exchange;

  async function write(
    index: string,
    target: Target,
    plan: () => PlannedWrite,
    options: CallOptions,
  ): Promise<WriteResult> {
    if (index === "" || index === profile.standardIndex)
      return { outcome: "not-sent", why: "standard-index", retryAfterMs: null };
    if (target.type !== null && !profile.recordTypes.includes(target.type))
      throw new InvalidCallError(`the profile knows no record type "${target.type}"`);
    if (target.type !== null && target.id !== null && !profile.fitsId(target.type, target.id))
      throw new InvalidCallError(`this cannot be the id of a ${target.type}`);
    const planned = plan();
    const { capability, operation, request } = planned.plan;
    if (capability.state === "stub" || request === null) return held(operation);
    // An index version itself is named in the path, and lies in no index.
    if (target.type !== null && !exchange.namesIndex(request, index))
      return { outcome: "not-sent", why: "index-not-named", retryAfterMs: null };
    return sendPlanned(exchange, planned, target, options);
  }

  return {
    capability: (operation) => capabilityOf(profile, operation),
    createRecord: (create, options = {}) =>
      write(create.index, { type: create.type, id: null }, () => planCreate(exchange, create), options),
    updateRecord: (update, options = {}) =>
      write(update.index, { type: update.type, id: update.id }, () => planUpdate(exchange, update), options),
    deleteRecord: (deletion, options = {}) =>
      write(
        deletion.index,
        { type: deletion.type, id: deletion.id, isGone: true },
        () => planDelete(exchange, deletion),
        options,
      ),
    deleteIndexVersion: async (id, options = {}) =>
      id === profile.testIndex
        ? { outcome: "not-sent", why: "test-index", retryAfterMs: null }
        : write(id, { type: null, id }, () => planDeleteIndexVersion(exchange, id), options),
    describeCreate: (create) => planCreate(exchange, create).plan,
    describeUpdate: (update) => planUpdate(exchange, update).plan,
    describeDelete: (deletion) => planDelete(exchange, deletion).plan,
    describeDeleteIndexVersion: (id) => planDeleteIndexVersion(exchange, id).plan,
  };
}

/** The answer of every operation that the profile does not spell: taken, not sent. */
function held(operation: string): Held {
  return { outcome: "held", because: "not-documented", operation };
}
