import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { RequestContext } from "#/context/deps.ts";
import type { AppEnv } from "#/http/app-env.ts";
import { findKeyedRequest, keepAnswer, seesAll } from "#/operations/activity/keyed-requests.ts";
import { currentCallOrigin, type KeyedRequest, withCallOrigin } from "#/runtime/call-origin.ts";
import { operationError } from "#/runtime/errors.ts";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
export const REPLAYED_HEADER = "Idempotency-Replayed";

export const LONGEST_KEY = 255;
export const KEY_PATTERN = /^[!-~]+$/;
export const LONGEST_ANSWER = 256 * 1024;

/** The requests with a key that this process is answering. */
const running = new Set<string>();

/**
 * Lets a request with an `Idempotency-Key` have its effect once a day: a repeated one gets the first one's answer. Comes after
 * the check of rights. An answer with a secret or about a patient is told once and not kept.
 */
export function idempotency({ isToldOnce }: { isToldOnce: boolean }): MiddlewareHandler<AppEnv> {
  return async function answerOnce(c, next) {
    const key = c.req.header(IDEMPOTENCY_HEADER);
    if (key === undefined) return await next();
    if (key.length > LONGEST_KEY || !KEY_PATTERN.test(key))
      throw operationError("invalid_request", "idempotency-key", { pointer: IDEMPOTENCY_HEADER });
    const context = c.get("context");
    const request = await keyedRequest(c, context, key);
    if (running.has(request.id)) throw operationError("in_progress", "idempotency-key", { retryAfterSeconds: 1 });
    running.add(request.id);
    try {
      const first = await findKeyedRequest(context, request.id);
      if (first !== undefined) {
        const { pathname } = new URL(c.req.url);
        if (!(await seesAll(context, [first.subject, ...pathname.split("/")])))
          throw operationError("conflict", "idempotency-key");
        return replay(c, request, first);
      }
      await withCallOrigin({ ...currentCallOrigin(), keyedRequest: request }, next);
      const text = c.res.body === null ? null : await c.res.clone().text();
      const answer = !isToldOnce && text !== null && text.length <= LONGEST_ANSWER ? text : null;
      await keepAnswer(context, request, { status: c.res.status, answer });
    } finally {
      running.delete(request.id);
    }
  };
}

async function keyedRequest(c: Context<AppEnv>, { actor, deps, reach }: RequestContext, key: string) {
  const { pathname, search } = new URL(c.req.url);
  const hash = (...parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  return {
    id: hash(actor.kind, actor.id, c.req.method, pathname, search, key),
    requestId: c.get("requestId"),
    at: deps.clock.now(),
    contentHash: hash(await c.req.text(), reach),
  } satisfies KeyedRequest;
}

function replay(
  c: Context<AppEnv>,
  { contentHash }: KeyedRequest,
  first: NonNullable<Awaited<ReturnType<typeof findKeyedRequest>>>,
): Response {
  if (first.content_hash !== contentHash) throw operationError("conflict", "idempotency-key");
  const { at, request_id: requestId, status, subject, answer } = first;
  if (status === 204) return c.body(null, 204, { [REPLAYED_HEADER]: "true" });
  if (status === null || answer === null)
    throw operationError("already_exists", "answered-once", { at: at.toISOString(), subject, requestId });
  const type = status >= 400 ? "application/problem+json" : "application/json";
  return c.newResponse(answer, status as StatusCode, { "Content-Type": type, [REPLAYED_HEADER]: "true" });
}
