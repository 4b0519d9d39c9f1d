import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { builtInKey, callerOf } from "#/store/caller.ts";
import { oneOfForms, parse, readBody } from "./request-body.ts";
import type { Counters } from "#/http/request-counters.ts";
import { deviations } from "#/faults/deviations.ts";
import { parseLatency } from "#/settings/dials.ts";
import { changedFields, changesBody, driftBody, planChanges, planRandomChanges, type RecordChange } from "./drift.ts";
import { faultRule, type Faults } from "#/faults/faults.ts";
import type { HandlerContext } from "#/routes/handler.ts";
import type { Samples } from "#/seed/samples.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import type { Result } from "#/spelling/problem.ts";
import { profileOf } from "#/profile/profile.ts";
import type { Effect, Write } from "#/store/store.ts";

export interface ControlDeps {
  readonly context: HandlerContext;
  readonly dialect: Dialect;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly samples: Samples;
  readonly sockets: { open: number };
}

const settingsBody = z.strictObject({
  latencyMs: z
    .unknown()
    .transform((value, context) => {
      const latency = parseLatency(value);
      if (latency === undefined)
        context.addIssue({ code: "custom", message: "Must be milliseconds (200) or a range of them (50-300)." });
      return latency ?? 0;
    })
    .optional(),
  writes: z.boolean().optional(),
  deviation: z.enum(deviations).nullable().optional(),
});
const faultList = z.array(faultRule).min(1, "At least one rule is required.");
const singleFault = faultRule.transform((rule) => [rule]);
const faultsBody = oneOfForms((body) => (Array.isArray(body) ? faultList : singleFault));
const outsideBody = z.looseObject({ index: z.string(), key: z.string().default(builtInKey) });
const rosterQuery = z.object({ practitioners: z.coerce.number().int().min(1).max(100_000).optional() });
const profileQuery = z.object({ writes: z.enum(["on", "off"]).default("off") });
const afterQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
});

/** Changes and inspects a running sandbox. It has no sign-in: it is for loopback and tests only. */
export function createControl({ context, dialect, faults, counters, samples, sockets }: ControlDeps): Hono {
  const { store, dials } = context;
  const commit = (changes: readonly RecordChange[], origin: Origin): void =>
    store.commit(changes.map((change) => toWrite(change, origin)));

  return new Hono()
    .use(async (c, next) => {
      // A page in a browser can reach loopback as well, and a browser always sends the Origin header.
      if (c.req.header("Origin") !== undefined)
        throw new HTTPException(403, { message: "The control API is not for browsers." });
      await next();
    })
    .onError((error, c) => {
      if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
      console.error("sandbox control failed:", error);
      return c.json({ error: "The control API failed." }, 500);
    })
    .notFound((c) => c.json({ error: `There is no endpoint ${c.req.method} ${c.req.path}.` }, 404))
    .get("/dials", (c) => c.json(dials))
    .put("/dials", async (c) => {
      const { latencyMs, writes, deviation } = await readBody(c.req, settingsBody);
      if (latencyMs !== undefined) dials.latencyMs = latencyMs;
      if (writes !== undefined) dials.writes = writes;
      if (deviation !== undefined) dials.deviation = deviation;
      return c.json(dials);
    })
    .get("/faults", (c) => c.json({ rules: faults.rules }))
    .post("/faults", async (c) =>
      c.json({ rules: (await readBody(c.req, faultsBody)).map((rule) => faults.arm(rule)) }, 201),
    )
    .delete("/faults", (c) => {
      faults.clear();
      return c.json({ rules: [] });
    })
    .post("/drift", async (c) => {
      const body = await readBody(c.req, driftBody);
      const { base } = store;
      const changes =
        "random" in body
          ? planRandomChanges(context, body)
          : unwrap(planChanges(context, body.changes, (kind, id) => base.read(kind, id, base.revision)));
      const index = context.spelling.standardIndex;
      commit(changes, { operation: "base.drift", path: c.req.path, index, owner: null });
      return c.json({ revision: base.revision, changes: changes.map(summaryOf) });
    })
    .post("/outside", async (c) => {
      const { index: id, key, ...rest } = await readBody(c.req, outsideBody);
      const caller = callerOf(key);
      const index = caller && store.indices.find(id, caller);
      if (!caller || !index?.owner)
        throw new HTTPException(404, { message: `This key has no writable index version ${id}.` });
      const requested = parse(changesBody, rest).changes;
      const changes = unwrap(planChanges(context, requested, (kind, record) => index.read(kind, record)));
      commit(changes, { operation: "index.outside", path: c.req.path, index: id, owner: index.owner });
      return c.json({ index: id, changes: changes.map(summaryOf) });
    })
    .get("/ledger", (c) => {
      const { after, limit } = parse(afterQuery, c.req.query());
      return c.json({
        length: store.ledger.length,
        oldest: store.ledger.oldest,
        entries: store.ledger.after(after, limit),
      });
    })
    .get("/requests", (c) =>
      c.json({ total: counters.total, requests: counters.after(parse(afterQuery, c.req.query()).after) }),
    )
    .delete("/requests", (c) => {
      counters.clear();
      return c.json({ total: 0 });
    })
    .get("/state", (c) => {
      const { total, byRoute, byStatus, inFlight, mostInFlight } = counters;
      return c.json({
        spelling: context.spelling.name,
        seed: context.seed,
        practitioners: context.facts.practitioners,
        requests: { total, byRoute, byStatus, inFlight, mostInFlight },
        sockets,
        base: { revision: store.base.revision, changed: store.base.changed },
        indices: { count: store.indices.count, written: store.indices.written },
        ledger: { length: store.ledger.length },
      });
    })
    .get("/profile", (c) => {
      const { writes } = parse(profileQuery, c.req.query());
      return c.json(profileOf(dialect, { writes: writes === "on" }));
    })
    .get("/samples/roster.csv", (c) => {
      const { practitioners } = parse(rosterQuery, c.req.query());
      const roster = practitioners === undefined ? samples.roster : samples.rosterOf(practitioners);
      return c.text(roster, 200, { "Content-Type": "text/csv; charset=utf-8" });
    })
    .get("/samples/plans.csv", (c) => c.text(samples.plans, 200, { "Content-Type": "text/csv; charset=utf-8" }));
}

/** Where changes by control are made, and what the ledger says of them. */
interface Origin {
  readonly operation: string;
  readonly path: string;
  readonly index: string;
  /** The owner of the index; null for the base. */
  readonly owner: string | null;
}

function toWrite({ kind, id, before, after, members }: RecordChange, { operation, path, index, owner }: Origin): Write {
  const effect: Effect =
    owner === null
      ? { does: "change base", kind, id, record: after }
      : { does: "put record", owner, index, kind, id, record: after, ...(members === undefined ? {} : { members }) };
  return {
    entry: {
      requestId: null,
      key: "control",
      method: "POST",
      path,
      operation,
      index,
      kind,
      record: id,
      status: 200,
      before,
      after,
    },
    effects: [effect],
  };
}

function summaryOf(change: RecordChange) {
  const { kind, id, before, after } = change;
  const action = !before ? "created" : after ? "changed" : "deleted";
  return { type: kind, id, change: action, fields: changedFields(change) };
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HTTPException(result.problem.code === "not_found" ? 404 : 400, { message: result.problem.message });
}
