import { corruptResponse, type CorruptedResponse } from "#/faults/corrupt-response.ts";
import type { FaultRule } from "#/faults/faults.ts";
import type { Json } from "#/json/json.ts";
import type { HandlerContext } from "#/routes/handler.ts";
import type { Problem, ProblemCode } from "#/spelling/problem.ts";
import type { RouteMatch } from "./route-table.ts";

type Headers = Readonly<Record<string, string>>;

export interface Responses {
  /** A successful response; a fault that corrupts bodies is applied to it. */
  success(match: RouteMatch | undefined, body: Json, requestId: string, fault: FaultRule | undefined): Response;
  problem(problem: Problem, requestId: string): Response;
  /** The status that a fault asks for. */
  fault(fault: FaultRule, requestId: string): Response;
}

export function createResponses(context: HandlerContext, wait: (ms: number) => Promise<void>): Responses {
  const { spelling } = context;
  const respond = (
    status: number,
    body: CorruptedResponse["body"],
    requestId: string,
    headers: Headers = {},
  ): Response =>
    new Response(status === 204 ? null : body, {
      status,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        [spelling.headers.requestId]: requestId,
        ...headers,
      },
    });
  const problem = (refused: Problem, requestId: string, status?: number): Response => {
    const encoded = spelling.encodeProblem(refused, requestId, context.now());
    const body = JSON.stringify(encoded.body);
    return respond(status ?? encoded.status, body, requestId, encoded.headers);
  };
  return {
    success(match, body, requestId, fault) {
      const text = JSON.stringify(body);
      const id = match?.id ?? "";
      const corrupted = fault && corruptResponse(fault, text, { id, otherId: anotherId(context, match), wait });
      return respond(match?.route.status ?? 200, corrupted ? corrupted.body : text, requestId, corrupted?.headers);
    },
    problem: (refused, requestId) => problem(refused, requestId),
    fault({ status = 500, retryAfter }, requestId) {
      const message = "This error was injected by a fault rule.";
      const wait = typeof retryAfter === "number" ? { waitMs: retryAfter * 1000 } : {};
      const response = problem({ code: codeOf(status), message, ...wait }, requestId, status);
      if (typeof retryAfter === "string") response.headers.set("Retry-After", retryAfter);
      return response;
    },
  };
}

/** The id of another existing record; where the request is about no record, an id that does not exist. */
function anotherId({ store: { base } }: HandlerContext, match: RouteMatch | undefined): string {
  if (!match || !("kind" in match.route.operation)) return `${match?.id ?? ""}0`;
  const { kind } = match.route.operation;
  return base.idOf(kind, base.ordinalOf(kind, match.id) === 0 ? 1 : 0);
}

function codeOf(status: number): ProblemCode {
  if (status === 429) return "rate_limited";
  if (status === 503) return "unavailable";
  return status >= 500 ? "internal" : "bad_request";
}
