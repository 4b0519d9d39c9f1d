import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { builtInKey, callerOf } from "#/store/caller.ts";
import { parse, readBody } from "./request-body.ts";
import type { Counters } from "#/http/request-counters.ts";
import { deviations } from "#/faults/deviations.ts";
import { readLatency, type Dials } from "#/settings/runtime-settings.ts";
import { changeList, driftBody, namesOfChanged, planMoves, planRandomMoves, type Move } from "./drift.ts";
import { faultRules, type Faults } from "#/faults/faults.ts";
import type { House } from "#/routes/handler.ts";
import type { Samples } from "#/seed/samples.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import { profileOf } from "#/profile/profile.ts";
import type { Effect } from "#/store/effect.ts";
import type { Write } from "#/store/store.ts";

export interface ControlDeps {
  readonly house: House;
  readonly dialect: Dialect;
  readonly dials: Dials;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly samples: Samples;
  readonly sockets: { open: number };
}

const dialsBody = z.strictObject({
  latencyMs: z
    .unknown()
    .transform((value, context) => {
      const latency = readLatency(value);
      if (latency === undefined)
        context.addIssue({ code: "custom", message: "Milliseconds are needed (200), or a range of them (50-300)." });
      return latency ?? 0;
    })
    .optional(),
  writes: z.boolean().optional(),
  deviation: z.enum(deviations).nullable().optional(),
});
const outsideBody = z.looseObject({ index: z.string(), key: z.string().default(builtInKey) });
const rosterQuery = z.object({ practitioners: z.coerce.number().int().min(1).max(100_000).optional() });
const profileQuery = z.object({ writes: z.enum(["on", "off"]).default("off") });
const afterQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
});

/** Turns the dials of a running sandbox and reads what it did. It has no sign-in: it is for loopback and tests alone. */
export function createControl({ house, dialect, dials, faults, counters, samples, sockets }: ControlDeps): Hono {
  const { store } = house;
  const commit = (
    moves: readonly Move[],
    operation: string,
    place: { index: string; owner: string | null },
    path: string,
  ): void => store.commit(moves.map((move) => toWrite(move, { operation, path, ...place })));
  const told = (moves: readonly Move[]) =>
    moves.map((move) => ({ type: move.kind, id: move.id, change: wordFor(move), fields: namesOfChanged(move) }));

  return new Hono()
    .use(async (c, next) => {
      // A page in a browser can reach loopback, too, and it always says where it comes from.
      if (c.req.header("Origin") !== undefined)
        throw new HTTPException(403, { message: "The control API is not for browsers." });
      await next();
    })
    .onError((error, c) => {
      if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
      console.error("sandbox control failed:", error);
      return c.json({ error: "The control API failed." }, 500);
    })
    .notFound((c) => c.json({ error: `There is nothing at ${c.req.method} ${c.req.path}.` }, 404))
    .get("/dials", (c) => c.json(dials))
    .put("/dials", async (c) => {
      const turned = await readBody(c.req, dialsBody);
      if (turned.latencyMs !== undefined) dials.latencyMs = turned.latencyMs;
      if (turned.writes !== undefined) dials.writes = turned.writes;
      if (turned.deviation !== undefined) dials.deviation = turned.deviation;
      return c.json(dials);
    })
    .get("/faults", (c) => c.json({ rules: faults.rules }))
    .post("/faults", async (c) =>
      c.json({ rules: (await readBody(c.req, faultRules)).map((rule) => faults.arm(rule)) }, 201),
    )
    .delete("/faults", (c) => {
      faults.clear();
      return c.json({ rules: [] });
    })
    .post("/drift", async (c) => {
      const body = await readBody(c.req, driftBody);
      const moves =
        "random" in body
          ? planRandomMoves(house, body)
          : accepted(planMoves(house, body.changes, (kind, id) => store.base.read(kind, id, store.base.revision)));
      commit(moves, "base.drift", { index: house.spelling.standardIndex, owner: null }, c.req.path);
      return c.json({ revision: store.base.revision, changes: told(moves) });
    })
    .post("/outside", async (c) => {
      const { index: id, key, ...rest } = await readBody(c.req, outsideBody);
      const caller = callerOf(key);
      const index = caller && store.indices.find(id, caller);
      if (!caller || !index?.owner)
        throw new HTTPException(404, { message: `That key has no index version ${id} that can be written.` });
      const { changes } = parse(changeList, rest);
      const moves = accepted(planMoves(house, changes, (kind, record) => index.read(kind, record)));
      commit(moves, "index.outside", { index: id, owner: index.owner }, c.req.path);
      return c.json({ index: id, changes: told(moves) });
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
        spelling: house.spelling.name,
        seed: house.seed,
        practitioners: house.facts.practitioners,
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

function toWrite(
  { kind, id, before, after }: Move,
  { operation, path, index, owner }: { operation: string; path: string; index: string; owner: string | null },
): Write {
  const effect: Effect =
    owner === null
      ? { does: "change base", kind, id, record: after }
      : { does: "put record", owner, index, kind, id, record: after };
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

function wordFor({ before, after }: Move): "created" | "changed" | "deleted" {
  if (!before) return "created";
  return after ? "changed" : "deleted";
}

function accepted<T>(read: { ok: true; value: T } | { ok: false; problem: { code: string; message: string } }): T {
  if (read.ok) return read.value;
  throw new HTTPException(read.problem.code === "not_found" ? 404 : 400, { message: read.problem.message });
}
