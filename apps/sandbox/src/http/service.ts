import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { ConnectionReset, type FaultRule, type Faults } from "#/faults/faults.ts";
import { createAppointment } from "#/routes/appointments.ts";
import type { Handler, HandlerContext, Outcome } from "#/routes/handler.ts";
import { createIndex, deleteIndex, listIndices, readIndex } from "#/routes/index-versions.ts";
import { createPatient, findPatients } from "#/routes/patients.ts";
import { findRecords } from "#/routes/record-look-up.ts";
import { listRecords } from "#/routes/record-list.ts";
import { createRecord, deleteRecord, readRecord, updateRecord } from "#/routes/records.ts";
import { listSlots } from "#/routes/slots.ts";
import type { Random } from "#/seed/random.ts";
import type { Latency } from "#/settings/dials.ts";
import { refusal, type Result } from "#/spelling/problem.ts";
import type { Operation } from "#/spelling/spelling.ts";
import type { Caller } from "#/store/caller.ts";
import { authenticate, headerProblem, parseBody, resolveIndex } from "./request-checks.ts";
import { createCallLimit } from "./call-limit.ts";
import type { Counters } from "./request-counters.ts";
import { createResponses } from "./responses.ts";
import { createRouteTable, type RouteMatch } from "./route-table.ts";

export interface ServiceDeps {
  readonly context: HandlerContext;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly random: Random;
  readonly wait: (ms: number) => Promise<void>;
}

/** Behind a real socket Hono passes Node's request on; in process there is none. */
export interface ServiceEnv {
  Bindings: Partial<HttpBindings>;
}

const handlers: Readonly<Record<Operation["name"], Handler>> = {
  "record.read": readRecord,
  "record.list": listRecords,
  "record.find": findRecords,
  "record.create": createRecord,
  "record.update": updateRecord,
  "record.delete": deleteRecord,
  "slots.list": listSlots,
  "patient.find": findPatients,
  "patient.create": createPatient,
  "appointment.create": createAppointment,
  "index.create": createIndex,
  "index.read": readIndex,
  "index.list": listIndices,
  "index.delete": deleteIndex,
};

const operationsWithQuery: readonly Operation["name"][] = [
  "slots.list",
  "patient.find",
  "record.list",
  "record.find",
  "index.list",
];

/** The simulated service: latency and faults around the checks and the handler of each request. */
export function createService({ context, faults, counters, random, wait }: ServiceDeps): Hono<ServiceEnv> {
  const { spelling, dials } = context;
  const table = createRouteTable(spelling.routes);
  const responses = createResponses(context, wait);
  const limit = createCallLimit(spelling.callLimits, context.now);
  const run = randomBytes(5).toString("hex");
  let requests = 0;

  return new Hono<ServiceEnv>()
    .all("*", async (c) => {
      requests += 1;
      const requestId = `req_${run}${requests.toString(36)}`;
      const request = c.req.raw;
      const { method } = request;
      const { pathname: path, searchParams: query } = new URL(request.url);
      const index = request.headers.get(spelling.headers.index);
      const match = table.find(method, path, dials.writes);
      const caller = authenticate(spelling, request.headers, dials.deviation);
      let status: number | null = null;
      counters.begin();
      try {
        const latency = drawLatency(dials.latencyMs, random);
        if (latency > 0) await wait(latency / 2);
        const fault = faults.take({ method, path, index: index ?? spelling.standardIndex });
        if (fault?.kind === "slow") await wait(fault.ms);
        if (fault?.kind === "reset-before") return resetConnection(c.env);
        if (fault?.kind === "status" && fault.phase === "before") {
          const response = responses.fault(fault, requestId);
          status = response.status;
          return response;
        }
        const overLimit = caller.ok ? limit(caller.value.fingerprint, { isRemote: isRemote(c.env) }) : null;
        if (overLimit !== null) {
          const response = responses.problem(overLimit, requestId);
          status = response.status;
          return response;
        }
        const requestedIndex = method === "GET" ? indexToRead(fault, index, spelling.testIndex) : index;
        const outcome = await execute(context, { match, caller, requestedIndex, request, query, path, requestId });
        if (latency > 0) await wait(latency / 2);
        if (fault?.kind === "reset-after") return resetConnection(c.env);
        const response =
          fault?.kind === "status"
            ? responses.fault(fault, requestId)
            : "problem" in outcome
              ? responses.problem(outcome.problem, requestId)
              : responses.success(match, outcome.body, requestId, fault);
        status = response.status;
        return response;
      } catch (cause) {
        if (cause instanceof ConnectionReset) throw cause;
        console.error(`sandbox: ${method} ${path} failed:`, cause);
        status = 500;
        return responses.problem({ code: "internal", message: "The service failed; nothing was changed." }, requestId);
      } finally {
        const route = match ? `${method} ${match.route.path}` : "no such path";
        counters.end({ method, path, index, key: caller.ok ? caller.value.label : null, status }, route);
      }
    })
    .onError((error) => {
      throw error;
    });
}

/** Checks a request in the order in which the service reports problems, and hands it to its handler. */
async function execute(
  context: HandlerContext,
  {
    match,
    caller,
    requestedIndex,
    request,
    query,
    path,
    requestId,
  }: {
    match: RouteMatch | undefined;
    caller: Result<Caller>;
    requestedIndex: string | null;
    request: Request;
    query: URLSearchParams;
    path: string;
    requestId: string;
  },
): Promise<Outcome> {
  const { spelling, store, dials } = context;
  const { deviation } = dials;
  if (!caller.ok) return caller;
  const problem = headerProblem(spelling, request.headers, deviation);
  if (problem) return { problem };
  if (!match) return refusal("not_found", `There is no endpoint ${request.method} ${path}.`);
  const { route, id } = match;
  const index = resolveIndex({
    spelling,
    indices: store.indices,
    route,
    caller: caller.value,
    requested: requestedIndex,
    deviation,
  });
  if (!index.ok) return index;
  const { name } = route.operation;
  const noQuery = operationsWithQuery.includes(name) ? undefined : spelling.parseEmptyQuery(query);
  if (noQuery?.ok === false) return noQuery;
  const body = await parseBody(route, request);
  if (!body.ok) return body;
  return handlers[name](context, {
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

/** The index that a read is answered from, which a fault can replace. */
function indexToRead(fault: FaultRule | undefined, requested: string | null, testIndex: string): string | null {
  if (fault?.kind === "ignored-index") return null;
  return fault?.kind === "other-index" ? (fault.from ?? testIndex) : requested;
}

function isRemote(env: Partial<HttpBindings> | undefined): boolean {
  return env?.incoming !== undefined;
}

/** Resets the TCP connection, so that the client gets no byte of a response. */
function resetConnection(env: Partial<HttpBindings> | undefined): Response {
  const socket = env?.incoming?.socket;
  if (!socket) throw new ConnectionReset();
  socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

function drawLatency(latencyMs: Latency, random: Random): number {
  if (typeof latencyMs === "number") return latencyMs;
  const [from, to] = latencyMs;
  return from + random.below(to - from + 1);
}
