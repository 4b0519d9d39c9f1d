import { isJsonObject, type Json } from "#/json/json.ts";
import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import type { SendOutcome } from "./outcome.ts";
import type { PlannedWrite } from "./plan-write.ts";
import { sendOnce } from "./send-once.ts";
import type { Written } from "./write-adapter.ts";

/** What the answer to a write must be about. */
export interface Target {
  readonly type: string | null;
  /** Null for a record that is to get its id from the service. */
  readonly id: string | null;
  /** True when the answer holds no record, as after a deletion. */
  readonly isGone?: boolean;
}

function written(exchange: Exchange, target: Target, resource: Json | null): Written {
  if (resource === null || !isJsonObject(resource) || target.type === null)
    return { id: target.id, record: null, contentHash: null };
  const id = exchange.profile.recordId(target.type, resource) ?? target.id;
  if (target.isGone === true) return { id, record: null, contentHash: null };
  return { id, record: resource, contentHash: exchange.profile.contentHash(target.type, resource) };
}

/** Sends a planned write by the profile's operation; an answer about another record, or none at all for a new one, is unknown. */
export async function sendPlanned(
  exchange: Exchange,
  planned: PlannedWrite,
  target: Target,
  options: CallOptions,
): Promise<SendOutcome<Written>> {
  const { operation, index } = planned.plan;
  const result = await sendOnce(exchange, operation, planned.values, index, options, (resource) =>
    written(exchange, target, resource),
  );
  if (result.outcome !== "done") return result;
  const isOther = target.id === null ? result.value.id === null : result.value.id !== target.id;
  return isOther ? { outcome: "unknown", why: "other-id", status: result.status, requestId: result.requestId } : result;
}
