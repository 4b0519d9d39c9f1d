import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { admitBody, admitCaller, admitIndex, checkHeaders } from "./request-checks.ts";
import type { Caller } from "#/store/caller.ts";
import type { Counters } from "./request-counters.ts";
import type { Dials } from "#/settings/runtime-settings.ts";
import { ConnectionReset, type FaultRule, type Faults } from "#/faults/faults.ts";
import type { Json } from "#/json/json.ts";
import type { Random } from "#/seed/random.ts";
import { createAppointment } from "#/routes/appointments.ts";
import type { Handler, House, Outcome } from "#/routes/handler.ts";
import { createIndex, deleteIndex } from "#/routes/index-versions.ts";
import { createPatient, findPatients } from "#/routes/patients.ts";
import { listRecords } from "#/routes/record-list.ts";
import { createRecord, deleteRecord, readRecord, updateRecord } from "#/routes/records.ts";
import { listSlots } from "#/routes/slots.ts";
import { createRouteTable, type RouteTable } from "./route-table.ts";
import { spoil, type Spoiled } from "#/faults/corrupt-response.ts";
import type { Operation, Problem, ProblemCode, RouteSpelling } from "#/spelling/spelling.ts";

export interface ServiceDeps {
  readonly house: House;
  readonly dials: Dials;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly random: Random;
  readonly wait: (ms: number) => Promise<void>;
}

/** Behind a real socket Hono hands the request of Node along; in process there is none. */
export interface ServiceEnv {
  Bindings: Partial<HttpBindings>;
}

const handlers: Readonly<Record<Operation["name"], Handler>> = {
  "record.read": readRecord,
  "record.list": listRecords,
  "record.create": createRecord,
  "record.update": updateRecord,
  "record.delete": deleteRecord,
  "slots.list": listSlots,
  "patient.find": findPatients,
  "patient.create": createPatient,
  "appointment.create": createAppointment,
  "index.create": createIndex,
  "index.delete": deleteIndex,
};

export function createService(deps: ServiceDeps): Hono<ServiceEnv> {
  const { house, counters, faults, dials } = deps;
  const { spelling } = house;
  const table = createRouteTable(spelling.routes);
  const run = randomBytes(5).toString("hex");
  let requests = 0;

  const reply = (
    status: number,
    body: Spoiled["body"],
    requestId: string,
    headers: Readonly<Record<string, string>> = {},
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
  const replyProblem = (
    problem: Problem,
    requestId: string,
    status?: number,
    headers?: Readonly<Record<string, string>>,
  ): Response => {
    const spelled = spelling.spellProblem(problem, requestId);
    return reply(status ?? spelled.status, JSON.stringify(spelled.body), requestId, { ...spelled.headers, ...headers });
  };
  const replyGood = (found: Found, body: Json, requestId: string, fault: FaultRule | undefined): Response => {
    const text = JSON.stringify(body);
    const id = found?.id ?? "";
    const spoiled = fault && spoil(fault, text, { id, otherId: otherIdThan(house, found), wait: deps.wait });
    return reply(found?.route.status ?? 200, spoiled ? spoiled.body : text, requestId, spoiled?.headers);
  };
  const replyFault = (fault: FaultRule, requestId: string): Response => {
    const status = fault.status ?? 500;
    const retry = fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) };
    return replyProblem({ code: codeFor(status), message: "This fault was asked for." }, requestId, status, retry);
  };

  return new Hono<ServiceEnv>()
    .all("*", async (c) => {
      requests += 1;
      const requestId = `req_${run}${requests.toString(36)}`;
      const { method, url, headers } = c.req.raw;
      const { pathname, searchParams } = new URL(url);
      const sentIndex = headers.get(spelling.headers.index);
      const found = table.find(method, pathname, dials.writes);
      const caller = admitCaller(spelling, headers, dials.deviation);
      let status: number | null = null;
      counters.begin();
      try {
        const pause = latencyOf(dials, deps.random);
        if (pause > 0) await deps.wait(pause / 2);
        const fault = faults.take({ method, path: pathname, index: sentIndex ?? spelling.standardIndex });
        if (fault?.kind === "slow") await deps.wait(fault.ms);
        if (fault?.kind === "reset-before") return cut(c.env);
        if (fault?.kind === "status" && fault.phase === "before") {
          const faulty = replyFault(fault, requestId);
          status = faulty.status;
          return faulty;
        }
        const outcome = await visit({
          deps,
          found,
          caller,
          sentIndex: method === "GET" ? indexRead(fault, sentIndex, spelling.testIndex) : sentIndex,
          request: c.req.raw,
          query: searchParams,
          path: pathname,
          requestId,
        });
        if (pause > 0) await deps.wait(pause / 2);
        if (fault?.kind === "reset-after") return cut(c.env);
        const answer =
          fault?.kind === "status"
            ? replyFault(fault, requestId)
            : "problem" in outcome
              ? replyProblem(outcome.problem, requestId)
              : replyGood(found, outcome.body, requestId, fault);
        status = answer.status;
        return answer;
      } catch (cause) {
        if (cause instanceof ConnectionReset) throw cause;
        console.error(`sandbox: ${method} ${pathname} failed:`, cause);
        status = 500;
        return replyProblem({ code: "internal", message: "The service failed; nothing was changed." }, requestId);
      } finally {
        const route = found ? `${method} ${found.route.path}` : "no such path";
        counters.end(
          { method, path: pathname, index: sentIndex, key: caller.ok ? caller.value.label : null, status },
          route,
        );
      }
    })
    .onError((error) => {
      throw error;
    });
}

type Found = ReturnType<RouteTable["find"]>;

/** The index that a read is answered from, whatever was asked for. */
function indexRead(fault: FaultRule | undefined, sent: string | null, testIndex: string): string | null {
  if (fault?.kind === "ignored-index") return null;
  return fault?.kind === "other-index" ? (fault.from ?? testIndex) : sent;
}

/** The id of a record beside the one asked for; without one, an id that nobody has. */
function otherIdThan({ store: { base } }: House, found: Found): string {
  if (!found || !("kind" in found.route.operation)) return `${found?.id ?? ""}0`;
  const { kind } = found.route.operation;
  const ordinal = base.ordinalOf(kind, found.id);
  return ordinal === 0 ? base.idOf(kind, 1) : base.idOf(kind, 0);
}

async function visit({
  deps: { house },
  found,
  caller,
  sentIndex,
  request,
  query,
  path,
  requestId,
}: {
  deps: ServiceDeps;
  found: Found;
  caller: { ok: true; value: Caller } | { ok: false; problem: Problem };
  sentIndex: string | null;
  request: Request;
  query: URLSearchParams;
  path: string;
  requestId: string;
}): Promise<Outcome> {
  if (!caller.ok) return caller;
  const problem = checkHeaders(house.spelling, request.headers, house.dials.deviation);
  if (problem) return { problem };
  if (!found) return { problem: { code: "not_found", message: `There is nothing at ${request.method} ${path}.` } };
  const { route, id } = found;
  const index = admitIndex({
    spelling: house.spelling,
    indices: house.store.indices,
    route,
    caller: caller.value,
    sent: sentIndex,
    deviation: house.dials.deviation,
  });
  if (!index.ok) return index;
  const extra = queryless(route) ? house.spelling.readNoQuery(query) : undefined;
  if (extra?.ok === false) return extra;
  const body = await admitBody(route, request);
  if (!body.ok) return body;
  return handlers[route.operation.name](house, {
    route,
    caller: caller.value,
    index: index.value,
    id,
    query,
    body: body.value,
    requestId,
    path,
  });
}

function queryless(route: RouteSpelling): boolean {
  return !["slots.list", "patient.find", "record.list"].includes(route.operation.name);
}

/** Node then sends a TCP reset and no byte of an answer. */
function cut(env: Partial<HttpBindings> | undefined): Response {
  const socket = env?.incoming?.socket;
  if (!socket) throw new ConnectionReset();
  socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

function latencyOf({ latencyMs }: Dials, random: Random): number {
  if (typeof latencyMs === "number") return latencyMs;
  const [from, to] = latencyMs;
  return from + random.below(to - from + 1);
}

function codeFor(status: number): ProblemCode {
  if (status === 429) return "rate_limited";
  if (status === 503) return "unavailable";
  return status >= 500 ? "internal" : "bad_request";
}
